"""Recorded answers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dragoman.errors import ConfigurationError, NotConfigured
from dragoman.providers.model import Model
from dragoman.providers.replay import open_replay, read_recording
from tests.providers.requests import ask_for, read_pairs


def record(path: Path, *entries: tuple[str, str, str]) -> Model:
    lines = (
        json.dumps({"language": language, "text": text, "translation": translation})
        for language, text, translation in entries
    )
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return Model(f"replay/{path}", "replay", str(path))


async def test_what_is_recorded_for_the_language_is_answered_and_the_rest_is_missing(tmp_path):
    model = record(tmp_path / "r.jsonl", ("es", "Hi", "Hola"), ("de", "Bye", "Tschüss"))
    reply = await open_replay(model).translate(ask_for("Hi", "Bye"))
    assert read_pairs(reply) == {"1": "Hola"}


def test_the_later_of_two_lines_wins_and_empty_lines_are_none():
    line = '{"language":"es","text":"Hi","translation":"%s"}'
    assert read_recording(f"{line % 'a'}\n\n{line % 'b'}\n") == {("es", "Hi"): "b"}


@pytest.mark.parametrize("line", ["no json", "[]", '{"language":"es","text":1,"translation":"x"}'])
def test_a_line_that_records_nothing_is_named(line):
    with pytest.raises(ConfigurationError, match="no recorded answer") as raised:
        read_recording(f"\n{line}", "r.jsonl")
    assert (raised.value.path, raised.value.line) == ("r.jsonl", 2)


def test_a_file_that_is_away_or_not_text_is_not_configured(tmp_path):
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    for name in ("away", "bytes"):
        with pytest.raises(NotConfigured) as raised:
            open_replay(Model("replay/x", "replay", str(tmp_path / name)))
        assert raised.value.remedy
