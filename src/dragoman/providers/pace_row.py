"""The pace that all processes of one credential share: a row, by the database's clock."""

from __future__ import annotations

import asyncio
import random
from collections import deque
from collections.abc import Callable
from dataclasses import fields
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from dragoman.clock import Clock
from dragoman.db.connect import Database, Row
from dragoman.db.named_sql import load_statements
from dragoman.model.exchange import PaceHint
from dragoman.providers import pacing
from dragoman.providers.model import Limits
from dragoman.providers.pace import KEPT
from dragoman.providers.pacing import Pace

_STATEMENTS = load_statements(Path(__file__).with_suffix(".sql"))
_NUMBERS = {
    "lead": pacing.LEAD,
    "catch_up": pacing.CATCH_UP,
    "strict_catch_up": pacing.STRICT_CATCH_UP,
    "hurried": pacing.HURRIED,
    "first_probe": pacing.FIRST_PROBE,
    "probe": pacing.PROBE,
    "closed": pacing.CLOSED,
}
"""What `pacing.admit` knows and the statement is told."""


class RowPace:
    """The pace of one credential id and model, kept in `dragoman.pacing`."""

    def __init__(
        self,
        database: Database,
        key: tuple[str, str],
        limits: Limits,
        clock: Clock,
        jitter: Callable[[], float] = random.random,
    ) -> None:
        """Takes the credential id and the model's name as key; the clock only sleeps."""
        self._database = database
        self._key = {"credential_id": key[0], "model": key[1]}
        self._limits = limits
        self._clock = clock
        self._jitter = jitter
        # One waiter of this process asks the row; the others stand behind it in order.
        self._turn = asyncio.Lock()
        self._seen: Pace | None = None
        self._hurried: deque[float] = deque(maxlen=KEPT)

    async def admit(self, tokens: float, /) -> float:
        """Returns when a request may leave: one statement, and one per nap.

        The turn is kept until then, so that requests leave in the order of their admission.
        """
        cost = pacing.to_cost(self._limits, tokens)
        async with self._turn:
            while True:
                now, wait = await self._ask(cost)
                asked = self._clock.monotonic()
                if wait <= pacing.LEAD:
                    break
                await self._clock.sleep(pacing.to_nap(wait))
            if self._seen is not None:
                if self._seen.is_hurried:
                    self._hurried.append(now + wait)
                if pacing.grow(self._seen, now) != self._seen:
                    await self._change(pacing.grow)
            rest = wait - (self._clock.monotonic() - asked)
            if rest > 0:
                await self._clock.sleep(timedelta(seconds=rest))
            return now + wait

    async def note_success(self, admitted_at: float, hint: PaceHint, /) -> None:
        """Notes an answer; costs a statement only when it changes the pace."""
        is_hurried = admitted_at in self._hurried

        def succeed(pace: Pace, now: float) -> Pace:
            return pacing.succeed(pace, now, admitted_at, hint.per_minute, is_hurried)

        if self._seen is None or succeed(self._seen, self._seen.next_at) != self._seen:
            await self._change(succeed)

    async def note_limit(self, admitted_at: float, wait: timedelta | None, /) -> None:
        """Notes a rejection."""
        is_hurried = admitted_at in self._hurried

        def limit(pace: Pace, now: float) -> Pace:
            return pacing.limit(pace, now, admitted_at, wait, self._jitter(), is_hurried)

        await self._change(limit)

    async def note_overload(self, wait: timedelta | None, /) -> None:
        """Notes an overload; without a hint only the request itself backs off."""
        if wait is not None:
            await self._change(lambda pace, now: pacing.postpone(pace, now, wait))

    async def _ask(self, cost: float) -> tuple[float, float]:
        if self._seen is None:
            # Before the first look: what was learned a day ago, about us too, is no guide.
            await sweep_paces(self._database)
        while True:
            rows = await self._database.fetch(
                _STATEMENTS["admit_request"], cost=cost, now=None, **_NUMBERS, **self._key
            )
            if rows:
                self._seen = _read_pace(rows[0])
                return _seconds(rows[0]["asked_at"]), _number(rows[0]["wait"])
            # No row yet, or it was swept while this process slept.
            fresh = pacing.open_pace(0.0, self._limits)
            await self._database.execute(
                _STATEMENTS["insert_pace"],
                rate=fresh.rate, cap=fresh.cap, phase=fresh.phase, **self._key,
            )  # fmt: skip

    async def _change(self, step: Callable[[Pace, float], Pace]) -> None:
        async with self._database.transaction() as connection:
            cursor = await connection.execute(_STATEMENTS["lock_pace"].encode(), self._key)
            row = await cursor.fetchone()
            if row is None:
                return
            before = _read_pace(row)
            after = step(before, _seconds(row["asked_at"]))
            self._seen = after
            if after != before:
                values = {name: getattr(after, name) for name in _COLUMNS}
                await connection.execute(_STATEMENTS["update_pace"].encode(), values | self._key)


async def sweep_paces(database: Database) -> int:
    """How many paces idle for 24 hours were forgotten. *Source:* spec/recovery §5."""
    return await database.execute(_STATEMENTS["sweep_paces"])


_COLUMNS = tuple(field.name for field in fields(Pace))


def _read_pace(row: Row) -> Pace:
    values: dict[str, Any] = {name: row[name] for name in _COLUMNS}
    for name, value in values.items():
        if isinstance(value, datetime):
            values[name] = value.timestamp()
    return Pace(**values)


def _seconds(value: Any) -> float:
    return float(value.timestamp())


def _number(value: Any) -> float:
    return float(value)
