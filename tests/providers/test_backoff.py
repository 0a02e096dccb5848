"""Waits after failures."""

from __future__ import annotations

from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from dragoman.providers.backoff import LONGEST_HINT, LONGEST_WAIT, back_off

seconds = st.floats(0, 10_000).map(lambda number: timedelta(seconds=number))


@given(st.integers(1, 10_000), st.none() | seconds, st.floats(0, 1))
def test_a_wait_is_never_shorter_than_the_hint_or_the_exponential_and_never_endless(
    failures, hint, jitter
):
    wait = back_off(failures, hint, jitter)
    exponential = min(timedelta(seconds=2.0 ** min(failures, 20)), LONGEST_WAIT)
    assert wait >= exponential
    assert wait >= min(hint or timedelta(), LONGEST_HINT)
    assert wait <= LONGEST_HINT + LONGEST_WAIT


@given(st.integers(1, 50), st.floats(0, 1))
def test_jitter_adds_at_most_a_quarter(failures, jitter):
    plain = back_off(failures, None, 0)
    assert plain <= back_off(failures, None, jitter) <= plain * 1.25


def test_a_short_hint_never_flattens_the_exponential():
    assert back_off(4, timedelta(milliseconds=5), 0) == timedelta(seconds=16)
