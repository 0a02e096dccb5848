"""HOUSE §3: commands that need no database do not even import one."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

HEAVY = "psycopg psycopg_pool fastapi starlette httpx2 openai anthropic".split()

# All in one process: whatever one of them imports is still there after the last.
_REPORT = """
import json, sys
from dragoman.cli.entry import run
for words in json.loads(sys.argv[1]):
    code = run(words)
    print("REPORT", words[0], code, *[name for name in {heavy!r} if name in sys.modules])
"""

COMMANDS = [
    ["--help"],
    ["plan", "--json"],
    ["check", "--json"],
    ["units", "page.md"],
    ["verify", "page.md", "page.md"],
    ["prove", "page.md"],
    ["config", "explain", "page.md", "de"],
    ["status"],
]

PAGE = "# Title\n\nSome words in a paragraph.\n"
CONFIG = '---\ntargets: [de]\nsources:\n  "*.md": "i18n/{locale}/{relpath}"\n---\n'


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "page.md").write_text(PAGE, encoding="utf-8")
    (tmp_path / "L10N.md").write_text(CONFIG, encoding="utf-8")
    return tmp_path


def test_offline_commands_import_no_database_and_no_network(folder):
    reports = report_imports(COMMANDS, folder)
    assert [report.split()[0] for report in reports] == [words[0] for words in COMMANDS]
    # `check` has a finding: there is no translation yet. Every other command succeeds.
    assert [report for report in reports if report not in CLEAN] == []


CLEAN = {f"{words[0]} {int(words[0] == 'check')}" for words in COMMANDS}


def test_the_report_sees_a_heavy_import(folder):
    assert report_imports([["--help"]], folder, "import psycopg\n") == ["--help 0 psycopg"]


def report_imports(commands, folder, before=""):
    """One line per command: its name, its exit code, and the heavy modules imported so far."""
    done = subprocess.run(
        [sys.executable, "-c", before + _REPORT.format(heavy=HEAVY), json.dumps(commands)],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    lines = done.stdout.splitlines()
    return [line.removeprefix("REPORT ") for line in lines if line.startswith("REPORT ")]
