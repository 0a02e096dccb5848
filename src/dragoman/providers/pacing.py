"""The pace of one credential and model as a state machine over plain values.

Times are seconds since the epoch by the keeper's clock, rates are requests per second. Nothing here
waits or stores: `pace_row` and `pace_memory` do. docs/decisions/0002 says why it is as it is.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final, Literal

from dragoman.providers.backoff import LONGEST_HINT, back_off
from dragoman.providers.model import Limits

Phase = Literal["start", "search", "reopen", "approach", "steady"]
"""start: growing fast until the first limitation; search: growing slowly until the second; steady:
each limitation slows down, a minute without one allows a little more. reopen: growing fast again
after a long closure, up to `goal`, then steady; approach: the same, growing slowly after a cut."""

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

START_STEP: Final = 0.25
"""Seconds between the growths of a start: 1.5 per second, little by little. One leap a second
leaves 4 of 20 requests of the first four seconds unsent. *Source:* tests/providers/simulator.py."""

LEAD: Final = 0.02
"""Seconds before its time that a request is admitted and then sleeps: the statement (2 to 6 ms)
passes meanwhile instead of delaying every request. *Source:* decision 0002."""

CATCH_UP: Final = 1.0
"""Spacings that a late admission gives back to those after it. A busy machine is late by tens of
milliseconds each time, which cost 14 to 35 % of the limit. *Source:* decision 0002."""

STRICT_CATCH_UP: Final = 0.01
"""The same where hurried requests were rejected. Two requests of a pace of 0.98 of the limit are
then never closer than the limit allows. *Source:* decision 0002."""

HURRIED: Final = 0.75
"""Share of the spacing below which an admission counts as hurried by the one before it."""

MOST_TRUST: Final = 20
LOST_TRUST: Final = 4
"""A hurried request that is granted adds one, a rejected one takes four; above none, lateness is
given back. One rejection of the first hurried request is enough to stop. *Source:* decision
0002."""

PROBE: Final = 2.0
"""Seconds between requests when the one after a cut was rejected as well: one in flight asks
whether the limit is over. *Source:* the first wait of `backoff`."""

FIRST_PROBE: Final = 0.25
"""The same for the request right after a cut, which usually succeeds. *Source:* decision 0002."""

CLOSED: Final = 5.0
"""Seconds between a first cut and the next success from which a limiter counts as a window that was
used up: a bucket gives something every moment. *Source:* decision 0002."""

USED: Final = 0.8
"""Share of a pace that must have been used before it grows: otherwise the callers' number
limits, and the pace would grow without end. *Source:* spec/recovery §2, "capped by what its
concurrency can use"; the share is decision 0002's."""

SPARE: Final = 2
"""Requests that a limiter may have granted beyond those asked for between two rejections: it had
up to one left at the second. The other keeps small counts from cutting deep."""

FEW: Final = 20
"""Grants since the mark below which the pauses between are left out of account: at first they
weigh more than what they tell. *Source:* decision 0002, as SPARE."""


MARKED_GROWTH: Final = 1.1
"""A pace that grew by more since its last cut was below the limit in between: then what was granted
is not what the limiter gives. *Source:* decision 0002."""

MINUTE: Final = 60.0
WINDOW: Final = MINUTE + 0.5
"""The window in which providers count requests; no wait crosses the end of one that began with the
first request; half a second more, because that one took its time on the way. *Source:* STACK §3,
rate-limit header semantics."""

LONGEST_NAP: Final = timedelta(seconds=30)
"""The longest sleep before asking for admission again. *Source:* spec/recovery §2."""

SLOWEST: Final = 1 / 60
"""No cut makes a pace slower than one request a minute: it would never learn that a limit was
raised. *Source:* our own choice."""


@dataclass(frozen=True, slots=True)
class Pace:
    """The shared row. `cap` is the provider's known limit (already times 0.98), None if unknown.

    `failures` counts the cuts since a request last succeeded; `granted` the admissions since
    `opened_at` without the rejected ones. At `mark_at`, a moment when the limiter had nothing left,
    they were `mark_granted`: what was granted since is what it gives. `mark_paused` are the seconds
    since then in which nothing was asked: some limiters save them up, some do not. The admission at
    `last_at` `is_hurried` when it made good for a late one before it; `trust` is how such fared.
    """

    next_at: float
    rate: float
    cap: float | None
    phase: Phase
    last_cut_at: float | None
    limited_at: float | None
    changed_at: float
    opened_at: float
    failures: int = 0
    granted: int = 0
    mark_at: float | None = None
    mark_granted: int = 0
    mark_paused: float = 0.0
    goal: float | None = None
    floor: float = 0.0
    changed_granted: int = 0
    last_at: float | None = None
    is_hurried: bool = False
    trust: int = 1


def open_pace(now: float, limits: Limits) -> Pace:
    """The pace of a credential nobody has used lately.

    >>> open_pace(0.0, Limits(requests_per_minute=600)).rate
    9.8
    >>> open_pace(0.0, Limits()).rate
    2.0
    """
    cap = to_cap(limits.requests_per_minute)
    rate = FIRST_RATE if cap is None else cap
    return Pace(now, rate, cap, "start" if cap is None else "steady", None, None, now, now)


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
    least = (0.0, FIRST_PROBE, PROBE)[min(pace.failures, 2)]
    if pace.failures and pace.next_at - pace.changed_at >= CLOSED:
        least = PROBE
    return max(1 / pace.rate, cost, least)


def admit(pace: Pace, now: float, cost: float = 0.0) -> tuple[Pace, float]:
    """The pace after asking for admission at `now`, and the seconds until the request may leave.

    Up to LEAD the request is admitted and leaves then; a longer wait means: ask again. The
    statement `admit_request` of pace_row.sql does the same in the database; a test compares them.

    >>> pace, wait = admit(open_pace(0.0, Limits()), 0.0)
    >>> wait, pace.next_at, admit(pace, 0.1)[1]
    (0.0, 0.5, 0.4)
    """
    wait = max(pace.next_at - now, 0.0)
    if wait > LEAD:
        return pace, wait
    catch_up = CATCH_UP if pace.trust > 0 else STRICT_CATCH_UP
    start, leave = max(pace.next_at, now - catch_up / pace.rate), max(pace.next_at, now)
    gap = spacing(pace, cost)
    return replace(
        pace,
        next_at=start + gap,
        granted=pace.granted + 1,
        mark_paused=pace.mark_paused + start - pace.next_at + gap - 1 / pace.rate,
        last_at=leave,
        is_hurried=pace.last_at is not None and leave - pace.last_at < HURRIED / pace.rate,
    ), wait


def to_nap(wait: float) -> timedelta:
    """How long to sleep before asking again, when `wait` seconds are left.

    Until half of LEAD before, so that the statement's time passes in it, and LONGEST_NAP at most.

    >>> to_nap(0.11), to_nap(300.0)
    (datetime.timedelta(microseconds=100000), datetime.timedelta(seconds=30))
    """
    return min(timedelta(seconds=wait - LEAD / 2), LONGEST_NAP)


def grow(pace: Pace, now: float) -> Pace:
    """The pace a little faster, if its last change and limitation are long enough ago.

    And if the requests since then used it.

    >>> pace, _ = admit(open_pace(0.0, Limits()), 0.0)
    >>> round(grow(pace, 1.0).rate, 3)
    3.0
    """
    age = now - pace.changed_at
    if pace.failures or age < _step(pace):
        return pace
    if pace.phase == "steady" and pace.limited_at is not None and now - pace.limited_at < QUIET:
        return pace
    if pace.granted - pace.changed_granted < USED * pace.rate * age - 1:
        return replace(pace, changed_at=now, changed_granted=pace.granted)
    rate, phase = _grow_rate(pace, age), pace.phase
    if pace.phase in {"reopen", "approach"} and pace.goal is not None and rate >= pace.goal:
        rate, phase = pace.goal, "steady"
    if pace.cap is not None:
        rate = min(rate, pace.cap)
    if (rate, phase) == (pace.rate, pace.phase):
        return pace
    return replace(
        pace,
        rate=rate,
        phase=phase,
        changed_at=now,
        changed_granted=pace.granted,
        mark_at=pace.mark_at if rate <= pace.floor * MARKED_GROWTH else None,
    )


def succeed(
    pace: Pace, now: float, admitted_at: float, per_minute: float, is_hurried: bool = False
) -> Pace:
    """The pace after an answer at `now` that named a limit of `per_minute` requests (0 = none).

    The first success of a request admitted after the last cut ends the credential's backoff.
    """
    if is_hurried:
        pace = replace(pace, trust=min(pace.trust + 1, MOST_TRUST))
    if pace.failures and pace.last_cut_at is not None and admitted_at > pace.last_cut_at:
        if admitted_at - pace.changed_at >= CLOSED:
            pace = _reopen(pace, now, admitted_at)
        pace = replace(pace, failures=0, next_at=min(pace.next_at, now + 1 / pace.rate))
    cap = to_cap(per_minute)
    if cap is None or cap == pace.cap:
        return pace
    rate = cap if pace.limited_at is None else min(pace.rate, cap)
    return replace(pace, cap=cap, rate=rate, phase="steady", changed_at=now)


def limit(
    pace: Pace,
    now: float,
    admitted_at: float,
    wait: timedelta | None,
    jitter: float,
    is_hurried: bool = False,
) -> Pace:
    """The pace after a rejection at `now` of the request admitted at `admitted_at`.

    Requests admitted before the last cut belong to its event: they prolong the cooldown and cut
    nothing. `wait` is the provider's hint, `jitter` 0 to 1. *Source:* spec/recovery §2.
    A hurried request that ends the trust was our own fault: the rate stays, haste ends.
    """
    trusted = pace.trust > 0
    pace = replace(pace, granted=max(pace.granted - 1, 0))
    if is_hurried:
        pace = replace(pace, trust=max(pace.trust - LOST_TRUST, -MOST_TRUST))
    if trusted and pace.trust <= 0:
        pace = replace(pace, last_cut_at=now)
    elif pace.last_cut_at is None or admitted_at > pace.last_cut_at:
        pace = _cut(pace, now, admitted_at)
    next_at = max(pace.next_at, now + _cool_down(pace, now, wait, jitter))
    pause = max(next_at - max(pace.next_at, now + 1 / pace.rate), 0.0)
    return replace(pace, next_at=next_at, limited_at=now, mark_paused=pace.mark_paused + pause)


def postpone(pace: Pace, now: float, wait: timedelta) -> Pace:
    """The pace after an overload whose reply asked for `wait`: later, not slower."""
    return replace(pace, next_at=max(pace.next_at, now + min(wait, LONGEST_HINT).total_seconds()))


def _step(pace: Pace) -> float:
    if pace.phase in {"start", "reopen"}:
        return START_STEP
    return STEADY_STEP if pace.phase == "steady" else STEP


def _grow_rate(pace: Pace, age: float) -> float:
    if pace.phase in {"start", "reopen"}:
        return pace.rate * math.pow(START_GROWTH, min(age, STEP))
    return pace.rate * (STEADY_GROWTH if pace.phase == "steady" else SEARCH_GROWTH)


def _cool_down(pace: Pace, now: float, wait: timedelta | None, jitter: float) -> float:
    """Seconds without any request: the exponential ones while nothing succeeded since a cut."""
    if pace.failures < 2:
        hint = min(wait or timedelta(), LONGEST_HINT).total_seconds()
        return max(1 / pace.rate, hint)
    cooldown = back_off(pace.failures - 1, wait, jitter).total_seconds()
    ends = (pace.opened_at + WINDOW - now, WINDOW - now % 60)
    return min([cooldown, *(max(end, FIRST_PROBE) for end in ends if wait is None and end > 0)])


def _cut(pace: Pace, now: float, admitted_at: float) -> Pace:
    # Requests that left after the rejected one were counted and are not answered yet.
    granted = max(pace.granted - round((now - admitted_at) * pace.rate), 0)
    pace = _slow_down(pace, admitted_at, granted)
    if pace.mark_at is None:
        pace = replace(pace, mark_at=admitted_at, mark_granted=granted, mark_paused=0.0)
    rate = max(pace.rate, min(SLOWEST, pace.cap or SLOWEST))
    return replace(
        pace,
        rate=rate,
        last_cut_at=now,
        floor=rate,
        # While nothing succeeds this stays the time of the first cut.
        changed_at=pace.changed_at if pace.failures else now,
        changed_granted=pace.granted,
        failures=pace.failures + 1,
    )


def _slow_down(pace: Pace, admitted_at: float, granted: int) -> Pace:
    if pace.failures:
        # Nothing succeeded since the last cut: the limit is the same one, the wait grows instead.
        return pace
    if pace.phase == "start":
        return replace(pace, rate=pace.rate / START_GROWTH, phase="search")
    goal = pace.rate * STEADY_CUT
    if pace.phase == "reopen":
        return replace(pace, rate=goal, goal=(pace.goal or goal) * STEADY_CUT)
    if pace.mark_at is None or admitted_at <= pace.mark_at or granted <= pace.mark_granted:
        return replace(pace, rate=goal, phase="steady")
    given = granted - pace.mark_granted
    passed = admitted_at - pace.mark_at
    most = given + SPARE
    goal = min(goal, most / max(passed - pace.mark_paused, 1e-3))
    rate = min(goal, most / passed) if given >= FEW else goal
    return replace(pace, rate=rate, goal=goal, phase="approach" if goal > rate else "steady")


def _reopen(pace: Pace, now: float, admitted_at: float) -> Pace:
    """The pace after a closure that used up a window.

    What was granted since the window opened, over all that time, is what it gives. It starts
    slowly: a sliding window gives back its room at the pace at which it was taken.
    """
    # It opened again between the last rejection and this success: after a minute, if that fits.
    least = (pace.last_cut_at or pace.opened_at) - pace.opened_at
    opened = max(min(MINUTE, admitted_at - pace.opened_at), least, CLOSED)
    goal = max(min(pace.rate, max(pace.granted - 1, 1) / opened), SLOWEST)
    return replace(
        pace,
        rate=min(FIRST_RATE, goal),
        goal=goal,
        phase="reopen",
        changed_at=now,
        opened_at=admitted_at,
        granted=1,
        changed_granted=1,
        mark_at=None,
    )
