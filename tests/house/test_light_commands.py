"""HOUSE §3: commands that need no database do not even import one."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = "psycopg psycopg_pool fastapi starlette httpx2 openai anthropic".split()

# Exit codes do not matter here: a command that complains has still been imported.
_REPORT = """
import sys
from dragoman.cli.entry import run
code = run(sys.argv[1:])
print("heavy:", *[name for name in {heavy!r} if name in sys.modules])
print("code:", code)
"""

PAGE = "# Title\n\nSome words in a paragraph.\n"
CONFIG = '---\ntargets: [de]\nsources:\n  "*.md": "i18n/{locale}/{relpath}"\n---\n'


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "page.md").write_text(PAGE, encoding="utf-8")
    (tmp_path / "L10N.md").write_text(CONFIG, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["plan", "--json"],
        ["check", "--json"],
        ["units", "page.md"],
        ["verify", "page.md", "page.md"],
        ["prove", "page.md"],
        ["config", "explain", "page.md", "de"],
        ["status"],
    ],
    ids=lambda words: words[0],
)
def test_offline_commands_import_no_database_and_no_network(folder, arguments):
    shown = report_imports(arguments, folder)
    assert "heavy:\n" in shown
    assert "code: 0" in shown or arguments[0] == "check"


def test_the_report_sees_a_heavy_import(folder):
    shown = report_imports(["--help"], folder, "import psycopg\n")
    assert "heavy: psycopg" in shown


def report_imports(arguments, folder, before=""):
    code = before + _REPORT.format(heavy=HEAVY)
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout
