"""Exit codes and messages: one place, no traceback, pure output."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from dragoman.cli.commands import COMMANDS
from dragoman.cli.entry import exit_code_of, report_error, run
from dragoman.errors import (
    CommandFailed,
    ConfigurationError,
    CostLimit,
    DatabaseUnavailable,
    ProviderRateLimit,
    SchemaTooNew,
    SourceUnreadable,
)
from tests.runs.places import plant

LOADED = """
import sys
from dragoman.cli.entry import run
code = run(sys.argv[1:])
print(code, sorted({"psycopg", "rich", "httpx2", "structlog", "wcmatch"} & set(sys.modules)))
"""


def list_loaded(folder, *arguments):
    found = subprocess.run(
        [sys.executable, "-c", LOADED, *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    return found.stdout.splitlines()[-1]


def test_help_loads_next_to_nothing(tmp_path):
    assert list_loaded(tmp_path, "--help") == "0 []"


@pytest.mark.parametrize(
    "arguments",
    [("plan",), ("check",), ("status",), ("config", "explain", "docs/page.md", "fr")],
)
def test_offline_commands_load_neither_database_nor_network_nor_rich(tmp_path, arguments):
    line = list_loaded(plant(tmp_path), *arguments)
    assert not {"psycopg", "rich", "httpx2"} & set(line.split("'")), line


@pytest.mark.parametrize("name", COMMANDS)
def test_every_help_has_an_example(name, capsys):
    assert run([name, "--help"]) == 0
    out = capsys.readouterr().out
    assert "Examples:" in out or "Commands:" in out
    assert f"dragoman {name}" in out


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (ConfigurationError("x"), 2),
        (SchemaTooNew("x"), 2),
        (ProviderRateLimit("x"), 3),
        (CostLimit("x"), 3),
        (CommandFailed("x"), 1),
        (SourceUnreadable("x"), 1),
        (DatabaseUnavailable("x"), 1),
    ],
)
def test_every_kind_of_error_has_its_exit_code(fault, code, capsys):
    assert exit_code_of(fault) == code
    assert report_error(fault) == code
    assert capsys.readouterr().err == "dragoman: x\n"


def test_an_unexpected_error_is_one_line_with_a_code(capsys, monkeypatch):
    monkeypatch.delenv("DRAGOMAN_LOG_LEVEL", raising=False)
    assert report_error(ZeroDivisionError("secret")) == 1
    err = capsys.readouterr().err
    assert "InternalError" in err
    assert "secret" not in err
    assert "Traceback" not in err


def test_a_traceback_is_shown_on_request(capsys, monkeypatch):
    monkeypatch.setenv("DRAGOMAN_LOG_LEVEL", "debug")
    try:
        _ = 1 / 0
    except ZeroDivisionError as fault:
        report_error(fault)
    assert "Traceback" in capsys.readouterr().err


def test_an_unknown_option_is_a_matter_of_usage(capsys):
    assert run(["plan", "--nonsense"]) == 2
    assert "--nonsense" in capsys.readouterr().err


def test_an_impossible_setting_is_a_matter_of_usage(capsys, monkeypatch):
    monkeypatch.setenv("DRAGOMAN_CONCURRENCY", "0")
    assert run(["plan"]) == 2
    assert "DRAGOMAN_CONCURRENCY" in capsys.readouterr().err


def test_a_reader_that_leaves_is_no_reason_for_a_traceback(tmp_path):
    files = {f"docs/{n}.md": "# Title\n" for n in range(3000)}
    command = f"{sys.executable} -m dragoman plan | head -1"
    found = subprocess.run(
        ["bash", "-c", command],
        cwd=plant(tmp_path, files),
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in found.stderr
    assert "BrokenPipe" not in found.stderr


def test_json_stands_alone_on_standard_output(tmp_path, capsys, monkeypatch):
    config = plant(tmp_path) / "L10N.md"
    config.write_text(config.read_text().replace("targets: [fr]", "targets: [fr]\nretrys: 2"))
    monkeypatch.chdir(tmp_path)
    assert run(["plan", "--json"]) == 0
    captured = capsys.readouterr()
    assert json.loads(captured.out)["files"][0]["new"] == 3
    assert "warning" in captured.err
