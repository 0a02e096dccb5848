"""HOUSE §3, imports: at the top, in one direction, by name only in loading.py.

Floors are import-linter's (`make check`); what it cannot say stands here.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from graphlib import CycleError, TopologicalSorter

import pytest

from tests.house.tree import Module, parse, source_modules

LOADING = "src/dragoman/loading.py"


def module_name(path: str) -> str:
    """`src/dragoman/db/__init__.py` → `dragoman.db`."""
    return path.removeprefix("src/").removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def find_hidden_imports(module: Module) -> list[str]:
    found = [
        module.place(node, f"import inside {function.name}")
        for function in module.functions()
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]
    for node in ast.walk(module.tree):
        names = {getattr(node, "id", ""), getattr(node, "attr", "")}
        names.update(
            alias.name for alias in getattr(node, "names", []) if isinstance(alias, ast.alias)
        )
        found += [
            module.place(node, name) for name in sorted(names & {"TYPE_CHECKING", "__import__"})
        ]
        if module.path != LOADING and any(str(name).split(".")[0] == "importlib" for name in names):
            found.append(module.place(node, "importlib outside loading.py"))
        if module.path != LOADING and getattr(node, "module", None) in {"importlib", "pkgutil"}:
            found.append(module.place(node, f"{node.module} outside loading.py"))
    return found


def list_targets(module: Module, known: Iterable[str]) -> set[str]:
    """The modules of the program that `module` imports, the nearest known name of each."""
    names: set[str] = set()
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.update(
                full if (full := f"{node.module}.{alias.name}") in known else node.module
                for alias in node.names
            )
    return names.intersection(known)


def find_circle(graph: Mapping[str, Iterable[str]]) -> list[str]:
    """The modules of one import circle, [] when there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as circle:
        return list(circle.args[1])
    return []


def test_every_import_stands_at_the_top():
    assert [line for module in source_modules() for line in find_hidden_imports(module)] == []


def test_no_module_imports_itself_in_a_circle():
    modules = {module_name(module.path): module for module in source_modules()}
    assert (
        find_circle({name: list_targets(module, modules) for name, module in modules.items()}) == []
    )


@pytest.mark.parametrize(
    "snippet",
    [
        "def f():\n    import json\n",
        "async def f():\n    from json import loads\n",
        "from typing import TYPE_CHECKING\n",
        "import typing\nif typing.TYPE_CHECKING:\n    pass\n",
        "import importlib\n",
        "import importlib.metadata\n",
        "from importlib import import_module\n",
        "x = __import__('json')\n",
    ],
)
def test_the_rule_sees_a_hidden_import(snippet):
    assert find_hidden_imports(parse(snippet))


def test_the_rule_sees_a_circle_over_three_modules():
    assert find_circle({"a": ["b"], "b": ["c"], "c": ["a"]})
    assert find_circle({"a": ["b", "c"], "b": ["c"], "c": []}) == []


def test_from_package_import_module_means_the_module():
    module = parse("from dragoman.cli import groups\nfrom dragoman.cli import Nothing\n")
    known = {"dragoman.cli", "dragoman.cli.groups"}
    assert list_targets(module, known) == {"dragoman.cli", "dragoman.cli.groups"}
