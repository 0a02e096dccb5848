"""SQL lives in .sql files; this reads one into its named statements."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

_HEADER = re.compile(r"^-- name: *(?P<name>[a-z][a-z0-9_]*) *$")


def load_statements(path: Path) -> Mapping[str, str]:
    """The statements of the .sql file at `path` by name.

    Raises: ValueError for a file that `split_statements` refuses.
    """
    try:
        return split_statements(path.read_text(encoding="utf-8"))
    except ValueError as fault:
        raise ValueError(f"{path.name}: {fault}") from fault


def split_statements(text: str) -> Mapping[str, str]:
    r"""The statements of `text` by name, without their two comment lines.

    Takes: lines of `-- name: verb_object`, a comment saying what for, and one statement.
    Raises: ValueError for text before the first name, a name given twice, a statement without its
    comment, and an empty statement.

    >>> split_statements("-- name: find_one\n-- The number one.\nSELECT 1;\n")["find_one"]
    'SELECT 1'
    """
    blocks: dict[str, list[str]] = {}
    name = ""
    for line in text.splitlines():
        header = _HEADER.match(line)
        if header is not None:
            name = header["name"]
            if name in blocks:
                raise ValueError(f"the statement {name} stands here twice")
            blocks[name] = []
        elif name:
            blocks[name].append(line)
        elif line.strip():
            raise ValueError("text before the first `-- name: …`")
    return MappingProxyType({name: _join_statement(name, lines) for name, lines in blocks.items()})


def _join_statement(name: str, lines: list[str]) -> str:
    if not lines or not lines[0].startswith("-- "):
        raise ValueError(f"the statement {name} does not say what for")
    statement = "\n".join(lines[1:]).strip().removesuffix(";").strip()
    if not statement:
        raise ValueError(f"the statement {name} is empty")
    return statement
