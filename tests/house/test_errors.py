"""HOUSE §3, errors: one tree, drawn as it is; codes are content-free and every leaf is used."""

from __future__ import annotations

import inspect
import re

from dragoman import errors
from tests.house.tree import source_modules

_NODE = re.compile(r"^(?P<lead>[│├└─ ]*)(?P<name>[A-Z]\w*)(?: |$)")

RESERVED = {
    "InvalidSyntax": "kind of spec: recovery §1; a Markdown text always parses, a catalog need not",
    "InvalidPreservedContent": "kind of spec: recovery §1; the token check of catalogs",
}
"""Errors that no code raises yet, each with its reason; the list must be exact."""


def read_drawing(docstring: str) -> set[tuple[str, str]]:
    """(child, parent) of every node drawn with box characters, four columns a level."""
    edges: set[tuple[str, str]] = set()
    path: list[str] = []
    for line in docstring.splitlines():
        node = _NODE.match(line)
        if node and ("─" in node["lead"] or (not path and node["name"].endswith("Error"))):
            depth = len(node["lead"]) // 4
            path = [*path[:depth], node["name"]]
            if depth:
                edges.add((path[depth], path[depth - 1]))
    return edges


def list_classes() -> dict[str, type[errors.DragomanError]]:
    return {
        name: owner
        for name, owner in vars(errors).items()
        if inspect.isclass(owner) and issubclass(owner, errors.DragomanError)
    }


def test_the_drawing_is_the_tree():
    real = {
        (name, owner.__bases__[0].__name__)
        for name, owner in list_classes().items()
        if owner is not errors.DragomanError
    }
    assert read_drawing(errors.__doc__ or "") == real


def test_a_code_is_the_name_of_its_class():
    assert {name: owner.code for name, owner in list_classes().items() if owner.code != name} == {}


def test_only_bedrock_defines_errors():
    others = [
        module.place(owner, owner.name)
        for module in source_modules()
        if module.path != "src/dragoman/errors.py"
        for owner in module.classes()
        if any("Error" in ast_name or "Exception" in ast_name for ast_name in base_names(owner))
    ]
    assert others == []


def base_names(owner) -> list[str]:
    return [getattr(base, "id", getattr(base, "attr", "")) for base in owner.bases]


def test_every_leaf_is_raised_somewhere():
    text = "\n".join(m.text for m in source_modules() if m.path != "src/dragoman/errors.py")
    parents = {base.__name__ for owner in list_classes().values() for base in owner.__bases__}
    leaves = set(list_classes()) - parents
    unused = {leaf for leaf in leaves if not re.search(rf"\b{leaf}\b", text)}
    assert unused == set(RESERVED)


def test_the_reader_of_drawings_sees_a_missing_branch():
    drawing = "RootError\n├── A  words\n│   └── B\n└── C\n"
    assert read_drawing(drawing) == {("A", "RootError"), ("B", "A"), ("C", "RootError")}
