"""HOUSE §3, SQL: in .sql files, each with one reader of the same stem, none in .py."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from dragoman.db.named_sql import split_statements
from tests.house.tree import ROOT, SRC, Module, parse, source_modules

_STATEMENT = re.compile(
    r"""^\s*(?:
        SELECT\s | select\s+[\w*(].*\sfrom\s
      | (?i:INSERT\s+INTO | DELETE\s+FROM | UPDATE\s+[\w."]+\s+SET\s | TRUNCATE\s+\w
          | (?:CREATE|ALTER|DROP)\s+(?:TABLE|SCHEMA|INDEX|DATABASE|ROLE|USER|TYPE|FUNCTION)\b
          | WITH\s+\w+\s+AS\s*\( | LOCK\s+TABLE | LISTEN\s+\w+\s*;?\s*$ | NOTIFY\s+\w+)
      | (?:SET\s+(?:LOCAL|SESSION)|BEGIN|COMMIT|ROLLBACK|SHOW|PREPARE|EXECUTE)\b
    )""",
    re.VERBOSE | re.DOTALL,
)

_TABLE = re.compile(
    r"(?<!FOR )(?<!NO KEY )(?<!DO )(?<!DISTINCT )\b(?:FROM|JOIN|INTO|UPDATE)\s+"
    r"(?:ONLY\s+)?(?P<name>[a-z_][\w.]*)(?P<call>\s*\()?"
)
_CTE = re.compile(
    r"(?:\bWITH(?:\s+RECURSIVE)?|,)\s+(\w+)(?:\s*\([^)]*\))?\s+AS\s+(?:NOT\s+|MATERIALIZED\s+)*\("
)


def find_sql_text(module: Module) -> list[str]:
    """String constants that are statements."""
    return [
        module.place(node, node.value.strip()[:40])
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and _STATEMENT.match(node.value)
    ]


def find_unqualified(statement: str) -> list[str]:
    """Tables named without their schema."""
    own = set(_CTE.findall(statement))
    code = re.sub(r"--[^\n]*|EXTRACT\([^)]*\)", "", statement)
    return [
        match["name"]
        for match in _TABLE.finditer(code)
        if "." not in match["name"] and not match["call"] and match["name"] not in own
    ]


def statement_files() -> list[Path]:
    return [path for path in sorted(SRC.rglob("*.sql")) if path.parent.name != "migrations"]


def test_no_python_file_holds_a_statement():
    assert [line for module in source_modules() for line in find_sql_text(module)] == []


def test_every_sql_file_has_one_reader_of_the_same_stem():
    readers = {
        path.relative_to(ROOT).as_posix(): [
            module.path
            for module in source_modules()
            if module.path == path.with_suffix(".py").relative_to(ROOT).as_posix()
            or f'"{path.name}"' in module.text
        ]
        for path in statement_files()
    }
    assert {name: found for name, found in readers.items() if len(found) != 1} == {}


@pytest.mark.parametrize("path", statement_files(), ids=lambda path: path.name)
def test_statements_are_named_explained_and_qualified(path):
    statements = split_statements(path.read_text(encoding="utf-8"))
    assert statements
    for name, statement in statements.items():
        assert "_" in name, f"{name} is no verb_object"
        assert "%s" not in statement, f"{name}: parameters are named"
        assert find_unqualified(statement) == [], name


def test_migrations_are_numbered_without_gaps_and_say_why():
    for folder in {path.parent for path in SRC.rglob("migrations/*.sql")}:
        names = sorted(path.name for path in folder.glob("*.sql"))
        assert [name[:5] for name in names] == [f"{n:04}_" for n in range(1, len(names) + 1)]
        for name in names:
            assert (folder / name).read_text(encoding="utf-8").startswith("-- "), name


@pytest.mark.parametrize(
    "text",
    [
        "SELECT 1",
        "select a from b",
        "\n  INSERT INTO dragoman.x VALUES (1)",
        "update dragoman.x set y = 1",
        "with a as (select 1) select 2",
        "CREATE TABLE x ()",
        "SET LOCAL lock_timeout = 1",
        "COMMIT",
    ],
)
def test_the_rule_sees_a_statement(text):
    assert find_sql_text(parse(f"x = {text!r}\n"))


@pytest.mark.parametrize(
    "text", ["select the files", "Update your settings", "Create a table", "begin"]
)
def test_the_rule_leaves_english_alone(text):
    assert find_sql_text(parse(f"x = {text!r}\n")) == []


def test_the_rule_sees_an_unqualified_table():
    assert find_unqualified("SELECT a FROM x JOIN dragoman.y USING (a)") == ["x"]
    assert find_unqualified("WITH x AS (SELECT 1) SELECT * FROM x, unnest(%(a)s)") == []
    assert find_unqualified("SELECT a FROM dragoman.x FOR UPDATE SKIP LOCKED") == []
    assert find_unqualified("SELECT 1 FROM generate_series(1, 2)") == []
