"""Request limits that are enforced: a token bucket or a sliding minute, for each credential."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Protocol

MINUTE = 60.0


@dataclass(frozen=True, slots=True)
class LimitState:
    """What a limit says after a request: `wait_seconds` 0 = admitted, else until one would be.

    `reset_seconds` is the time until the whole limit is free again.
    """

    limit: int
    remaining: int
    wait_seconds: float
    reset_seconds: float


class Limit(Protocol):
    """Counts the requests of one credential."""

    def take(self, now: float) -> LimitState:
        """Admits or refuses a request at `now` (monotonic seconds)."""
        ...


class TokenBucket:
    """Refills evenly and holds at most `burst` requests."""

    def __init__(self, per_minute: float, burst: float = 0) -> None:
        self._rate = per_minute / MINUTE
        self._burst = burst or per_minute
        self._level = self._burst
        self._at: float | None = None

    def take(self, now: float) -> LimitState:
        """Admits a request when the bucket holds a whole one."""
        passed = 0.0 if self._at is None else now - self._at
        self._at = now
        self._level = min(self._burst, self._level + passed * self._rate)
        wait = 0.0
        if self._level >= 1:
            self._level -= 1
        else:
            wait = (1 - self._level) / self._rate
        reset = (self._burst - self._level) / self._rate
        return LimitState(round(self._rate * MINUTE), int(self._level), wait, reset)


class SlidingWindow:
    """Admits `per_minute` requests in any sixty seconds."""

    def __init__(self, per_minute: float) -> None:
        self._limit = int(per_minute)
        self._taken: deque[float] = deque()

    def take(self, now: float) -> LimitState:
        """Admits a request when fewer than the limit were admitted in the last minute."""
        while self._taken and self._taken[0] <= now - MINUTE:
            self._taken.popleft()
        wait = 0.0
        if len(self._taken) < self._limit:
            self._taken.append(now)
        else:
            wait = self._taken[0] + MINUTE - now
        reset = self._taken[-1] + MINUTE - now
        return LimitState(self._limit, self._limit - len(self._taken), wait, reset)
