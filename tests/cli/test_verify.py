"""`dragoman verify`: the proof of one pair, and its exit code."""

from __future__ import annotations

import json

from dragoman.cli.entry import run
from tests.runs.places import put

SOURCE = "# Title\n\nSome **bold** text with `code`.\n"
TARGET = "# Titre\n\nDu texte **gras** avec `code`.\n"


def verify(tmp_path, source, target, *options):
    first, second = put(tmp_path, "en.md", source), put(tmp_path, "fr.md", target)
    return run(["verify", str(first), str(second), *options])


def test_other_words_alone_are_proven(tmp_path, capsys):
    assert verify(tmp_path, SOURCE, TARGET) == 0
    assert "verified: 2 units" in capsys.readouterr().out


def test_changed_code_inside_a_unit_is_not(tmp_path, capsys):
    assert verify(tmp_path, SOURCE, TARGET.replace("`code`", "`kode`")) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "fr.md" in captured.err


def test_changed_bytes_around_the_units_are_not(tmp_path):
    assert verify(tmp_path, SOURCE, TARGET.replace("\n\n", "\n\n\n")) == 1
    assert verify(tmp_path, SOURCE, TARGET.replace("\n", "\r\n")) == 1
    assert verify(tmp_path, SOURCE, TARGET.rstrip("\n")) == 1


def test_a_lost_or_added_unit_is_not(tmp_path):
    assert verify(tmp_path, SOURCE, "# Titre\n") == 1
    assert verify(tmp_path, SOURCE, TARGET + "\nEncore.\n") == 1


def test_the_result_is_json_on_request(tmp_path, capsys):
    assert verify(tmp_path, SOURCE, TARGET, "--json") == 0
    assert json.loads(capsys.readouterr().out)["verified"] is True
    assert verify(tmp_path, SOURCE, "# Titre\n", "--json") == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["verified"], found["code"]) == (False, "StructureDiffers")
