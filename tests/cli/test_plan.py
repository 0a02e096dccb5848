"""`dragoman plan`: the shape that others rely on."""

from __future__ import annotations

import json

import pytest

from dragoman.cli.entry import run
from dragoman.cli.plan import describe_row, format_price, show_rows
from dragoman.model.run import PlanRow, PriceBand
from tests.runs.places import L10N, plant, put

ROW = PlanRow("a.md", "fr", 1, 2, 3, 4, 5, 60, PriceBand(0.5, 1.5, "USD"))


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    monkeypatch.setenv("DRAGOMAN_CONFIG", str(put(tmp_path, "machine.toml", "")))
    plant(tmp_path / "repository")
    monkeypatch.chdir(tmp_path / "repository")
    return tmp_path / "repository"


def test_a_row_is_exactly_the_promised_object():
    assert describe_row(ROW) == {
        "path": "a.md",
        "locale": "fr",
        "new": 1,
        "changed": 2,
        "reused": 3,
        "human": 4,
        "outdated": 5,
        "tokens": 60,
        "price": {"low": 0.5, "high": 1.5, "currency": "USD"},
    }


def test_prices_are_free_unknown_or_a_band():
    assert format_price(0.5, 1.5, ROW) == "0.5000-1.5000 USD"
    assert format_price(0, 0, ROW) == "free"
    no_price = PlanRow("a.md", "fr", 1, 2, 3, 4, 5, 60, PriceBand(0, 0, ""))
    assert format_price(0, 0, no_price) == "price unknown"


def test_the_table_of_a_pipe_is_plain_text(capsys):
    show_rows([ROW])
    captured = capsys.readouterr()
    cells = ["a.md", "fr", "1", "2", "3", "4", "5", "60", "0.5000-1.5000", "USD"]
    assert captured.out.splitlines()[1].split() == cells
    assert "1 files, 3 units" in captured.err


def test_a_named_model_prices_the_plan(capsys):
    assert run(["plan", "--json", "--model", "openai/gpt-4o"]) == 0
    (row,) = json.loads(capsys.readouterr().out)["files"]
    assert 0 < row["price"]["low"] < row["price"]["high"]
    assert row["price"]["currency"] == "USD"


def test_an_unknown_model_is_refused(capsys):
    assert run(["plan", "--model", "gpt-nonsense"]) == 2
    assert "gpt-nonsense" in capsys.readouterr().err


def test_a_file_that_cannot_be_planned_fails_the_command_and_spares_the_others(place, capsys):
    put(place, "docs/bad.md", b"\xff\xfe\n")
    assert run(["plan", "--json"]) == 1
    captured = capsys.readouterr()
    assert [row["path"] for row in json.loads(captured.out)["files"]] == ["docs/page.md"]
    assert "docs/bad.md" in captured.err


def test_paths_are_those_of_the_working_directory(place, capsys, monkeypatch):
    put(place, "docs/sub/other.md", "# Other\n")
    put(place, "L10N.md", L10N)
    monkeypatch.chdir(place / "docs/sub")
    assert run(["plan", "--json", "."]) == 0
    assert [row["path"] for row in json.loads(capsys.readouterr().out)["files"]] == [
        "docs/sub/other.md"
    ]
