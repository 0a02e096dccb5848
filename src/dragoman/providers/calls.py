"""Calls under the shared pace: one request gets eight attempts, then its error leaves."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from typing import Final

from dragoman.clock import Clock
from dragoman.db.connect import Database
from dragoman.errors import ProviderError, ProviderOverloaded, ProviderRateLimit
from dragoman.logs import get_logger
from dragoman.model.exchange import Reply, Request, Usage
from dragoman.plugs import Provider
from dragoman.providers.backoff import back_off
from dragoman.providers.model import Model
from dragoman.providers.pace import FreePace, PaceKeeper
from dragoman.providers.pace_memory import MemoryPace
from dragoman.providers.pace_row import RowPace

ATTEMPTS: Final = 8
"""Attempts of one request. *Source:* spec/recovery §0."""

_log = get_logger("dragoman.providers")


class PacedCalls:
    """A provider asked no faster than the pace allows and by no more requests than its slots."""

    def __init__(
        self,
        provider: Provider,
        pace: PaceKeeper,
        clock: Clock,
        concurrency: int,
        jitter: Callable[[], float] = random.random,
    ) -> None:
        """Takes a source of jitter between 0 and 1, so that tests choose it."""
        self._provider = provider
        self._pace = pace
        self._clock = clock
        self._slots = asyncio.Semaphore(concurrency)
        self._jitter = jitter
        self._usage = Usage()
        self.attempts = 0
        """Requests handed to the provider, rejected ones included."""
        self.units = 0
        """Units in those requests."""

    @property
    def usage(self) -> Usage:
        """What the answered requests cost so far."""
        return self._usage

    async def ask(self, request: Request) -> Reply:
        """The provider's answer to `request`.

        Raises: ProviderError: one that waiting cannot cure at once, others after eight attempts.
        """
        for failures in range(1, ATTEMPTS):
            try:
                return await self._attempt(request)
            except ProviderError as error:
                if not error.retryable or error.is_permanent:
                    raise
                wait = back_off(failures, error.wait, self._jitter())
                _log.info(
                    "attempt failed",
                    code=error.code,
                    attempt=failures,
                    seconds=wait.total_seconds(),
                )
            await self._clock.sleep(wait)
        return await self._attempt(request)

    async def close(self) -> None:
        """Closes the provider."""
        await self._provider.close()

    async def _attempt(self, request: Request) -> Reply:
        async with self._slots:
            admitted_at = await self._pace.admit(estimate_tokens(request))
            self.attempts += 1
            self.units += len(request.units)
            try:
                reply = await self._provider.translate(request)
            except ProviderRateLimit as error:
                if not error.is_permanent:
                    await self._pace.note_limit(admitted_at, error.wait)
                raise
            except ProviderOverloaded as error:
                await self._pace.note_overload(error.wait)
                raise
            await self._pace.note_success(admitted_at, reply.hint)
        self._usage += reply.usage
        return reply


def open_calls(
    model: Model, provider: Provider, database: Database | None, clock: Clock
) -> PacedCalls:
    """Calls of `provider` under the pace of `model`.

    The shared row of `database`, or, without one, a pace of this process alone.
    """
    pace: PaceKeeper
    if model.is_offline:
        pace = FreePace()
    elif database is None:
        pace = MemoryPace(model.limits, clock)
    else:
        pace = RowPace(database, (model.credential_id, model.remote_name), model.limits, clock)
    return PacedCalls(provider, pace, clock, model.concurrency)


def estimate_tokens(request: Request) -> float:
    """About how many tokens `request` and its answer take: UTF-8 bytes / 4, units counted twice.

    >>> from dragoman.model.exchange import Ask
    >>> estimate_tokens(Request("en", "de", "abcd", "", (Ask("1", "word"),)))
    3.0
    """
    asked = sum(len(unit.text.encode()) for unit in request.units)
    return (len(request.prefix.encode()) + len(request.context.encode()) + 2 * asked) / 4
