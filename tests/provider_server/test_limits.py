"""Limits let through what they should, no more and no less."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.provider_server.limits import SlidingWindow, TokenBucket


def count_admitted(limit, times):
    return sum(limit.take(now).wait_seconds == 0 for now in times)


def test_a_bucket_gives_its_burst_and_then_its_rate():
    bucket = TokenBucket(60, burst=5)
    assert count_admitted(bucket, [0.0] * 20) == 5
    assert count_admitted(bucket, [at / 10 for at in range(1, 101)]) == 10


def test_a_bucket_without_a_burst_holds_a_minutes_worth():
    assert count_admitted(TokenBucket(60), [0.0] * 100) == 60


def test_a_window_gives_its_limit_at_once_and_nothing_for_a_minute():
    window = SlidingWindow(10)
    assert count_admitted(window, [0.0] * 20) == 10
    assert count_admitted(window, [59.9]) == 0
    assert count_admitted(window, [60.0]) == 1


@pytest.mark.parametrize("limit", [TokenBucket(30, 1), SlidingWindow(2)])
def test_the_wait_it_tells_is_the_wait_it_means(limit):
    while not (wait := limit.take(100.0).wait_seconds):
        """Empties it."""
    assert limit.take(100.0 + wait * 0.99).wait_seconds > 0
    assert limit.take(100.0 + wait * 1.001).wait_seconds == 0


@given(st.lists(st.floats(0, 20), max_size=80).map(sorted))
def test_no_minute_of_a_window_exceeds_the_limit(steps):
    window, now, admitted = SlidingWindow(7), 0.0, []
    for step in steps:
        now += step
        if window.take(now).wait_seconds == 0:
            admitted.append(now)
    assert all(sum(one - 60 < at <= one for at in admitted) <= 7 for one in admitted)
