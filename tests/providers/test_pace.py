"""No pace at all, for models on this machine."""

from __future__ import annotations

from datetime import timedelta

from dragoman.model.exchange import PaceHint
from dragoman.providers.pace import FreePace


async def test_a_free_pace_admits_at_once_whatever_was_noted():
    pace = FreePace()
    await pace.note_limit(0.0, timedelta(hours=1))
    await pace.note_overload(timedelta(hours=1))
    await pace.note_success(0.0, PaceHint(per_minute=1.0))
    assert await pace.admit(1e9) == 0.0
