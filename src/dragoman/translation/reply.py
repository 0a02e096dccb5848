"""A provider's answer read with suspicion: what it holds for each unit, or why that is nothing."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from dragoman.errors import ProviderMalformed
from dragoman.formats.tags import strip_tags
from dragoman.model.document import Unit
from dragoman.plugs import Format
from dragoman.translation.glossary import Term, find_missing_term

_LONG_NUMBER = re.compile(r"</?g[0-9]{7}")
"""No document has ten million tags, and Python refuses to read numbers of absurd length."""
_OBJECT_LIMIT = 64
"""Opening braces at which a JSON object is tried; bounds the time for an answer of braces."""
LENGTH_FACTOR = 8
LENGTH_FLOOR_BYTES = 200
"""A translation longer than 8 × its source + 200 bytes is a loop or a chat, not a translation."""


class Fault(NamedTuple):
    """Why a unit's answer is not used: an allow-listed code, and a sentence for the translator."""

    code: str
    reason: str


class Reading(NamedTuple):
    """What an answer holds, by id."""

    texts: Mapping[str, str]
    faults: Mapping[str, Fault]


MALFORMED = Fault("malformed", "The answer was not the JSON object that was asked for.")
TRUNCATED = Fault("truncated", "The answer ended before it was complete.")
OVERSIZED = Fault("oversized", "The request was longer than the model reads.")
DECLINED = Fault("declined", "The model would not answer about this text.")
_MISSING = Fault("missing", "The answer held nothing for this id.")
_REPEATED = Fault("repeated", "The answer held this id more than once.")
_WRONG_TYPE = Fault("wrong-type", "`text` was not a string.")
_EMPTY = Fault("empty", "The translation was empty.")
_TOO_LONG = Fault("too-long", "The translation was far longer than the text.")
_CHARACTERS = Fault("characters", "The translation held characters that no text may hold.")


def read_reply(content: str, ids: Iterable[str]) -> Reading:
    """The text for each of `ids`, or why there is none; ids decide, order does not.

    Code fences and prose around one JSON object are looked through.
    Raises: ProviderMalformed when there is no object with a list `units`.
    """
    items = _find_units(content)
    found: dict[str, list[Any]] = {}
    for item in items:
        if isinstance(item, dict) and (name := _read_id(item.get("id"))) is not None:
            found.setdefault(name, []).append(item.get("text"))
    texts: dict[str, str] = {}
    faults: dict[str, Fault] = {}
    for name in ids:
        answers = found.get(name, [])
        if len(answers) != 1:
            faults[name] = _REPEATED if answers else _MISSING
        elif not isinstance(answers[0], str):
            faults[name] = _WRONG_TYPE
        else:
            texts[name] = answers[0]
    return Reading(texts, faults)


def trim_like(unit: Unit, text: str) -> str:
    """The text without the blanks around it that its unit does not have either."""
    return text.strip() if unit.text == unit.text.strip() else text


def judge_text(plug: Format, unit: Unit, text: str) -> Fault | None:
    """Why `text` can never stand for `unit`, None when it can."""
    if not text or (not strip_tags(text).strip() and strip_tags(unit.text).strip()):
        return _EMPTY
    if not all(map(_is_allowed, text)):
        return _CHARACTERS
    if len(text.encode()) > LENGTH_FACTOR * len(unit.text.encode()) + LENGTH_FLOOR_BYTES:
        return _TOO_LONG
    if _LONG_NUMBER.search(text):
        return _CHARACTERS
    reason = plug.refuse(unit, text)
    return Fault("refused", reason) if reason else None


def judge_terms(terms: Iterable[Term], text: str) -> Fault | None:
    """The term that `text` should use and does not, as a fault."""
    missing = find_missing_term(tuple(terms), text)
    if missing is None:
        return None
    return Fault("term", f'"{missing.source}" must be translated as "{missing.target}".')


def _read_id(value: object) -> str | None:
    """An id; numbers are let pass, since some models unquote them.

    >>> _read_id("1"), _read_id(1), _read_id(True), _read_id([])
    ('1', '1', None, None)
    """
    if isinstance(value, str):
        return value
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else None


def _is_allowed(letter: str) -> bool:
    """Whether a text may hold the character: no control, surrogate or noncharacter."""
    if letter in "\n\t":
        return True
    return unicodedata.category(letter) not in {"Cc", "Cs"} and ord(letter) & 0xFFFE != 0xFFFE


def _find_units(content: str) -> list[Any]:
    for value in _list_objects(content):
        if isinstance(value, dict) and isinstance(value.get("units"), list):
            units: list[Any] = value["units"]
            return units
    raise ProviderMalformed("the answer is not the JSON of the contract")


def _list_objects(content: str) -> Iterable[object]:
    """The JSON objects in `content`, from its outermost on."""
    decoder = json.JSONDecoder(parse_constant=_refuse_constant, parse_int=_read_int)
    at = content.find("{")
    for _ in range(_OBJECT_LIMIT):
        if at < 0:
            return
        value, end = _decode(decoder.raw_decode, content, at)
        if value is not None:
            yield value
        at = content.find("{", end)


def _decode(
    decode: Callable[[str, int], tuple[Any, int]], content: str, at: int
) -> tuple[Any, int]:
    try:
        return decode(content, at)
    except (ValueError, RecursionError):
        return None, at + 1


def _refuse_constant(name: str) -> object:
    raise ValueError(name)


def _read_int(digits: str) -> int:
    """A number, -1 for one of absurd length (Python refuses those beyond 4,300 digits)."""
    return int(digits) if len(digits) <= 20 else -1
