from __future__ import annotations

import asyncio
import json
import random
import string

import pytest
import structlog
from hypothesis import given
from hypothesis import strategies as st

from dragoman.errors import ProviderMalformed, ProviderTruncated
from dragoman.formats.markdown import MARKDOWN
from dragoman.logs import ALLOWED_KEYS, configure_logs
from dragoman.model.document import Span, Unit
from dragoman.model.exchange import Reply, Request
from dragoman.translation.candidate import REJECTION_CODES, Outcome, Work
from dragoman.translation.reply import judge_text, read_reply, trim_like
from dragoman.translation.translate import translate_units
from tests.translation.works import SOURCE, make_work, translate_well

UNIT = Unit("k", "paragraph", "Read <g1>this</g1> <g2/>", Span(0, 1), "")
GOOD = '{"units": [{"id": "1", "text": "a"}, {"id": "2", "text": "b"}]}'


@pytest.mark.parametrize(
    "content",
    [
        GOOD,
        f"```json\n{GOOD}\n```",
        f"Here {{is}} your translation:\n{GOOD}\nGood luck!",
        '{"units": [{"id": 2, "text": "b"}, {"text": "a", "id": 1, "more": {}}, 7, null]}',
        GOOD[:-2] + ', {"id": "99", "text": "unknown"}]}',
    ],
)
def test_an_object_of_units_is_found_whatever_stands_around_it(content: str):
    assert read_reply(content, ["1", "2"]) == ({"1": "a", "2": "b"}, {})


@pytest.mark.parametrize(
    "content",
    ["", "sorry", "[]", '{"units": {}}', '{"unit": []}', GOOD[:-1], "{" * 50_000, "[" * 50_000,
     '{"units": ' + "[" * 50_000, '{"units": NaN}', GOOD.replace('"a"', '"a')],
)  # fmt: skip
def test_anything_else_is_malformed(content: str):
    with pytest.raises(ProviderMalformed):
        read_reply(content, ["1", "2"])


@pytest.mark.parametrize(
    ("items", "code"),
    [
        ([], "missing"),
        ([{"id": "2", "text": "x"}], "missing"),
        ([{"id": "1", "text": "x"}, {"id": "1", "text": "x"}], "repeated"),
        ([{"id": "1", "text": 7}], "wrong-type"),
        ([{"id": "1", "text": None}], "wrong-type"),
        ([{"id": "1"}], "wrong-type"),
        ([{"id": True, "text": "x"}], "missing"),
    ],
)
def test_each_fault_of_an_item_has_its_code(items: list[object], code: str):
    assert read_reply(json.dumps({"units": items}), ["1"]).faults["1"].code == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "empty"),
        (" \n", "empty"),
        ("<g1></g1> <g2/>", "empty"),
        ("Lies <g1>das</g1>", "refused"),
        ("Lies <g1>das</g1> <g2/> <g3/>", "refused"),
        ("Lies <g1>das <g2/>", "refused"),
        ("Lies <g1>das</g1> <g2/>" + "x" * 500, "too-long"),
        ("Lies <g1>das</g1> <g2/>\x00", "characters"),
        ("Lies <g1>das</g1> <g2/>\ud800", "characters"),
        ("Lies <g1>das</g1> <g2/>\uffff", "characters"),
        ("Lies <g1>das</g1> <g2/><g" + "1" * 50 + "/>", "characters"),
    ],
)
def test_a_text_that_cannot_stand_has_its_code(text: str, code: str):
    fault = judge_text(MARKDOWN, UNIT, text)
    assert fault is not None
    assert fault.code == code
    assert fault.reason


def test_a_good_text_stands_and_loses_only_blanks_its_unit_has_not():
    assert judge_text(MARKDOWN, UNIT, "<g2/> lies <g1>das</g1>") is None
    assert trim_like(UNIT, " a \n") == "a"
    assert trim_like(UNIT._replace(text=" b"), " a") == " a"


@given(st.text() | st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(),
    lambda inner: st.lists(inner)
    | st.dictionaries(st.sampled_from(["units", "id", "text"]), inner),
).map(json.dumps))  # fmt: skip
def test_no_answer_breaks_the_reader(content: str):
    try:
        reading = read_reply(content, ["1"])
    except ProviderMalformed:
        return
    assert set(reading.texts) ^ set(reading.faults) == {"1"}


class Faulty:
    """A provider whose every answer is damaged in a way the seed decides."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311 - damage, not keys
        self.answers = 0

    async def __call__(self, request: Request) -> Reply:
        self.answers += 1
        if self._random.random() < 0.03:
            raise self._random.choice([ProviderTruncated("cut"), ProviderMalformed("odd")])
        items: list[object] = list(translate_well(request))
        for _ in range(self._random.randint(0, 3)):
            self._damage_item(items)
        content = json.dumps({"units": items}, ensure_ascii=self._random.random() < 0.5)
        if self._random.random() < 0.3:
            content = self._damage_text(content)
        return Reply(content)

    def _damage_item(self, items: list[object]) -> None:
        if not items:
            return
        at = self._random.randrange(len(items))
        item = items[at]
        choice = self._random.randrange(6)
        if choice == 0:
            del items[at]
        elif choice == 1:
            items.append(self._random.choice([item, None, [], 3, {"id": "77", "text": "x"}]))
        elif choice == 2:
            self._random.shuffle(items)
        elif isinstance(item, dict) and isinstance(item.get("text"), str):
            damage = [self._damage_tags, self._damage_length, self._damage_type][choice - 3]
            items[at] = {**item, "text": damage(item["text"])}

    def _damage_tags(self, text: str) -> object:
        tags = ["<g1>", "</g1>", "<g2/>", "<g9/>", "<g1/>", "</g2>", "<g", "<g" + "7" * 5000 + "/>"]
        old, new = self._random.choice(tags), self._random.choice([*tags, ""])
        return text.replace(old, new, 1) if old in text else text + new

    def _damage_length(self, text: str) -> object:
        return self._random.choice(["", " ", text[: len(text) // 2], text * 40, "\n" + text])

    def _damage_type(self, text: str) -> object:
        return self._random.choice(
            [None, 1, [text], {"text": text}, text + "\x00", text + "\ud800"]
        )

    def _damage_text(self, content: str) -> str:
        at = self._random.randrange(len(content))
        letter = self._random.choice(string.printable)
        return self._random.choice(
            [
                content[:at],
                content[:at] + letter + content[at + 1 :],
                content[:at] + content[at + 1 :],
                f"```\n{content}\n```",
                f"Sure! {{}} {content} Bye.",
                content + content,
                content.replace('"', "'"),
            ]
        )


def judge_outcome(work: Work, outcome: Outcome) -> None:
    """Every unit has one fate; what was accepted proves itself in the assembled file."""
    fates = [*outcome.candidates, *(one.key for one in outcome.rejections)]
    assert sorted(fates) == sorted(work.keys)
    assert {one.code for one in outcome.rejections} <= REJECTION_CODES
    targets = {key: one.text for key, one in outcome.candidates.items()}
    for unit in work.document.units:
        if unit.key in targets:
            assert MARKDOWN.refuse(unit, targets[unit.key]) is None
            targets[unit.key].encode()
    written = MARKDOWN.splice(work.document, targets, [unit.key for unit in work.document.units])
    again = MARKDOWN.extract(written, work.document.options)
    assert list(MARKDOWN.differences(work.document, targets, again)) == []


def test_of_ten_thousand_damaged_answers_nothing_invalid_is_accepted(capfd):
    configure_logs("debug")
    work = make_work(SOURCE, voice="Voice of the house.", batch_bytes=80, concurrency=2)
    answers, codes, kept = 0, set(), 0
    try:
        for seed in range(10_000):
            provider = Faulty(seed)
            outcome = asyncio.run(translate_units(work, provider, None))
            judge_outcome(work, outcome)
            answers += provider.answers
            codes |= {one.code for one in outcome.rejections}
            kept += len(outcome.candidates)
            if answers >= 10_000:
                break
    finally:
        structlog.reset_defaults()
    lines = [json.loads(line) for line in capfd.readouterr().err.splitlines()]
    assert answers >= 10_000
    assert kept > 0
    assert len(lines) > 100
    assert {key for line in lines for key in line} <= ALLOWED_KEYS
    assert {line["code"] for line in lines} <= REJECTION_CODES
    secrets = ("nstall", "NSTALL", "folder", "FOLDER", "item", "ITEM", "house", "a.example", "<g")
    told = {str(value) for line in lines for value in line.values()}
    assert [value for value in told if any(secret in value for secret in secrets)] == []
