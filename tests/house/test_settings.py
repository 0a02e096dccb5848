"""HOUSE §3: at most 20 settings, each with unit, default and reason."""

from __future__ import annotations

import ast

from tests.house.tree import SRC, Module, parse

MOST = 20


def read_fields(module: Module) -> dict[str, str]:
    """The fields of class Settings and the docstring below each, "" where none stands."""
    (owner,) = [found for found in module.classes() if found.name == "Settings"]
    fields: dict[str, str] = {}
    for node, below in zip(owner.body, [*owner.body[1:], None], strict=True):
        if isinstance(node, ast.AnnAssign):
            is_text = isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant)
            fields[ast.unparse(node.target)] = str(below.value.value) if is_text else ""
    return fields


def find_faults(fields: dict[str, str]) -> list[str]:
    faults = [f"{len(fields)} settings"] if len(fields) > MOST else []
    for name, doc in fields.items():
        variable, _, meaning = doc.partition(": ")
        if not variable.startswith("DRAGOMAN_") or len(meaning.split()) < 5:
            faults.append(f"{name}: {doc!r}")
    return faults


def test_settings_are_few_and_explained():
    fields = read_fields(parse((SRC / "settings.py").read_text(encoding="utf-8")))
    assert fields
    assert find_faults(fields) == []


def test_the_rule_sees_a_setting_without_words():
    assert find_faults(read_fields(parse("class Settings:\n    a: int = 1\n    b: int = 2\n")))


def test_the_rule_sees_too_many():
    crowd = {f"s{n}": "DRAGOMAN_S: five words of reason here" for n in range(21)}
    assert find_faults(crowd) == ["21 settings"]
