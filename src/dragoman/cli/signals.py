"""Interruption that lets files in work finish: the first signal asks, the second insists."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Coroutine
from typing import Any, TypeVar

from dragoman.cli.output import print_note
from dragoman.runs.desk import StopSign

Result = TypeVar("Result")

SIGNALS = (signal.SIGINT, signal.SIGTERM)


def run_interruptible(story: Coroutine[Any, Any, Result], sign: StopSign) -> Result:
    """The result of `story`; an interruption raises the sign, a second one cancels the story.

    Raises: KeyboardInterrupt after a second interruption, and what the story raises.
    """
    try:
        return asyncio.run(_run_watched(story, sign))
    except asyncio.CancelledError:
        raise KeyboardInterrupt from None


async def _run_watched(story: Coroutine[Any, Any, Result], sign: StopSign) -> Result:
    loop = asyncio.get_running_loop()
    task = asyncio.ensure_future(story)

    def interrupt() -> None:
        if sign.code == "interrupted":
            task.cancel()
            return
        sign.interrupt()
        print_note("Finishing the files in work; interrupt again to stop at once.")

    for number in SIGNALS:
        loop.add_signal_handler(number, interrupt)
    try:
        return await task
    finally:
        for number in SIGNALS:
            loop.remove_signal_handler(number)
