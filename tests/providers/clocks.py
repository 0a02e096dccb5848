"""A clock that a test turns: sleeping takes no time and is remembered."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta


class TurnedClock:
    """Time passes only by sleeping."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.naps: list[float] = []

    def now(self) -> datetime:
        return datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=self.seconds)

    def monotonic(self) -> float:
        return self.seconds

    async def sleep(self, duration: timedelta) -> None:
        self.naps.append(duration.total_seconds())
        self.seconds += duration.total_seconds()
        await asyncio.sleep(0)
