"""Named statements are read from their files, and every one of the package is valid."""

import re
from pathlib import Path

import psycopg
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dragoman
from dragoman.db.named_sql import load_statements, split_statements

PACKAGE = Path(dragoman.__file__).parent
FILES = sorted(path for path in PACKAGE.rglob("*.sql") if path.parent.name != "migrations")
NAMES = st.from_regex(r"[a-z][a-z0-9_]{0,8}", fullmatch=True)


@given(st.dictionaries(NAMES, st.sampled_from(["SELECT 1", "SELECT\n  2", "DELETE FROM x -- y"])))
def test_what_is_written_under_names_is_read_under_them(statements):
    text = "\n".join(
        f"-- name: {name}\n-- Why.\n{statement};\n" for name, statement in statements.items()
    )
    assert dict(split_statements(text)) == statements


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("SELECT 1;", "before the first"),
        ("-- name: a\nSELECT 1;", "what for"),
        ("-- name: a\n-- Why.\n;", "empty"),
        ("-- name: a\n-- Why.\nSELECT 1;\n-- name: a\n-- Why.\nSELECT 2;", "twice"),
    ],
)
def test_a_file_that_breaks_a_rule_is_refused_with_the_reason(text, reason):
    with pytest.raises(ValueError, match=reason):
        split_statements(text)


def test_the_name_of_the_file_stands_in_the_reason(tmp_path):
    path = tmp_path / "wrong.sql"
    path.write_text("SELECT 1")
    with pytest.raises(ValueError, match=r"wrong\.sql: "):
        load_statements(path)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_postgresql_prepares_every_statement_of(path, database_url):
    for name, statement in load_statements(path).items():
        if statement.startswith("CREATE "):  # utility statements cannot be prepared; they are run
            continue
        with psycopg.connect(database_url) as connection:
            connection.execute(f"PREPARE {name} AS {number_parameters(statement)}")


def number_parameters(statement: str) -> str:
    """The statement as PREPARE wants it: $1, $2, … for named parameters, % for %%."""
    names = list(dict.fromkeys(re.findall(r"%\((\w+)\)[sbt]", statement)))
    numbered = re.sub(r"%\((\w+)\)[sbt]", lambda match: f"${names.index(match[1]) + 1}", statement)
    return numbered.replace("%%", "%")
