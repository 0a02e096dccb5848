"""`dragoman config explain`: values and where they came from."""

from __future__ import annotations

import pytest

from dragoman.cli.entry import run
from tests.cli.places import run_json


@pytest.mark.usefixtures("repository")
def test_each_value_comes_with_its_origin(capsys):
    code, found = run_json(capsys, "config", "explain", "docs/page.md", "fr", "--json")
    values = {one["key"]: (one["value"], one["origin"]) for one in found["values"]}
    assert code == 0
    assert values["targets"] == ("fr", "L10N.md:4")
    assert values["retries"] == ("2", "default")


@pytest.mark.usefixtures("repository")
def test_the_table_has_three_columns(capsys):
    assert run(["config", "explain", "docs/page.md", "fr"]) == 0
    assert capsys.readouterr().out.splitlines()[0].split() == ["key", "value", "origin"]


@pytest.mark.usefixtures("repository")
def test_an_unknown_subcommand_is_refused_with_a_suggestion(capsys):
    assert run(["config", "explian"]) == 2
    assert "explain" in capsys.readouterr().err
