"""`dragoman init`: a starter that works, and never a lost file."""

from __future__ import annotations

import json

import pytest

from dragoman.cli.entry import run
from tests.runs.places import put


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DRAGOMAN_CONFIG", str(put(tmp_path, "machine.toml", "")))
    put(tmp_path, "docs/page.md", "# Page\n")
    return tmp_path


def test_the_starter_can_be_planned_at_once(capsys):
    assert run(["init", "--to", "fr", "--to", "ja", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"flavour": "gfm", "folder": "docs", "files": 1}
    assert run(["plan", "--strict", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["files"]) == 2


def test_an_existing_file_is_never_overwritten(place, capsys):
    put(place, "L10N.md", "mine")
    assert run(["init"]) == 2
    assert "L10N.md" in capsys.readouterr().err
    assert (place / "L10N.md").read_text() == "mine"


def test_the_next_command_is_named(capsys):
    assert run(["init"]) == 0
    assert "dragoman plan" in capsys.readouterr().out
