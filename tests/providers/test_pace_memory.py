"""The pace of one process."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from itertools import pairwise

import pytest

from dragoman.model.exchange import PaceHint
from dragoman.providers.model import Limits
from dragoman.providers.pace_memory import MemoryPace
from tests.providers.clocks import TurnedClock


def make_pace(per_minute: float = 600.0) -> tuple[MemoryPace, TurnedClock]:
    clock = TurnedClock()
    return MemoryPace(Limits(per_minute), clock, jitter=lambda: 0.0), clock


async def test_requests_leave_one_spacing_apart_in_the_order_they_came():
    pace, _ = make_pace()
    admitted = await asyncio.gather(*(pace.admit(0.0) for _ in range(20)))
    gaps = [later - earlier for earlier, later in pairwise(admitted)]
    assert admitted == sorted(admitted)
    assert gaps == pytest.approx([1 / 9.8] * 19, rel=0.02)


async def test_after_a_limitation_nothing_leaves_before_the_wait_it_asked_for():
    pace, clock = make_pace()
    first = await pace.admit(0.0)
    await pace.note_limit(first, timedelta(seconds=7))
    assert await pace.admit(0.0) >= 7.0
    assert max(clock.naps) <= 30.0


async def test_a_long_wait_is_slept_in_naps():
    pace, clock = make_pace()
    await pace.note_overload(timedelta(seconds=100))
    assert await pace.admit(0.0) >= 100.0
    assert max(clock.naps) <= 30.0


async def test_an_overload_without_a_hint_changes_nothing():
    pace, _ = make_pace()
    before = pace.pace
    await pace.note_overload(None)
    assert pace.pace == before


async def test_a_limit_named_by_a_reply_caps_the_pace():
    pace, _ = make_pace(0.0)
    admitted = await pace.admit(0.0)
    await pace.note_success(admitted, PaceHint(per_minute=60.0))
    assert pace.pace.rate <= 1.0
