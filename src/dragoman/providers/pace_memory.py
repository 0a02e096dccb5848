"""The pace of one process, for machines without a database."""

from __future__ import annotations

import asyncio
import random
from collections import deque
from collections.abc import Callable
from datetime import timedelta

from dragoman.clock import Clock
from dragoman.model.exchange import PaceHint
from dragoman.providers import pacing
from dragoman.providers.model import Limits
from dragoman.providers.pace import KEPT


class MemoryPace:
    """A pace kept in memory; its time is the clock's monotonic one."""

    def __init__(
        self, limits: Limits, clock: Clock, jitter: Callable[[], float] = random.random
    ) -> None:
        """Takes the limits of the configuration and a source of jitter between 0 and 1."""
        self._clock = clock
        self._jitter = jitter
        self._limits = limits
        self._turn = asyncio.Lock()
        self._hurried: deque[float] = deque(maxlen=KEPT)
        self.pace = pacing.open_pace(clock.monotonic(), limits)

    async def admit(self, tokens: float, /) -> float:
        """Returns when a request may leave, first come first served."""
        cost = pacing.to_cost(self._limits, tokens)
        async with self._turn:
            while True:
                now = self._clock.monotonic()
                self.pace, wait = pacing.admit(self.pace, now, cost)
                if wait <= pacing.LEAD:
                    break
                await self._clock.sleep(pacing.to_nap(wait))
            if self.pace.is_hurried:
                self._hurried.append(now + wait)
            self.pace = pacing.grow(self.pace, now)
            if wait:
                await self._clock.sleep(timedelta(seconds=wait))
            return now + wait

    async def note_success(self, admitted_at: float, hint: PaceHint, /) -> None:
        """Notes an answer."""
        now = self._clock.monotonic()
        is_hurried = admitted_at in self._hurried
        self.pace = pacing.succeed(self.pace, now, admitted_at, hint.per_minute, is_hurried)

    async def note_limit(self, admitted_at: float, wait: timedelta | None, /) -> None:
        """Notes a rejection."""
        now = self._clock.monotonic()
        is_hurried = admitted_at in self._hurried
        self.pace = pacing.limit(self.pace, now, admitted_at, wait, self._jitter(), is_hurried)

    async def note_overload(self, wait: timedelta | None, /) -> None:
        """Notes an overload; without a hint only the request itself backs off."""
        if wait is not None:
            self.pace = pacing.postpone(self.pace, self._clock.monotonic(), wait)
