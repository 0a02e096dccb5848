"""`dragoman units`: the shape that others rely on."""

from __future__ import annotations

import json

from dragoman.cli.entry import run
from dragoman.cli.units import describe_unit
from dragoman.model.document import Span, Unit
from tests.runs.places import put


def test_a_unit_is_exactly_the_promised_object():
    unit = Unit("k", "paragraph", "a <g1>b</g1>", Span(3, 9), "Top > Sub")
    assert describe_unit(unit) == {
        "key": "k",
        "kind": "paragraph",
        "text": "a <g1>b</g1>",
        "span": [3, 9],
        "context": "Top > Sub",
    }


def test_units_of_a_file_are_printed_with_tags_and_spans(tmp_path, capsys):
    path = put(tmp_path, "a.md", "# Top\n\nSome *text*, and `code`.\n")
    assert run(["units", str(path), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["units"]
    assert [(one["text"], one["span"]) for one in found] == [
        ("Top", [2, 5]),
        ("Some <g1>text</g1>, and <g2/>.", [7, 31]),
    ]
    assert found[1]["context"] == "Top"


def test_without_json_a_table_is_printed(tmp_path, capsys):
    assert run(["units", str(put(tmp_path, "a.md", "# Top\n"))]) == 0
    assert capsys.readouterr().out.splitlines()[1].split() == ["2-5", "heading", "Top"]


def test_a_flavour_can_be_named_and_an_unknown_one_is_refused(tmp_path, capsys):
    path = put(tmp_path, "a.md", "!!! note\n    Body text.\n")
    assert run(["units", str(path), "--flavour", "mkdocs", "--json"]) == 0
    texts = [one["text"] for one in json.loads(capsys.readouterr().out)["units"]]
    assert "Body text." in texts
    assert run(["units", str(path), "--flavour", "mkdoks"]) == 2
    assert "mkdocs" in capsys.readouterr().err


def test_a_suffix_without_format_is_refused(tmp_path, capsys):
    assert run(["units", str(put(tmp_path, "a.png", "x"))]) == 1
    assert "a.png" in capsys.readouterr().err
