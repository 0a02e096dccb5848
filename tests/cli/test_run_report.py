"""What is said at the end of a run, and the exit code."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dragoman.cli.run_report import (
    describe_report,
    exit_code_of,
    show_report,
    summarize_report,
    watch_files,
)
from dragoman.model.exchange import Usage
from dragoman.model.run import FileOutcome, RunReport

WRITTEN = FileOutcome(
    "a.md", "fr", "fr/a.md", "written", units=4, sent=2, from_checkpoints=1, is_verified=True
)
FAILED = FileOutcome("b.md", "fr", "fr/b.md", "failed", code="InvalidUnit", message="b.md: no")
UNTOUCHED = FileOutcome("c.md", "fr", "fr/c.md", "untouched", units=3)


def make_report(*outcomes, **more):
    return RunReport(outcomes, 2, Usage(1, 10, 4, 5), 0.25, "USD", **more)


@pytest.mark.parametrize(
    ("report", "code"),
    [
        (make_report(WRITTEN, UNTOUCHED), 0),
        (make_report(WRITTEN, FAILED), 1),
        (make_report(FAILED, stopped_by="ProviderCredit", is_stopped_by_provider=True), 3),
        (make_report(FAILED, stopped_by="ProviderRefused", is_stopped_by_provider=True), 2),
        (make_report(FAILED, stopped_by="DatabaseUnavailable"), 1),
        (make_report(FAILED, stopped_by="interrupted"), 130),
        (make_report(stopped_by="interrupted", is_stopped_by_provider=True), 130),
    ],
)
def test_every_end_has_its_exit_code(report, code):
    assert exit_code_of(report) == code


def test_the_summary_counts_files_units_and_money():
    assert summarize_report(make_report(WRITTEN, FAILED, UNTOUCHED)) == (
        "3 files: 1 written (1 verified), 1 untouched, 1 failed; "
        "sent 2, from checkpoints 1, cost 0.2500 USD"
    )


def test_the_json_has_every_count_and_every_file():
    found = describe_report(make_report(WRITTEN, FAILED, left=7))
    assert (found["written"], found["failed"], found["left"], found["verified"]) == (1, 1, 7, 1)
    assert found["usage"]["cached_tokens"] == 4
    assert found["cost"] == {"amount": 0.25, "currency": "USD"}
    assert [file["code"] for file in found["files"]] == ["", "InvalidUnit"]


def test_untouched_files_are_not_listed_and_failures_are_explained(capsys):
    show_report(make_report(WRITTEN, FAILED, UNTOUCHED, stopped_by="ProviderCredit", left=2))
    captured = capsys.readouterr()
    assert "c.md" not in captured.out
    assert "b.md: no" in captured.err
    assert "2 files were not begun" in captured.err


def test_what_ended_the_run_is_said_once(capsys):
    ended = [replace(FAILED, code="ProviderCredit", message=f"{n}.md: empty") for n in range(9)]
    show_report(make_report(*ended, FAILED, stopped_by="ProviderCredit"))
    said = capsys.readouterr().err
    assert said.count("empty") == 1
    assert "b.md: no" in said


def test_a_pipe_sees_no_progress(capsys):
    with watch_files(3) as watcher:
        watcher(WRITTEN)
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", "")
