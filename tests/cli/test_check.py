"""`dragoman check`: shapes, annotations and exit codes."""

from __future__ import annotations

import json

import pytest

from dragoman.cli.check import annotate, describe_finding, describe_line
from dragoman.cli.entry import run
from dragoman.model.finding import Finding
from tests.runs.places import PAGE, plant, put

FINDING = Finding("i18n/fr/a.md", "fr", 3, "urls", "warning", "100 %\nlost", "key")
TARGET = "# Bienvenue\n\nLe premier.\n\nLe second a **gras** mots.\n"


@pytest.fixture
def place(tmp_path, monkeypatch):
    monkeypatch.chdir(plant(tmp_path, {"docs/page.md": PAGE, "i18n/fr/page.md": TARGET}))
    return tmp_path


def test_a_finding_is_exactly_the_promised_object():
    assert describe_finding(FINDING) == {
        "path": "i18n/fr/a.md",
        "locale": "fr",
        "line": 3,
        "code": "urls",
        "severity": "warning",
        "message": "100 %\nlost",
    }


def test_a_line_of_text_begins_with_the_place():
    assert describe_line(FINDING).startswith("i18n/fr/a.md:3: warning: ")
    assert describe_line(FINDING._replace(line=0)).startswith("i18n/fr/a.md: warning: ")


def test_an_annotation_keeps_to_one_line():
    assert annotate(FINDING) == ("::warning file=i18n/fr/a.md,line=3,title=urls::100 %25%0Alost")


@pytest.mark.usefixtures("place")
def test_a_good_translation_ends_with_zero(capsys):
    assert run(["check", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"findings": []}


@pytest.mark.parametrize("style", ["text", "github"])
def test_a_finding_ends_with_one(place, capsys, style):
    put(place, "i18n/fr/page.md", TARGET + "\nEncore.\n")
    assert run(["check", "--format", style]) == 1
    captured = capsys.readouterr()
    assert "i18n/fr/page.md" in captured.out
    assert "1 errors, 0 warnings" in captured.err
