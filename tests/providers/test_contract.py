"""The JSON of the contract."""

from __future__ import annotations

import json

from dragoman.providers.contract import SCHEMA, write_question, write_units
from tests.providers.requests import ask_for


def test_a_question_is_one_compact_object_with_every_character_as_itself():
    assert write_question(ask_for("né", 'a "b"')) == (
        '{"units":[{"id":"1","text":"né"},{"id":"2","text":"a \\"b\\""}]}'
    )


def test_no_units_are_an_empty_list():
    assert json.loads(write_units([])) == {"units": []}


def test_the_schema_allows_nothing_but_ids_and_texts():
    units = SCHEMA["properties"]["units"]["items"]
    assert SCHEMA["additionalProperties"] is units["additionalProperties"] is False
    assert units["required"] == ["id", "text"]
