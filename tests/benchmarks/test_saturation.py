"""A short smoke of the saturation benchmark: two processes on one credential."""

from __future__ import annotations

import pytest

from benchmarks.saturation import Scenario, measure


@pytest.mark.story
def test_two_processes_together_obey_a_known_limit():
    scenario = Scenario("smoke", 2, burst=10, announce="openai")
    found = measure(scenario, 6.0)
    assert found.granted > 20
    assert found.granted + found.rejected <= 10 * 6 + 30
