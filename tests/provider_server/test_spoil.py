"""Every spoiled answer is wrong in the way its name says."""

from __future__ import annotations

import json
from random import Random

import pytest

from tests.provider_server.spoil import SPOILERS, write_answer

GOOD = [
    {"id": "1", "text": "A <g1>bold</g1> word <g2/>"},
    {"id": "2", "text": "Another <g1>one</g1>"},
    {"id": "3", "text": "No tags"},
]
READABLE = sorted(
    SPOILERS.keys()
    - {"malformed", "not_json", "not_object", "wrong_key", "deep", "nothing", "fenced", "prose"}
    - {"twice"}
)


def spoil(kind, at=0, seed=1):
    return SPOILERS[kind](json.loads(json.dumps(GOOD)), at, Random(seed))  # noqa: S311 - chance that can be repeated


def read(kind, **more):
    return json.loads(spoil(kind, **more))["units"]


@pytest.mark.parametrize("kind", sorted(SPOILERS))
def test_no_spoiled_answer_is_the_good_one(kind):
    assert any(spoil(kind, seed=seed) != write_answer(GOOD) for seed in range(5))


@pytest.mark.parametrize("kind", sorted(SPOILERS))
def test_the_same_chance_spoils_the_same_way(kind):
    assert spoil(kind, seed=7) == spoil(kind, seed=7)


@pytest.mark.parametrize("kind", READABLE)
def test_a_fault_of_one_unit_leaves_an_object_of_the_contract(kind):
    assert isinstance(read(kind), list)


@pytest.mark.parametrize("kind", ["not_json", "deep", "nothing"])
def test_no_json_is_none(kind):
    with pytest.raises((ValueError, RecursionError)):
        json.loads(spoil(kind))


def test_broken_json_is_mostly_none():
    broken = 0
    for seed in range(40):
        try:
            broken += json.loads(spoil("malformed", seed=seed)) is None
        except ValueError:
            broken += 1
    assert broken > 20


def test_ids_go_wrong_as_named():
    def list_ids(kind):
        return [unit["id"] for unit in read(kind)]

    assert list_ids("swapped_ids") == ["2", "1", "3"]
    assert list_ids("missing") == ["2", "3"]
    assert list_ids("repeated") == ["1", "2", "3", "1"]
    assert list_ids("unknown_id") == ["1", "2", "3", "zzz"]
    assert list_ids("renamed_id") == ["zzz", "2", "3"]
    assert list_ids("number_id") == [1, 2, 3]


def test_tags_go_wrong_as_named():
    text = GOOD[0]["text"]
    assert len(read("dropped_tag")[0]["text"]) < len(text)
    assert "<g97/>" in read("invented_tag")[0]["text"]
    assert "<g1></g1>" in read("emptied_wrapper")[0]["text"]
    assert read("doubled_tag")[0]["text"].count("<g") > text.count("<g")


def test_texts_go_wrong_as_named():
    assert not read("empty_text")[0]["text"].strip()
    assert not isinstance(read("wrong_type")[0]["text"], str)
    assert len(read("huge")[0]["text"]) > 200_000
    assert any(0xD800 <= ord(letter) <= 0xDFFF for letter in read("surrogate")[0]["text"])
    assert "text" not in read("no_text")[0]


def test_only_the_unit_asked_for_is_spoiled():
    for kind in ("dropped_tag", "empty_text", "wrong_type", "huge", "control", "surrogate"):
        units = read(kind, at=1)
        assert [units[0], units[2]] == [GOOD[0], GOOD[2]]
        assert units[1] != GOOD[1]
