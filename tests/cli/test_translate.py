"""`dragoman translate`: what is printed, and how it ends."""

from __future__ import annotations

import pytest

from dragoman.cli.entry import run
from dragoman.runs.hold_repository import hold_repository
from tests.cli.places import run_json
from tests.runs.places import edit, put


@pytest.mark.usefixtures("repository")
def test_the_report_counts_what_was_sent_written_and_proven(capsys):
    code, report = run_json(capsys, "translate", "--json")
    assert code == 0
    names = ("written", "verified", "untouched", "failed", "sent", "from_checkpoints")
    assert [report[name] for name in names] == [1, 1, 0, 0, 3, 0]
    (file,) = report["files"]
    assert (file["path"], file["locale"], file["target"]) == (
        "docs/page.md",
        "fr",
        "i18n/fr/page.md",
    )


@pytest.mark.usefixtures("repository")
def test_the_last_line_says_what_was_sent(capsys):
    for sent in (3, 0):
        assert run(["translate"]) == 0
        last = capsys.readouterr().out.splitlines()[-1]
        assert f"sent {sent}, from checkpoints 0" in last


def test_a_failed_file_ends_with_one(repository, capsys):
    put(repository, "docs/bad.md", b"\xff\n")
    assert run(["translate"]) == 1
    captured = capsys.readouterr()
    assert "docs/bad.md" in captured.err
    assert "SourceInvalidEncoding" in captured.out


def test_another_command_at_work_ends_with_two(repository, capsys):
    with hold_repository(repository):
        assert run(["translate"]) == 2
    assert "pid" in capsys.readouterr().err


def test_over_half_gone_needs_a_yes(repository, capsys):
    put(repository, "docs/page.md", "".join(f"Text number {n} here.\n\n" for n in range(9)))
    assert run(["translate"]) == 0
    put(repository, "docs/page.md", "Text number 1 here.\n")
    assert run(["translate"]) == 1
    assert "--yes" in capsys.readouterr().err
    assert run(["translate", "--yes"]) == 0


def test_refresh_sends_what_is_outdated(repository, capsys):
    run(["translate"])
    edit(repository, "L10N.md", "kind", "brief")
    assert run_json(capsys, "translate", "--json")[1]["sent"] == 0
    assert run_json(capsys, "translate", "--refresh", "--json")[1]["sent"] == 3


@pytest.mark.usefixtures("repository")
def test_a_model_can_be_named(capsys):
    assert run_json(capsys, "translate", "--model", "identity", "--json")[0] == 0
    assert run(["translate", "--model", "nonsense"]) == 2


@pytest.mark.usefixtures("repository")
def test_a_limit_needs_a_model_with_a_price(capsys, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "key")
    assert run(["translate", "--model", "openai/unheard-of", "--max-cost", "1"]) in {1, 2}
    assert "--max-cost" in capsys.readouterr().err
