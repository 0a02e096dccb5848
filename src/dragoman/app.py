"""Builds everything from Settings; the only module that knows all rooms."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager

from dragoman.clock import Clock, SystemClock
from dragoman.db.connect import Database, open_database
from dragoman.model.exchange import Usage
from dragoman.providers.calls import PacedCalls, open_calls
from dragoman.providers.machine import load_machine
from dragoman.providers.model import Model
from dragoman.providers.models import open_provider, resolve_model
from dragoman.runs.budget import Budget
from dragoman.runs.desk import Desk
from dragoman.settings import Settings
from dragoman.translation.checkpoints import Checkpoints

DEFAULT_MODEL = "pseudo"
"""The model of whoever names none: it needs neither key nor network."""


class Rooms:
    """The office of a run: models, providers and the database, each opened when first needed."""

    def __init__(
        self,
        settings: Settings,
        environment: Mapping[str, str],
        max_cost: float | None = None,
        report: Callable[[str], None] = lambda _line: None,
        clock: Clock | None = None,
    ) -> None:
        """Takes the process's settings and environment; `report` gets a line on slow starts."""
        self._settings = settings
        self._environment = environment
        self._report = report
        self._machine = load_machine(settings)
        self._budget = Budget(max_cost)
        self._clock = clock or SystemClock()
        self._models: dict[str, Model] = {}
        self._calls: dict[str, PacedCalls] = {}
        self._desks: dict[str, Desk] = {}
        self._database: Database | None = None
        self._turn = asyncio.Lock()

    def canonical_name(self, model: str) -> str:
        """The name under which `model` ("" = the default) stands in lock files."""
        return self._resolve(model or DEFAULT_MODEL).name

    async def desk_for(self, model: str) -> Desk:
        """The desk of `model` ("" = the default)."""
        name = model or DEFAULT_MODEL
        async with self._turn:
            if name not in self._desks:
                self._desks[name] = await self._open_desk(self._resolve(name))
            return self._desks[name]

    def sent_units(self) -> int:
        """How many units the providers were asked for, counted where requests leave."""
        return sum(calls.units for calls in self._calls.values())

    def usage(self) -> Usage:
        """What the providers say they counted."""
        return sum((calls.usage for calls in self._calls.values()), Usage())

    def cost(self) -> tuple[float, str]:
        """What the answered requests cost by the price table, and the currency."""
        return self._budget.spent()

    async def close(self) -> None:
        """Closes the providers and lets go of the database."""
        for calls in self._calls.values():
            await calls.close()
        if self._database is not None:
            await self._database.close()

    def _resolve(self, name: str) -> Model:
        if name not in self._models:
            self._models[name] = resolve_model(
                name, self._machine, self._environment, self._settings
            )
        return self._models[name]

    async def _open_desk(self, model: Model) -> Desk:
        if self._database is None:
            self._database = await open_database(self._settings, self._report)
        calls = open_calls(model, open_provider(model), self._database, self._clock)
        self._calls[model.name] = calls
        return Desk(
            model.name,
            model.credential_id,
            self._budget.watch(model, calls.ask),
            Checkpoints(self._database),
            model.is_offline,
        )


@asynccontextmanager
async def open_rooms(
    settings: Settings,
    environment: Mapping[str, str],
    max_cost: float | None = None,
    report: Callable[[str], None] = lambda _line: None,
    clock: Clock | None = None,
) -> AsyncIterator[Rooms]:
    """Rooms that are closed at the end of the block, whatever happens in it.

    Raises: ConfigurationError of dragoman.toml.
    """
    rooms = Rooms(settings, environment, max_cost, report, clock)
    try:
        yield rooms
    finally:
        await rooms.close()
