"""HOUSE §4: `tests/` mirrors `src/`; a module without tests of its own says why."""

from __future__ import annotations

import ast
from collections.abc import Collection
from pathlib import PurePosixPath

from tests.house.tree import ROOT, Module, parse, source_modules

ELSEWHERE = {
    "src/dragoman/__main__.py": "the stories start the program through it",
    "src/dragoman/plugs.py": "Protocols only; the conformance suites test what fulfils them",
    "src/dragoman/model/exchange.py": "values only; translation and providers test what they carry",
}
"""Modules tested in other places, and where."""


def has_behaviour(module: Module) -> bool:
    """Whether there is anything to test: a function or a class with methods."""
    return any(True for _ in module.functions())


def mirror_path(path: str) -> str:
    """`src/dragoman/db/connect.py` → `tests/db/test_connect.py`."""
    inside = PurePosixPath(path).relative_to("src/dragoman")
    stem = f"{inside.parent.name}_package" if inside.stem == "__init__" else inside.stem
    return str(PurePosixPath("tests") / inside.parent / f"test_{stem}.py")


def find_untested(modules: Collection[Module], tests: Collection[str]) -> list[str]:
    return [
        f"{module.path}: no {mirror_path(module.path)}"
        for module in modules
        if has_behaviour(module)
        and module.path not in ELSEWHERE
        and mirror_path(module.path) not in tests
    ]


def present_tests() -> set[str]:
    return {path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("test_*.py")}


def test_every_module_has_its_tests():
    assert find_untested(source_modules(), present_tests()) == []


def test_the_list_of_exceptions_is_true():
    paths = {module.path for module in source_modules()}
    assert [path for path in ELSEWHERE if path not in paths] == []
    assert [path for path in ELSEWHERE if mirror_path(path) in present_tests()] == []


def test_every_test_file_holds_a_test():
    empty = [
        path
        for path in sorted(present_tests())
        if not any(
            isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Assign | ast.ClassDef)
            and "test" in ast.unparse(node).split("(")[0].lower()
            for node in parse((ROOT / path).read_text(encoding="utf-8")).tree.body
        )
    ]
    assert empty == []


def test_the_rule_sees_a_module_without_tests():
    module = parse("def f(): ...\n", "src/dragoman/db/connect.py")
    assert find_untested([module], {"tests/db/test_other.py"})
    assert find_untested([module], {"tests/db/test_connect.py"}) == []
