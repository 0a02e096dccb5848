"""Answers that went wrong in the ways models do. Each takes good units and gives a bad text."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

Units = list[dict[str, Any]]
Spoiler = Callable[[Units, int, Random], str]
"""Takes the good answer, the place of the unit to spoil, and chance; gives the text to send."""

_TAG = re.compile(r"</?g[0-9]+/?>")
_WRAPPER = re.compile(r"(<g([0-9]+)>)(.*?)(</g\2>)", re.DOTALL)


def write_answer(units: Units) -> str:
    """The JSON of the contract."""
    return json.dumps({"units": units}, ensure_ascii=False, separators=(",", ":"))


def _change_text(change: Callable[[str, Random], Any]) -> Spoiler:
    def spoil(units: Units, at: int, random: Random) -> str:
        unit = units[at]
        return write_answer(
            [*units[:at], {**unit, "text": change(unit["text"], random)}, *units[at + 1 :]]
        )

    return spoil


def _change_units(change: Callable[[Units, int], Units]) -> Spoiler:
    return lambda units, at, _random: write_answer(change(units, at))


def _change_content(change: Callable[[str, Random], str]) -> Spoiler:
    return lambda units, _at, random: change(write_answer(units), random)


def drop_tag(text: str, random: Random) -> str:
    """The text without one of its tags; a text without tags stays."""
    tags = list(_TAG.finditer(text))
    if not tags:
        return text
    tag = random.choice(tags)
    return text[: tag.start()] + text[tag.end() :]


def double_tag(text: str, random: Random) -> str:
    """The text with one of its tags twice; one without tags gets a stranger twice."""
    tag = random.choice([found[0] for found in _TAG.finditer(text)] or ["<g1/>"])
    return text + tag


def empty_wrapper(text: str, random: Random) -> str:
    """The text with the words of one wrapper put behind it."""
    found = list(_WRAPPER.finditer(text))
    if not found:
        return text
    one = random.choice(found)
    return f"{text[: one.start()]}{one[1]}{one[4]}{one[3]}{text[one.end() :]}"


def put_inside(text: str, what: str, random: Random) -> str:
    """The text with `what` at some place."""
    at = random.randint(0, len(text))
    return text[:at] + what + text[at:]


def cut_json(content: str, random: Random) -> str:
    """The start of an answer."""
    return content[: random.randint(0, max(0, len(content) - 1))]


def break_json(content: str, random: Random) -> str:
    """An answer with a few characters removed, doubled or exchanged."""
    letters = list(content)
    for _ in range(random.randint(1, 3)):
        at = random.randrange(len(letters))
        letters[at] = random.choice(["", letters[at] * 2, random.choice('{}[]",:\\\u0000x')])
    return "".join(letters)


def write_surrogates(units: Units, at: int, random: Random) -> str:
    """An answer whose text holds the escape of half a character."""
    half = random.choice(["\\ud83d", "\\udc00", "\\ud800\\ud800"])
    place = units[at]["text"]
    marked = [*units[:at], {**units[at], "text": place + "@@half@@"}, *units[at + 1 :]]
    return write_answer(marked).replace("@@half@@", half)


def swap_ids(units: Units, at: int) -> Units:
    """Two units under each other's id; one alone keeps its own."""
    other = (at + 1) % len(units)
    changed = [dict(unit) for unit in units]
    changed[at]["id"], changed[other]["id"] = units[other]["id"], units[at]["id"]
    return changed


CONTROLS = ("\x00", "\x08", "\x1b[31m", "\x7f", "\x85", "\ufffe", "\uffff")
WRONG = (None, 7, True, ["text"], {"text": "x"}, 1.5)

SPOILERS: Mapping[str, Spoiler] = {
    "malformed": _change_content(break_json),
    "not_json": lambda _units, _at, _random: "I am sorry, I cannot do that.",
    "not_object": lambda units, _at, _random: json.dumps(units),
    "wrong_key": lambda units, _at, _random: json.dumps({"items": units}),
    "deep": lambda _units, _at, _random: '{"units":' + "[" * 100_000,
    "nothing": lambda _units, _at, _random: "",
    "fenced": _change_content(lambda content, _random: f"```json\n{content}\n```"),
    "prose": _change_content(
        lambda content, _random: f"Here is {{the}} answer:\n\n{content}\n\nI hope this helps!"
    ),
    "twice": _change_content(lambda content, _random: content + content),
    "reordered": lambda units, _at, random: write_answer(random.sample(units, len(units))),
    "swapped_ids": _change_units(swap_ids),
    "missing": _change_units(lambda units, at: units[:at] + units[at + 1 :]),
    "repeated": _change_units(lambda units, at: [*units, units[at]]),
    "unknown_id": _change_units(lambda units, _at: [*units, {"id": "zzz", "text": "stranger"}]),
    "renamed_id": _change_units(
        lambda units, at: [*units[:at], {**units[at], "id": "zzz"}, *units[at + 1 :]]
    ),
    "number_id": _change_units(
        lambda units, _at: [
            {**unit, "id": int(unit["id"]) if unit["id"].isdigit() else unit["id"]}
            for unit in units
        ]
    ),
    "extra_field": _change_units(lambda units, _at: [{**unit, "note": "x"} for unit in units]),
    "no_text": _change_units(
        lambda units, at: [*units[:at], {"id": units[at]["id"]}, *units[at + 1 :]]
    ),
    "dropped_tag": _change_text(drop_tag),
    "doubled_tag": _change_text(double_tag),
    "invented_tag": _change_text(lambda text, random: put_inside(text, "<g97/>", random)),
    "emptied_wrapper": _change_text(empty_wrapper),
    "empty_text": _change_text(lambda _text, random: random.choice(["", " ", "\n"])),
    "wrong_type": _change_text(lambda _text, random: random.choice(WRONG)),
    "huge": _change_text(lambda text, _random: text * (200_000 // max(1, len(text)) + 1)),
    "control": _change_text(lambda text, random: put_inside(text, random.choice(CONTROLS), random)),
    "surrogate": write_surrogates,
}
"""By name: what can be wrong with a text that arrived whole."""
