"""The repository as the house's rules see it: parsed modules and tracked files."""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SRC = ROOT / "src" / "dragoman"

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Module:
    """One Python file: its path as the rules print it, its text and its syntax tree."""

    path: str
    text: str
    tree: ast.Module

    def functions(self) -> Iterator[Function]:
        """Every function and method, nested ones too."""
        return (node for node in ast.walk(self.tree) if isinstance(node, Function))

    def classes(self) -> Iterator[ast.ClassDef]:
        """Every class."""
        return (node for node in ast.walk(self.tree) if isinstance(node, ast.ClassDef))

    def place(self, node: ast.AST, what: str) -> str:
        """`path:line: what`."""
        return f"{self.path}:{getattr(node, 'lineno', 0)}: {what}"


def parse(text: str, path: str = "snippet.py") -> Module:
    """A module of `text`."""
    return Module(path, text, ast.parse(text))


@cache
def source_modules() -> tuple[Module, ...]:
    """Every module of the program."""
    return tuple(_read(path) for path in sorted(SRC.rglob("*.py")))


@cache
def all_modules() -> tuple[Module, ...]:
    """Every tracked Python file: program, tests, scripts, benchmarks."""
    return tuple(_read(ROOT / path) for path in tracked_files() if path.endswith(".py"))


@cache
def tracked_files() -> tuple[str, ...]:
    """The paths git knows, as they stand in the work tree."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout
    return tuple(path for path in listed.split("\0") if path and (ROOT / path).is_file())


def _read(path: Path) -> Module:
    return parse(path.read_text(encoding="utf-8"), path.relative_to(ROOT).as_posix())
