"""Eight attempts, waits that respect hints, slots per credential."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from dragoman.errors import (
    ProviderCredentials,
    ProviderCredit,
    ProviderError,
    ProviderFault,
    ProviderOverloaded,
    ProviderRateLimit,
    ProviderTimeout,
    ProviderTruncated,
)
from dragoman.model.exchange import PaceHint, Reply, Request, Usage
from dragoman.providers.calls import ATTEMPTS, PacedCalls, open_calls
from dragoman.providers.model import Model
from dragoman.providers.models import open_provider
from dragoman.providers.pace import FreePace
from tests.providers.clocks import TurnedClock
from tests.providers.requests import ask_for


class Scripted:
    """A provider of the tests' own: raises what it is given, in turn, then answers."""

    def __init__(self, *faults: ProviderError) -> None:
        self.faults = list(faults)
        self.asked = 0
        self.closed = 0

    async def translate(self, _request: Request) -> Reply:
        self.asked += 1
        if self.faults:
            raise self.faults.pop(0)
        return Reply("{}", Usage(1, 10, 4, 5))

    async def close(self) -> None:
        self.closed += 1


class NotedPace(FreePace):
    """A pace that remembers what it was told."""

    def __init__(self) -> None:
        self.notes: list[str] = []

    async def note_success(self, _admitted_at: float, _hint: PaceHint) -> None:
        self.notes.append("success")

    async def note_limit(self, _admitted_at: float, _wait: timedelta | None) -> None:
        self.notes.append("limit")

    async def note_overload(self, _wait: timedelta | None) -> None:
        self.notes.append("overload")


def make_calls(*faults: ProviderError, concurrency: int = 4):
    provider, clock, pace = Scripted(*faults), TurnedClock(), NotedPace()
    return PacedCalls(provider, pace, clock, concurrency, jitter=lambda: 0.0), provider, clock, pace


@pytest.mark.parametrize(
    "kind", [ProviderRateLimit, ProviderOverloaded, ProviderTimeout, ProviderFault]
)
async def test_the_eighth_failure_of_a_request_leaves_and_seven_are_forgiven(kind):
    calls, provider, clock, _ = make_calls(*[kind("…")] * (ATTEMPTS - 1))
    assert (await calls.ask(ask_for("a"))).content == "{}"
    assert clock.naps == [2.0, 4.0, 8.0, 16.0, 30.0, 30.0, 30.0]
    calls, provider, _, _ = make_calls(*[kind("…")] * 20)
    with pytest.raises(kind):
        await calls.ask(ask_for("a"))
    assert provider.asked == calls.attempts == 8


@pytest.mark.parametrize(
    "fault",
    [
        ProviderCredit("…", is_permanent=True),
        ProviderCredentials("…"),
        ProviderTruncated("…"),
        ProviderRateLimit("…", is_permanent=True),
    ],
)
async def test_what_waiting_cannot_cure_leaves_at_once(fault):
    calls, provider, clock, pace = make_calls(fault)
    with pytest.raises(type(fault)):
        await calls.ask(ask_for("a"))
    assert (provider.asked, clock.naps, pace.notes) == (1, [], [])


async def test_a_hint_is_a_minimum_and_capped():
    faults = [ProviderRateLimit("…", wait=timedelta(seconds=wait)) for wait in (0.01, 90, 100_000)]
    calls, _, clock, _ = make_calls(*faults)
    await calls.ask(ask_for("a"))
    assert clock.naps == [2.0, 90.0, 300.0]


async def test_the_pace_hears_of_every_outcome():
    calls, _, _, pace = make_calls(ProviderRateLimit("…"), ProviderOverloaded("…"))
    await calls.ask(ask_for("a"))
    assert pace.notes == ["limit", "overload", "success"]


async def test_only_answered_requests_cost_and_all_units_handed_over_are_sent():
    calls, _, _, _ = make_calls(ProviderFault("…"))
    await calls.ask(ask_for("a", "b"))
    assert calls.usage == Usage(1, 10, 4, 5)
    assert (calls.attempts, calls.units) == (2, 4)


class Gate(Scripted):
    """Answers when the gate opens, and counts how many wait before it."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = asyncio.Event()
        self.is_full = asyncio.Event()
        self.inside = 0
        self.most = 0

    async def translate(self, request: Request) -> Reply:
        self.inside += 1
        self.most = max(self.most, self.inside)
        if self.inside == 3:
            self.is_full.set()
        await self.gate.wait()
        self.inside -= 1
        return await super().translate(request)


async def test_no_more_requests_than_slots_are_in_flight():
    provider = Gate()
    calls = PacedCalls(provider, FreePace(), TurnedClock(), 3)
    tasks = [asyncio.create_task(calls.ask(ask_for("a"))) for _ in range(10)]
    await provider.is_full.wait()
    provider.gate.set()
    await asyncio.gather(*tasks)
    assert (provider.most, provider.asked) == (3, 10)


async def test_a_failure_of_one_request_leaves_the_others_in_flight():
    calls, provider, _, _ = make_calls(ProviderCredit("…", is_permanent=True))
    done = await asyncio.gather(
        *(calls.ask(ask_for("a")) for _ in range(4)), return_exceptions=True
    )
    assert sum(isinstance(one, Reply) for one in done) == 3
    assert sum(isinstance(one, ProviderCredit) for one in done) == 1
    await calls.close()
    assert provider.closed == 1


async def test_a_model_on_this_machine_is_asked_without_pace_or_database():
    model = Model("pseudo", "pseudo")
    clock = TurnedClock()
    calls = open_calls(model, open_provider(model), None, clock)
    await asyncio.gather(*(calls.ask(ask_for("a")) for _ in range(50)))
    await calls.close()
    assert (calls.units, clock.naps) == (50, [])
