"""How a run is shown while it goes on, and what is said at its end."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click

from dragoman.cli.options import report_failures
from dragoman.cli.output import print_note, print_table
from dragoman.errors import ProviderRefused
from dragoman.loading import load
from dragoman.model.run import FileOutcome, RunReport
from dragoman.runs.translate_folder import Watcher

COLUMNS = ("path", "locale", "state", "units", "sent", "checkpoints", "reused", "human")


@contextmanager
def watch_files(total: int) -> Iterator[Watcher]:
    """What is told of every finished file: a bar on a terminal, nothing in a pipe."""
    if not sys.stderr.isatty():
        yield lambda _outcome: None
        return
    bar = load("dragoman.cli.terminal:FileProgress")(total)
    try:
        yield lambda _outcome: bar.advance()
    finally:
        bar.close()


def exit_code_of(report: RunReport) -> int:
    """130 interrupted, 3 stopped by a provider, 2 wrong model, 1 failed files, 0 done.

    A provider that calls every request wrong cannot be waited for: the configuration is at fault.

    >>> from dragoman.model.exchange import Usage
    >>> exit_code_of(RunReport((), 0, Usage(), 0.0, "", "ProviderCredit", True))
    3
    """
    if report.stopped_by == "interrupted":
        return 130
    if report.stopped_by == ProviderRefused.code:
        return 2
    if report.is_stopped_by_provider:
        return 3
    return int(report.count("failed") > 0 or bool(report.stopped_by))


def describe_report(report: RunReport) -> dict[str, object]:
    """The report as the JSON object that `translate --json` prints."""
    return {
        "files": [describe_outcome(outcome) for outcome in report.outcomes],
        "written": report.count("written"),
        "untouched": report.count("untouched"),
        "failed": report.count("failed"),
        "left": report.left,
        "verified": sum(outcome.is_verified for outcome in report.outcomes),
        "sent": report.sent,
        "from_checkpoints": sum(outcome.from_checkpoints for outcome in report.outcomes),
        "usage": {
            "requests": report.usage.requests,
            "input_tokens": report.usage.input_tokens,
            "cached_tokens": report.usage.cached_tokens,
            "output_tokens": report.usage.output_tokens,
        },
        "cost": {"amount": report.cost, "currency": report.currency},
        "stopped_by": report.stopped_by,
    }


def describe_outcome(outcome: FileOutcome) -> dict[str, object]:
    """One file of the report as a JSON object."""
    return {
        "path": outcome.path,
        "locale": outcome.locale,
        "target": outcome.target,
        "state": outcome.state,
        "units": outcome.units,
        "sent": outcome.sent,
        "from_checkpoints": outcome.from_checkpoints,
        "reused": outcome.reused,
        "human": outcome.human,
        "verified": outcome.is_verified,
        "code": outcome.code,
        "kind": outcome.kind,
        "message": outcome.message,
    }


def show_report(report: RunReport) -> None:
    """Prints the files that were worked on, why files failed, and the sum."""
    worked = [outcome for outcome in report.outcomes if outcome.state != "untouched"]
    if worked:
        print_table(COLUMNS, [_list_cells(outcome) for outcome in worked])
    report_failures(list_reasons(report))
    click.echo(summarize_report(report))
    if report.stopped_by:
        print_note(
            f"Stopped ({report.stopped_by}); {report.left} files were not begun. What is finished "
            "is kept and accepted replies are checkpoints: run the command again to go on."
        )


def list_reasons(report: RunReport) -> list[FileOutcome]:
    """The failed files whose message is worth reading: what ended the run is said once."""
    found: list[FileOutcome] = []
    for outcome in report.outcomes:
        is_ending = bool(outcome.code) and outcome.code == report.stopped_by
        if not (is_ending and any(one.code == outcome.code for one in found)):
            found.append(outcome)
    return found


def summarize_report(report: RunReport) -> str:
    """One line: files, units sent, where the others came from, what it cost."""
    hits = sum(outcome.from_checkpoints for outcome in report.outcomes)
    verified = sum(outcome.is_verified for outcome in report.outcomes)
    cost = f", cost {report.cost:.4f} {report.currency}" if report.currency else ""
    return (
        f"{len(report.outcomes)} files: {report.count('written')} written ({verified} verified), "
        f"{report.count('untouched')} untouched, {report.count('failed')} failed; "
        f"sent {report.sent}, from checkpoints {hits}{cost}"
    )


def _list_cells(outcome: FileOutcome) -> tuple[str | int, ...]:
    return (
        outcome.path,
        outcome.locale,
        outcome.code or outcome.state,
        outcome.units,
        outcome.sent,
        outcome.from_checkpoints,
        outcome.reused,
        outcome.human,
    )
