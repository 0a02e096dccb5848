"""Callers, a pace and a limiter on a clock of events: minutes of traffic in milliseconds."""

from __future__ import annotations

import heapq
import itertools
import random
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Protocol

from dragoman.providers import pacing
from dragoman.providers.backoff import back_off
from dragoman.providers.model import Limits


class Limiter(Protocol):
    def take(self, now: float) -> bool: ...

    def tell_wait(self, now: float) -> float: ...


class Bucket:
    """`per_minute` tokens flow in; at most `burst` are saved."""

    def __init__(self, per_minute: float, burst: float) -> None:
        self.rate, self.burst = per_minute / 60, burst
        self.tokens, self.at = burst, 0.0

    def take(self, now: float) -> bool:
        self.tokens = min(self.burst, self.tokens + (now - self.at) * self.rate)
        self.at = now
        if self.tokens < 1 - 1e-9:
            return False
        self.tokens -= 1
        return True

    def tell_wait(self, now: float) -> float:
        return (1 - self.tokens) / self.rate + self.at - now


class SlidingWindow:
    """At most `count` requests in any `seconds`."""

    def __init__(self, count: float, seconds: float) -> None:
        self.count, self.seconds = count, seconds
        self.taken: deque[float] = deque()

    def take(self, now: float) -> bool:
        while self.taken and self.taken[0] <= now - self.seconds:
            self.taken.popleft()
        if len(self.taken) >= self.count:
            return False
        self.taken.append(now)
        return True

    def tell_wait(self, now: float) -> float:
        return self.taken[0] + self.seconds - now


class FixedWindow:
    """At most `count` requests between two ticks of a clock that ticks every `seconds`."""

    def __init__(self, count: float, seconds: float, offset: float) -> None:
        self.count, self.seconds, self.offset = count, seconds, offset
        self.number, self.taken = -1.0, 0

    def take(self, now: float) -> bool:
        number = (now + self.offset) // self.seconds
        if number != self.number:
            self.number, self.taken = number, 0
        self.taken += 1
        return self.taken <= self.count

    def tell_wait(self, now: float) -> float:
        return (self.number + 1) * self.seconds - self.offset - now


@dataclass(frozen=True)
class World:
    """What surrounds the pace. Seconds; `late` is how long a timer and a statement take."""

    callers: int = 8
    latency: float = 0.3
    refusal: float = 0.3
    late: float = 0.006
    wire: float = 0.0005
    header: float = 0.0
    has_hint: bool = False
    limits: Limits = field(default_factory=Limits)
    length: float = 120.0


@dataclass(frozen=True)
class Traffic:
    """When requests were granted and rejected."""

    granted: list[float]
    rejected: list[float]

    def share(self, rate: float, since: float, until: float) -> float:
        return sum(since <= at < until for at in self.granted) / (rate * (until - since))

    def rejected_share(self, since: float) -> float:
        bad = sum(at >= since for at in self.rejected)
        return bad / max(1, bad + sum(at >= since for at in self.granted))


class Simulation:
    """One run of a world against a limiter."""

    def __init__(self, limiter: Limiter, world: World, seed: int) -> None:
        self.limiter, self.world = limiter, world
        self.random = random.Random(seed)  # noqa: S311 the same run each time
        self.start = self.now = self.random.uniform(0, 60)
        self.pace = pacing.open_pace(self.now, world.limits)
        self.paces: list[tuple[float, pacing.Pace]] = []
        self.events: list[tuple[float, int, Callable[[], None]]] = []
        self.numbers = itertools.count()
        self.queue: deque[int] = deque()
        self.hurried: set[float] = set()
        self.is_asking = False
        self.traffic = Traffic([], [])

    def run(self) -> Traffic:
        for _ in range(self.world.callers):
            self.after(0.0, lambda: self.want(0))
        while self.events and self.events[0][0] < self.start + self.world.length:
            self.now, _, act = heapq.heappop(self.events)
            act()
        return self.traffic

    def after(self, seconds: float, act: Callable[[], None]) -> None:
        heapq.heappush(self.events, (self.now + seconds, next(self.numbers), act))

    def want(self, failures: int) -> None:
        self.queue.append(failures)
        if not self.is_asking:
            self.is_asking = True
            self.ask()

    def ask(self) -> None:
        """One statement; the answer is acted on `late` afterwards, as the row's keeper does."""
        self.pace, wait = pacing.admit(self.pace, self.now)
        self.paces.append((self.now, self.pace))
        statement = self.random.uniform(0.2, 1.0) * self.world.late
        if wait > pacing.LEAD:
            nap = pacing.to_nap(wait).total_seconds()
            timer = self.random.uniform(0.1, 0.4) * self.world.late
            self.after(statement + nap + timer, self.ask)
            return
        self.pace = pacing.grow(self.pace, self.now)
        admitted_at = self.now + wait
        if self.pace.is_hurried:
            self.hurried.add(admitted_at)
        failures = self.queue.popleft()
        leave = max(wait, statement) + self.random.uniform(0.0, 0.2) * self.world.late
        self.after(leave, lambda: self.send(failures, admitted_at))

    def send(self, failures: int, admitted_at: float) -> None:
        if self.queue:
            self.ask()
        else:
            self.is_asking = False
        self.after(
            self.random.uniform(0, 2) * self.world.wire, lambda: self.arrive(failures, admitted_at)
        )

    def arrive(self, failures: int, admitted_at: float) -> None:
        vary = self.random.uniform(0.9, 1.1)
        if self.limiter.take(self.now):
            self.traffic.granted.append(self.now - self.start)
            self.after(self.world.latency * vary, lambda: self.succeed(admitted_at))
            return
        self.traffic.rejected.append(self.now - self.start)
        wait = timedelta(seconds=self.limiter.tell_wait(self.now)) if self.world.has_hint else None
        self.after(self.world.refusal * vary, lambda: self.fail(failures + 1, admitted_at, wait))

    def succeed(self, admitted_at: float) -> None:
        is_hurried = admitted_at in self.hurried
        header = self.world.header
        self.pace = pacing.succeed(self.pace, self.now, admitted_at, header, is_hurried)
        self.want(0)

    def fail(self, failures: int, admitted_at: float, wait: timedelta | None) -> None:
        is_hurried, jitter = admitted_at in self.hurried, self.random.random()
        self.pace = pacing.limit(self.pace, self.now, admitted_at, wait, jitter, is_hurried)
        again = back_off(failures, wait, self.random.random()).total_seconds()
        self.after(again, lambda: self.want(failures))


def make_limiters(per_minute: int, seed: int) -> dict[str, Limiter]:
    """One limiter of each shape that providers are known to use."""
    begin = random.Random(seed).uniform(0, 60)  # noqa: S311 as the simulation's start
    return {
        "bucket of one": Bucket(per_minute, 1),
        "bucket of a second": Bucket(per_minute, max(1, per_minute / 60)),
        "bucket of a tenth": Bucket(per_minute, per_minute / 10),
        "bucket of a minute": Bucket(per_minute, per_minute),
        "sliding minute": SlidingWindow(per_minute, 60),
        "minute of the clock": FixedWindow(per_minute, 60, 0),
        "minute of the first request": FixedWindow(per_minute, 60, -begin),
    }
