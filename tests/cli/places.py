"""The command line in this process, in a repository of the test's own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from dragoman.cli.entry import run
from dragoman.settings import Settings
from tests.runs.places import put


def enter(root: Path, monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Path:
    """Makes `root` the working directory and the test's database the program's."""
    monkeypatch.chdir(root)
    monkeypatch.setenv("DRAGOMAN_DATABASE_URL", settings.database_url)
    monkeypatch.setenv("DRAGOMAN_CONFIG", str(put(root, "machine.toml", "")))
    return root


def run_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, Any]:
    """The exit code and the JSON document that a command printed."""
    capsys.readouterr()
    code = run(arguments)
    return code, json.loads(capsys.readouterr().out)
