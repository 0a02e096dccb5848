from __future__ import annotations

import asyncio
from datetime import UTC, timedelta

from dragoman.clock import SystemClock


def test_now_is_aware_and_utc():
    assert SystemClock().now().tzinfo is UTC


def test_a_sleep_lasts_at_least_its_duration():
    clock = SystemClock()
    before = clock.monotonic()
    asyncio.run(clock.sleep(timedelta(milliseconds=5)))
    assert clock.monotonic() - before >= 0.005
