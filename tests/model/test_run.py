from __future__ import annotations

from dragoman.model.exchange import Usage
from dragoman.model.run import FileOutcome, RunReport


def test_a_report_counts_files_by_state():
    states = ["written", "written", "failed"]
    outcomes = tuple(FileOutcome("a.md", "de", "de/a.md", state) for state in states)
    report = RunReport(outcomes, 5, Usage(requests=1), 0.0, "")
    assert [report.count(state) for state in ("written", "untouched", "failed")] == [2, 0, 1]


def test_usages_add_up_field_by_field():
    assert Usage(1, 2, 3, 4) + Usage(10, 20, 30, 40) == Usage(11, 22, 33, 44)


def test_a_message_never_shows_in_a_representation():
    assert "secret" not in repr(FileOutcome("a.md", "de", "x", "failed", message="secret"))
