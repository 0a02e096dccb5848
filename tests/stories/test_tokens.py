"""What a run sends for each token it has translated (the bench measures 200 files)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks.tokens import CEILING, TokenReport, measure_tokens

pytestmark = pytest.mark.story


@pytest.fixture
def report(program, tmp_path):
    return measure_tokens(tmp_path / "tokens", 12, 1, program.environment)


def test_a_run_sends_less_than_twice_what_it_translates_and_no_file_twice(report: TokenReport):
    assert report.is_passed(), report
    assert 1 < report.ratio <= CEILING
    assert report.naive > 10 * report.ratio
    assert report.whole_files_in_one_request > 0


def test_the_figure_can_fail(report: TokenReport):
    assert not replace(report, ratio=CEILING + 0.01).is_passed()
    assert not replace(report, repeated_texts=1).is_passed()
    assert not replace(report, units=0).is_passed()
