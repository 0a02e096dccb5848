"""The pace of one credential and model as a state machine over plain values.

Times are seconds since the epoch by the keeper's clock, rates are requests per second. Nothing here
waits or stores: `pace_row` and `pace_memory` do.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final, Literal

from dragoman.providers.backoff import back_off
from dragoman.providers.model import Limits

Phase = Literal["start", "search", "steady"]
"""start: growing fast until the first limitation; search: growing slowly until the second; steady:
each limitation slows down, a minute without one allows a little more."""

FIRST_RATE: Final = 2.0
KNOWN_SHARE: Final = 0.98
START_GROWTH: Final = 1.5
SEARCH_GROWTH: Final = 1.03
STEADY_GROWTH: Final = 1.01
STEADY_CUT: Final = 0.97
STEP: Final = 1.0
STEADY_STEP: Final = 10.0
QUIET: Final = 60.0
"""Seconds without limitation before a steady pace grows. *Source:* spec/recovery §2, all nine."""

CATCH_UP: Final = 0.05
"""Seconds of lateness that the next admission makes up for. A timer and a statement cost 2 to 6 ms
each; at ten requests a second that alone would lose 4 % of the limit. *Source:* own estimate, to be
measured against the provider server."""

PROBE: Final = 2.0
"""Seconds between requests while none succeeded since the last cut: one in flight asks whether the
limit is over, instead of several that meet it together. *Source:* the first wait of `backoff`."""

LONGEST_NAP: Final = timedelta(seconds=30)
"""The longest sleep before asking for admission again. *Source:* spec/recovery §2."""

SLOWEST: Final = 1 / 60
"""No pace falls below one request a minute: it would never learn that a limit was raised."""


@dataclass(frozen=True, slots=True)
class Pace:
    """The shared row. `cap` is the provider's known limit (already times 0.98), None if unknown.

    `failures` counts the cuts since a request last succeeded.
    """

    next_at: float
    rate: float
    cap: float | None
    phase: Phase
    last_cut_at: float | None
    limited_at: float | None
    changed_at: float
    failures: int = 0


def open_pace(now: float, limits: Limits) -> Pace:
    """The pace of a credential nobody has used lately.

    >>> open_pace(0.0, Limits(requests_per_minute=600)).rate
    9.8
    >>> open_pace(0.0, Limits()).rate
    2.0
    """
    cap = to_cap(limits.requests_per_minute)
    rate = FIRST_RATE if cap is None else cap
    return Pace(now, rate, cap, "start" if cap is None else "steady", None, None, now)


def to_cap(per_minute: float) -> float | None:
    """The rate that a known limit allows, or None for an unknown one (0).

    >>> to_cap(60)
    0.98
    """
    return KNOWN_SHARE * per_minute / 60 if per_minute > 0 else None


def to_cost(limits: Limits, tokens: float) -> float:
    """The seconds of the token budget that `tokens` use up; 0 without a budget.

    >>> to_cost(Limits(tokens_per_minute=60_000), 980.0)
    1.0
    """
    budget = limits.tokens_per_minute
    return tokens * 60 / (KNOWN_SHARE * budget) if budget > 0 else 0.0


def spacing(pace: Pace, cost: float = 0.0) -> float:
    """Seconds after an admission until the next; `cost` is what its tokens ask for at least."""
    least = PROBE if pace.failures else 0.0
    return max(1 / pace.rate, cost, least)


def admit(pace: Pace, now: float, cost: float = 0.0) -> tuple[Pace, float]:
    """The pace after asking for admission at `now`, and the seconds to wait before asking again.

    0 = admitted. The statement `admit` of pace_row.sql does the same in the database; a test
    compares them.

    >>> pace, wait = admit(open_pace(0.0, Limits()), 0.0)
    >>> wait, pace.next_at, admit(pace, 0.1)[1]
    (0.0, 0.5, 0.4)
    """
    if now < pace.next_at:
        return pace, pace.next_at - now
    start = max(pace.next_at, now - CATCH_UP)
    after = replace(pace, next_at=start + spacing(pace, cost))
    return after, 0.0


def is_growth_due(pace: Pace, now: float) -> bool:
    """Whether `grow` at `now` would change the rate."""
    return grow(pace, now) != pace


def grow(pace: Pace, now: float) -> Pace:
    """The pace a little faster, if its last change and limitation are long enough ago.

    Ask only when a request had to wait for the pace: a rate that nobody uses tells nothing, so it
    stays within what the concurrency of the callers can use.

    >>> grow(open_pace(0.0, Limits()), 1.0).rate
    3.0
    """
    step, factor = {
        "start": (STEP, START_GROWTH),
        "search": (STEP, SEARCH_GROWTH),
        "steady": (STEADY_STEP, STEADY_GROWTH),
    }[pace.phase]
    if pace.failures or now - pace.changed_at < step:
        return pace
    if pace.phase == "steady" and pace.limited_at is not None and now - pace.limited_at < QUIET:
        return pace
    rate = pace.rate * factor if pace.cap is None else min(pace.rate * factor, pace.cap)
    return pace if rate == pace.rate else replace(pace, rate=rate, changed_at=now)


def succeed(pace: Pace, now: float, admitted_at: float, per_minute: float) -> Pace:
    """The pace after an answer at `now` that named a limit of `per_minute` requests (0 = none).

    The first success of a request admitted after the last cut ends the credential's backoff.
    """
    if pace.failures and admitted_at > (pace.last_cut_at or 0.0):
        pace = replace(pace, failures=0, next_at=min(pace.next_at, now + 1 / pace.rate))
    cap = to_cap(per_minute)
    if cap is None or cap == pace.cap:
        return pace
    rate = cap if pace.limited_at is None else min(pace.rate, cap)
    return replace(pace, cap=cap, rate=rate, phase="steady", changed_at=now)


def limit(
    pace: Pace, now: float, admitted_at: float, wait: timedelta | None, jitter: float
) -> Pace:
    """The pace after a rejection at `now` of the request admitted at `admitted_at`.

    Requests admitted before the last cut belong to its event: they prolong the cooldown and cut
    nothing. `wait` is the provider's hint, `jitter` 0 to 1. *Source:* spec/recovery §2.
    """
    if pace.last_cut_at is None or admitted_at > pace.last_cut_at:
        pace = _cut(pace, now)
    cooldown = back_off(max(pace.failures, 1), wait, jitter).total_seconds()
    return replace(pace, next_at=max(pace.next_at, now + cooldown), limited_at=now)


def postpone(pace: Pace, now: float, wait: timedelta) -> Pace:
    """The pace after an overload whose reply asked for `wait`: later, not slower."""
    return replace(pace, next_at=max(pace.next_at, now + min(wait.total_seconds(), 300.0)))


def _cut(pace: Pace, now: float) -> Pace:
    after: Phase = "search" if pace.phase == "start" else "steady"
    return replace(
        pace,
        rate=max(_lower_rate(pace, now), SLOWEST),
        phase=after,
        last_cut_at=now,
        changed_at=now,
        failures=pace.failures + 1,
    )


def _lower_rate(pace: Pace, now: float) -> float:
    if pace.failures:
        # Nothing succeeded since the last cut: the limit is the same one, the wait grows instead.
        return pace.rate
    if pace.phase == "start":
        return pace.rate / START_GROWTH
    return pace.rate * STEADY_CUT
