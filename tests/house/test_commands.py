"""HOUSE §5: every command of the Makefile is in its help, and CI runs no other."""

from __future__ import annotations

import re
import subprocess

from tests.house.tree import ROOT

COMMANDS = "setup dev check test stories all demo docs bench clean".split()


def list_help() -> dict[str, str]:
    shown = subprocess.run(
        ["make", "--no-print-directory", "help"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    return dict(re.findall(r"^  make (\w+) +(\S.*)$", shown, re.MULTILINE))


def test_the_help_names_every_command():
    shown = list_help()
    phony = re.search(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert phony
    assert sorted(shown) == sorted(phony[1].split())
    assert set(COMMANDS) <= set(shown)


def test_ci_runs_make_all():
    assert (ROOT / ".ci" / "run").read_text().rstrip().endswith("make all")
