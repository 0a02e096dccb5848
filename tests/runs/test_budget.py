"""No request leaves that might exceed the person's own limit."""

from __future__ import annotations

import asyncio

import pytest

from dragoman.errors import CostLimit, NotConfigured
from dragoman.model.exchange import Ask, Reply, Request, Usage
from dragoman.providers.model import Model, Tariff
from dragoman.runs.budget import Budget, price_usage

MODEL = Model("house", "openai", tariff=Tariff(1.0, 2.0, 0.5, "EUR"))
REQUEST = Request("en", "fr", "p" * 400_000, "", (Ask("1", "word"),))
USAGE = Usage(1, 100_000, 0, 10)


class Till:
    """A provider that counts what reached it."""

    def __init__(self) -> None:
        self.asked = 0
        self.reached = asyncio.Event()
        self.gate = asyncio.Event()
        self.gate.set()

    async def ask(self, request: Request) -> Reply:
        del request
        self.asked += 1
        self.reached.set()
        await self.gate.wait()
        return Reply("{}", USAGE)


async def test_requests_leave_until_the_next_might_exceed_the_limit():
    till = Till()
    budget = Budget(0.5)
    ask = budget.watch(MODEL, till.ask)
    for _ in range(3):
        await ask(REQUEST)
    await ask(REQUEST)
    with pytest.raises(CostLimit):
        await ask(REQUEST)
    spent, currency = budget.spent()
    assert spent == pytest.approx(till.asked * price_usage(MODEL.tariff, USAGE))
    assert (currency, spent <= 0.5, till.asked) == ("EUR", True, 4)


async def test_requests_in_flight_count_at_their_upper_estimate():
    till = Till()
    till.gate.clear()
    ask = Budget(0.2).watch(MODEL, till.ask)
    first = asyncio.create_task(ask(REQUEST))
    await till.reached.wait()
    with pytest.raises(CostLimit):
        await ask(REQUEST)
    till.gate.set()
    await first


async def test_a_failed_request_costs_nothing():
    async def fail(request: Request) -> Reply:
        del request
        raise ConnectionError

    budget = Budget(0.2)
    ask = budget.watch(MODEL, fail)
    for _ in range(5):
        with pytest.raises(ConnectionError):
            await ask(REQUEST)
    assert budget.spent() == (0.0, "")


def test_a_limit_needs_a_price():
    till = Till()
    with pytest.raises(NotConfigured, match="house"):
        Budget(1.0).watch(Model("house", "openai"), till.ask)
    Budget(None).watch(Model("house", "openai"), till.ask)
    Budget(1.0).watch(Model("pseudo", "pseudo"), till.ask)
