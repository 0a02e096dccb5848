"""A short smoke of the speed benchmark: our own trips; peers are measured by `make bench`."""

from __future__ import annotations

import sys

import pytest

from benchmarks.generate import generate_files
from benchmarks.speed import run_tool, summarise


@pytest.mark.parametrize("kind", ["splice", "check"])
def test_our_trips_give_back_every_file(tmp_path, kind):
    paths = list(generate_files(tmp_path, 5, 7))
    sums = run_tool([sys.executable, "-m", "benchmarks.trips.ours", kind], paths)
    assert (sums["files"], sums["identical"], sums["failed"]) == (5, 5, 0)
    assert sums["bytes"] == sum(path.stat().st_size for path in paths)
    assert sums["mb_per_s"] > 0


def test_a_file_that_a_tool_cannot_read_counts_no_time(tmp_path):
    (tmp_path / "bad.md").write_bytes(b"\xff\xfe\n")
    command = [sys.executable, "-m", "benchmarks.trips.ours", "splice"]
    sums = run_tool(command, [tmp_path / "bad.md"])
    assert (sums["files"], sums["bytes"], sums["seconds"], sums["failed"]) == (0, 0, 0.0, 1)


def test_ratios_are_the_median_of_the_rounds():
    rounds = [
        {"splice": {"mb_per_s": ours}, "check": {"mb_per_s": 3.0}, "mdpo": {"mb_per_s": theirs}}
        for ours, theirs in ((6.0, 1.0), (6.0, 2.0), (6.0, 6.0))
    ]
    assert summarise(rounds)["ratios"]["splice / mdpo"] == 3.0
