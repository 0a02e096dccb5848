"""The pace of one credential: its rules one by one, and minutes of traffic against each limiter."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.providers import pacing
from dragoman.providers.model import Limits
from tests.providers.simulator import Simulation, World, make_limiters

SHAPES = tuple(make_limiters(600, 0))
KNOWLEDGE = {"silent": {}, "told to wait": {"has_hint": True}}
SEEDS = range(3)


def steady(rate=10.0, now=100.0, **changes):
    """A pace in the middle of its life."""
    return replace(
        pacing.open_pace(now, Limits()), rate=rate, phase="steady", changed_at=now, **changes
    )


def measure(per_minute, shape, knowledge, callers):
    """Mean share of the limit over two minutes and of rejections after 20 s, over the seeds."""
    shares, rejected = [], []
    for seed in SEEDS:
        for refusal in (0.02, 0.3):
            world = World(callers=callers, refusal=refusal, **knowledge)
            limiter = make_limiters(per_minute, seed)[shape]
            traffic = Simulation(limiter, world, seed).run()
            usable = min(per_minute / 60, callers / world.latency)
            shares.append(traffic.share(usable, 0, 120))
            rejected.append(traffic.rejected_share(20))
    return fmean(shares), fmean(rejected)


def test_an_unknown_limit_starts_at_two_a_second_and_grows_by_half_each_second():
    pace = pacing.open_pace(0.0, Limits())
    rates = {0.0: pace.rate}
    now = 0.0
    while now < 3.0:
        pace, wait = pacing.admit(pace, now)
        now += wait or 1e-6
        pace = pacing.grow(pace, now)
        rates[now] = pace.rate
    assert rates[0.0] == 2.0
    last = max(rates)
    assert rates[last] == pytest.approx(2.0 * 1.5**last, rel=0.2)


def test_the_first_limitation_divides_by_one_and_a_half_and_the_second_ends_the_search():
    pace = replace(pacing.open_pace(0.0, Limits()), rate=9.0, granted=30)
    pace = pacing.limit(pace, 5.0, 4.9, None, 0.0)
    assert (pace.rate, pace.phase) == (pytest.approx(6.0), "search")
    pace = pacing.succeed(pace, 5.5, 5.2, 0)
    busy = replace(pace, granted=pace.granted + 6)
    assert pacing.grow(busy, 6.1).rate == pytest.approx(6.0 * 1.03)
    pace = pacing.limit(replace(busy, mark_at=None), 7.0, 6.9, None, 0.0)
    assert (pace.rate, pace.phase) == (pytest.approx(6.0 * 0.97), "steady")


def test_a_steady_pace_grows_one_percent_in_ten_seconds_after_a_minute_without_limitation():
    pace = steady(limited_at=100.0, granted=1000)
    assert pacing.grow(replace(pace, changed_granted=0), 159.9).rate == 10.0
    assert pacing.grow(replace(pace, changed_granted=0), 160.0).rate == pytest.approx(10.1)
    fresh = replace(pace, changed_at=155.0, changed_granted=0)
    assert pacing.grow(fresh, 164.9).rate == 10.0


def test_a_pace_that_the_callers_do_not_use_does_not_grow():
    pace = replace(pacing.open_pace(0.0, Limits()), rate=40.0, granted=7)
    after = pacing.grow(pace, 1.0)
    assert (after.rate, after.changed_at) == (40.0, 1.0)


def test_no_pace_exceeds_a_known_limit():
    pace = pacing.open_pace(0.0, Limits(requests_per_minute=60))
    assert pace.rate == pytest.approx(0.98)
    assert pacing.grow(replace(pace, granted=1000), 1000.0).rate == pytest.approx(0.98)
    told = pacing.succeed(pacing.open_pace(0.0, Limits()), 1.0, 0.5, 600)
    assert (told.rate, told.phase) == (pytest.approx(9.8), "steady")


def test_rejections_of_requests_admitted_before_the_cut_are_one_event():
    pace = pacing.limit(steady(), 100.5, 100.2, None, 0.0)
    again = pacing.limit(pace, 100.6, 100.3, timedelta(seconds=9), 0.0)
    assert again.rate == pace.rate == pytest.approx(9.7)
    assert again.failures == pace.failures == 1
    assert again.next_at == pytest.approx(109.6)


def test_a_later_shorter_wait_never_brings_the_next_request_forward():
    pace = pacing.limit(steady(), 100.5, 100.2, timedelta(seconds=30), 0.0)
    again = pacing.limit(pace, 101.0, 100.3, timedelta(seconds=1), 0.0)
    assert again.next_at == pace.next_at == pytest.approx(130.5)


def test_the_credential_backs_off_exponentially_only_while_nothing_succeeds():
    pace, now, waits = steady(opened_at=-1e6), 120.0, []
    for _ in range(7):
        pace = pacing.limit(pace, now, now - 0.001, None, 0.0)
        waits.append(round(pace.next_at - now, 3))
        now = pace.next_at + 0.5
    # The first cut waits one spacing; no wait crosses the end of a minute of the clock.
    assert waits[0] == pytest.approx(1 / 9.7, abs=1e-3)
    assert waits[1:4] == [2.0, 4.0, 8.0]
    assert max(waits) <= 30.0
    assert pacing.succeed(pace, now, now - 0.1, 0).failures == 0


def test_a_short_hint_never_flattens_the_exponential_and_a_long_one_is_a_minimum():
    pace = steady(failures=4, last_cut_at=99.0)
    short = pacing.limit(pace, 130.0, 129.0, timedelta(seconds=1), 0.0)
    long = pacing.limit(pace, 130.0, 129.0, timedelta(seconds=100), 1.0)
    assert short.next_at - 130.0 == pytest.approx(16.0)
    assert 100.0 <= long.next_at - 130.0 <= 104.0
    endless = pacing.limit(pace, 130.0, 129.0, timedelta(days=2), 0.0)
    assert endless.next_at - 130.0 == pytest.approx(300.0)


def test_a_success_of_a_request_admitted_before_the_cut_ends_no_backoff():
    pace = pacing.limit(steady(), 100.5, 100.2, None, 0.0)
    assert pacing.succeed(pace, 100.6, 100.4, 0).failures == 1
    assert pacing.succeed(pace, 101.0, 100.7, 0).failures == 0


def test_an_overload_postpones_and_slows_nothing_down():
    pace = pacing.postpone(steady(), 100.0, timedelta(hours=1))
    assert (pace.rate, pace.next_at) == (10.0, 400.0)


def test_after_a_used_up_window_the_pace_returns_to_what_the_window_gave():
    pace = replace(steady(rate=26.0), opened_at=40.0, granted=600, failures=3, last_cut_at=98.0)
    pace = pacing.succeed(replace(pace, changed_at=67.0), 100.4, 100.0, 0)
    assert (pace.phase, pace.rate) == ("reopen", 2.0)
    assert pace.goal == pytest.approx(599 / 60)
    for second in range(101, 109):
        pace = pacing.grow(replace(pace, granted=pace.granted + 100), float(second))
    assert (pace.phase, pace.rate) == ("steady", pytest.approx(599 / 60))


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["admit", "ok", "limit", "overload", "grow"]),
            st.floats(0.0, 40.0),
            st.none() | st.floats(1.0, 1e4),
        ),
        max_size=80,
    )
)
def test_whatever_happens_a_pace_stays_possible(steps):
    pace, now = pacing.open_pace(0.0, Limits()), 0.0
    for action, passed, value in steps:
        now += passed
        wait = None if value is None else timedelta(seconds=value)
        before = pace.next_at
        if action == "admit":
            pace, _ = pacing.admit(pace, now)
        elif action == "ok":
            pace = pacing.succeed(pace, now, now - passed / 2, value or 0.0)
        elif action == "limit":
            pace = pacing.limit(pace, now, now - passed / 2, wait, 0.5)
            assert pace.next_at >= before
        elif action == "overload" and wait is not None:
            pace = pacing.postpone(pace, now, wait)
        else:
            pace = pacing.grow(pace, now)
        assert pace.rate > 0
        assert pace.cap is None or pace.rate <= pace.cap * (1 + 1e-9)
        assert pace.granted >= 0
        assert pace.next_at - now <= 300.0 + 7.5 + 1 / pace.rate


def test_a_late_admission_gives_its_lateness_back_to_those_after_it():
    pace, _ = pacing.admit(steady(next_at=100.0), 100.09)
    assert pace.next_at == pytest.approx(100.1)
    pace, _ = pacing.admit(steady(next_at=100.0), 130.0)
    assert pace.next_at == pytest.approx(130.0)


def test_a_rejected_hurried_request_ends_haste_and_not_the_rate():
    pace, _ = pacing.admit(steady(next_at=100.0), 100.09)
    pace, wait = pacing.admit(pace, 100.1)
    assert pace.is_hurried
    pace = pacing.limit(pace, 100.3, 100.1 + wait, None, 0.0, is_hurried=True)
    assert (pace.rate, pace.failures, pace.phase) == (10.0, 0, "steady")
    pace, _ = pacing.admit(replace(pace, next_at=101.0), 101.09)
    assert pace.next_at == pytest.approx(101.09 + 0.99 / 10)
    again = pacing.limit(pace, 101.4, 101.09, None, 0.0, is_hurried=True)
    assert again.rate == pytest.approx(9.7)


def test_granted_hurried_requests_keep_trust_through_single_rejections():
    pace = steady()
    for _ in range(30):
        pace = pacing.succeed(pace, 100.5, 100.1, 0, is_hurried=True)
    assert pace.trust == pacing.MOST_TRUST
    pace = pacing.limit(pace, 101.0, 100.9, None, 0.0, is_hurried=True)
    assert pace.rate == pytest.approx(9.7)
    assert pace.trust > 0


def test_after_a_long_wait_one_request_alone_asks_whether_the_window_is_open():
    pace = pacing.limit(steady(), 100.5, 100.2, timedelta(seconds=30), 0.0)
    pace, _ = pacing.admit(pace, 130.5)
    assert pace.next_at - 130.5 == pytest.approx(pacing.PROBE)


BARS = {
    # shape: (least share of the limit over two minutes, most rejections after 20 s)
    "bucket of one": (0.89, 0.02),
    "bucket of a second": (0.95, 0.02),
    "bucket of a tenth": (0.95, 0.02),
    "bucket of a minute": (0.95, 0.02),
    "sliding minute": (0.95, 0.02),
    "minute of the clock": (0.95, 0.02),
    "minute of the first request": (0.95, 0.02),
}
"""At 600 a minute, where issue 2 asks for 95 % and 2 %; docs/decisions/0002 explains the others."""


@pytest.mark.parametrize("shape", [shape for shape in SHAPES if shape != "bucket of one"])
def test_a_busy_machine_costs_next_to_nothing_of_the_limit(shape):
    busy = {"late": 0.03, "wire": 0.005}
    assert measure(600, shape, busy, callers=8)[0] >= 0.95
    share, rejected = measure(600, shape, {**busy, "header": 600}, callers=8)
    assert share >= 0.97
    assert rejected == 0


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("knowledge", KNOWLEDGE)
def test_an_unknown_limit_of_600_a_minute_is_used_and_hardly_exceeded(shape, knowledge):
    share, rejected = measure(600, shape, KNOWLEDGE[knowledge], callers=8)
    least, most = BARS[shape]
    assert share >= least
    assert rejected <= most


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(
    ("per_minute", "callers"), [(600, 8), (120, 2), (120, 8), (60, 2), (60, 8)]
)
def test_a_known_limit_is_reached_and_hardly_exceeded(shape, per_minute, callers):
    told = measure(per_minute, shape, {"header": per_minute}, callers)
    configured = measure(per_minute, shape, {"limits": Limits(per_minute)}, callers)
    for share, rejected in (told, configured):
        # A limiter without any burst rejects what a wire brings a millisecond early.
        assert share >= (0.92 if shape == "bucket of one" else 0.95)
        assert rejected <= 0.02


LOW_BARS = {
    # per minute: (bucket of one, other shapes): least share, most rejections after 20 s
    120: ((0.93, 0.01), (0.90, 0.10)),
    60: ((0.85, 0.02), (0.86, 0.17)),
}
"""What is reached at low limits, where each of few rejections weighs; see docs/decisions/0002."""


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("callers", [2, 8])
@pytest.mark.parametrize("per_minute", LOW_BARS)
def test_an_unknown_low_limit_is_used_by_few_and_many_callers(shape, per_minute, callers):
    share, rejected = measure(per_minute, shape, {}, callers)
    least, most = LOW_BARS[per_minute][shape != "bucket of one"]
    assert share >= least
    assert rejected <= most
