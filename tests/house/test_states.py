"""HOUSE §5: docs/states.md says what the code says."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from dataclasses import fields

from dragoman.model.run import PlanRow
from tests.house.tree import ROOT, Module, parse, source_modules

_NO_STATE = {"path", "locale", "tokens", "price"}


def read_tables(text: str) -> list[list[str]]:
    """The first cells of each table of a page, without head and rule."""
    tables = re.findall(r"^\|.*\|\n\|[-| :]+\|\n((?:\|.*\|\n)+)", text, re.MULTILINE)
    return [re.findall(r"^\| *(\w+) *\|", table, re.MULTILINE) for table in tables]


def find_file_states(modules: Iterable[Module]) -> set[str]:
    """The states that are given to outcomes of files: 4th argument of FileOutcome, or `state=`."""
    found: set[str] = set()
    for module in modules:
        for node in ast.walk(module.tree):
            if not isinstance(node, ast.Call):
                continue
            given = [keyword.value for keyword in node.keywords if keyword.arg == "state"]
            if getattr(node.func, "id", "") == "FileOutcome":
                given += node.args[3:4]
            found.update(
                constant.value
                for value in given
                for constant in ast.walk(value)
                if isinstance(constant, ast.Constant) and isinstance(constant.value, str)
            )
    return found


def test_the_states_document_is_true():
    units, files = read_tables((ROOT / "docs" / "states.md").read_text(encoding="utf-8"))
    assert units == [field.name for field in fields(PlanRow) if field.name not in _NO_STATE]
    runs = [module for module in source_modules() if "/runs/" in module.path]
    assert sorted(files) == sorted(find_file_states(runs))


def test_every_state_of_a_unit_is_in_the_diagram():
    text = (ROOT / "docs" / "states.md").read_text(encoding="utf-8")
    diagram = text.partition("```mermaid")[2].partition("```")[0]
    drawn = set(re.findall(r"(\w+) -->|--> (\w+):", diagram))
    assert {name for pair in drawn for name in pair if name} == set(read_tables(text)[0])


def test_the_reader_sees_states_in_calls_and_tables():
    module = parse("FileOutcome(a, b, c, 'x')\nreplace(o, state='y' if z else 'w')\nother('v')\n")
    assert find_file_states([module]) == {"x", "y", "w"}
    assert read_tables("| a | b |\n|---|---|\n| one | 1 |\n| two | 2 |\n") == [["one", "two"]]
