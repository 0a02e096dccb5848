"""Tables for pipes, JSON for programs, notes for people."""

from __future__ import annotations

import io
import json
import sys

from dragoman.cli.output import align_columns, print_json, print_note, print_table


def test_numbers_stand_right_and_lines_end_without_blanks():
    assert align_columns(["path", "new", "note"], [["a", 3, "x"], ["long", 12, ""]]) == [
        "path  new  note",
        "a       3  x",
        "long   12",
    ]


def test_a_table_without_rows_is_its_head(capsys):
    print_table(["path", "new"], [])
    assert capsys.readouterr().out == "path  new\n"


def test_notes_stay_out_of_standard_output(capsys):
    print_note("hello")
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", "hello\n")


def test_json_shows_letters_as_they_are(capsys):
    print_json({"text": "café"})
    assert "café" in capsys.readouterr().out


def test_json_stays_json_where_letters_cannot_be_shown(monkeypatch):
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="ascii"))
    print_json({"text": "café", "path": "\udcff"})
    sys.stdout.flush()
    assert json.loads(raw.getvalue()) == {"text": "café", "path": "\udcff"}
