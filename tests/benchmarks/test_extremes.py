"""A short run of the hostile inputs, and what passes."""

from __future__ import annotations

import pytest

from benchmarks.extremes import DENSE, HOSTILE, INPUTS, compare_inputs, is_passed


@pytest.mark.parametrize("name", ["20,000 braces", "unclosed shortcodes", "quotes, 500 deep"])
def test_a_hostile_input_meets_its_limits(name):
    (figures,) = compare_inputs([name]).values()
    assert is_passed(figures), figures
    assert figures["growth"] is None


def test_a_dense_input_grows_in_proportion():
    (figures,) = compare_inputs(["fence directives"]).values()
    assert is_passed(figures), figures
    assert float(str(figures["growth"])) > 1.0


def test_limits_can_be_missed():
    good = {"ms_per_100_kb": 1.0, "memory": 3.0, "growth": None}
    assert is_passed(good)
    assert not is_passed({**good, "ms_per_100_kb": 51.0})
    assert not is_passed({**good, "memory": 20.0})
    assert not is_passed({**good, "growth": 4.0})


def test_every_input_is_of_one_kind_and_large_enough():
    assert len(INPUTS) == len(HOSTILE) + len(DENSE)
    texts = [text for _, text in INPUTS.values() if isinstance(text, str)]
    assert len(texts) > 20
    assert all(len(text) >= 20_000 for text in texts)
