"""HOUSE §3, names: what a thing does, never what sort of thing it is."""

from __future__ import annotations

import ast
import re
from pathlib import PurePosixPath

import pytest

from tests.house.tree import Module, all_modules, parse, source_modules, tracked_files

EMPTY_WORDS = frozenset(
    "manager helper helpers util utils common misc base core handler service data info impl"
    " abstract".split()
)

_WORDS = frozenset(
    [
        "manager",
        "helper",
        "helpers",
        "util",
        "utils",
        "common",
        "misc",
        "base",
        "core",
        "handler",
        "service",
        "data",
        "info",
        "impl",
        "abstract",
    ]
)

_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")


def split_words(name: str) -> list[str]:
    """The words of a snake_case, kebab-case or CamelCase name, in lower case."""
    return [word.lower() for word in _WORDS.findall(name)]


def find_empty_names(paths: list[str], classes: list[str]) -> list[str]:
    stems = [(path, PurePosixPath(path).stem) for path in paths]
    return [
        f"{where}: {', '.join(words)}"
        for where, name in [*stems, *((name, name) for name in classes)]
        if (words := sorted(EMPTY_WORDS.intersection(split_words(name))))
    ]


def find_vague_booleans(module: Module) -> list[str]:
    """Public functions that answer yes or no without a name that asks."""
    return [
        module.place(function, function.name)
        for function in module.functions()
        if isinstance(function.returns, ast.Name)
        and function.returns.id == "bool"
        and not function.name.startswith(("_", "is_", "has_"))
    ]


def test_no_file_or_class_has_an_empty_name():
    code = [path for path in tracked_files() if path.endswith((".py", ".sql", ".sh"))]
    classes = [owner.name for module in all_modules() for owner in module.classes()]
    assert find_empty_names(code, classes) == []


def test_functions_that_answer_yes_or_no_say_is_or_has():
    assert [line for module in source_modules() for line in find_vague_booleans(module)] == []


@pytest.mark.parametrize("name", ["UnitManager", "BaseFormat", "HTTPHandler", "DataInfo"])
def test_the_rule_sees_an_empty_class_name(name):
    assert find_empty_names([], [name])


@pytest.mark.parametrize("path", ["src/dragoman/utils.py", "src/dragoman/db/row_helper.py"])
def test_the_rule_sees_an_empty_file_name(path):
    assert find_empty_names([path], [])


def test_a_database_is_no_data():
    assert find_empty_names(["src/dragoman/db/database.py"], ["DatabaseUnavailable"]) == []


def test_the_rule_sees_a_vague_boolean():
    assert find_vague_booleans(parse("def check(x) -> bool:\n    return True\n"))
    assert not find_vague_booleans(parse("def is_full(x) -> bool:\n    return True\n"))
