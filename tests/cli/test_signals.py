"""The first interruption asks, the second insists."""

from __future__ import annotations

import asyncio
import os
import signal

import pytest

from dragoman.cli.signals import run_interruptible
from dragoman.runs.desk import StopSign


def interrupt(number=signal.SIGINT):
    os.kill(os.getpid(), number)


async def wait_for_sign(sign):
    waiting = asyncio.Event()
    loop = asyncio.get_running_loop()

    def look():
        if sign.code:
            waiting.set()
        else:
            loop.call_soon(look)

    look()
    await waiting.wait()
    return sign.code


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_one_interruption_lets_the_story_finish(number, capsys):
    sign = StopSign()

    async def story():
        interrupt(number)
        return await wait_for_sign(sign)

    assert run_interruptible(story(), sign) == "interrupted"
    assert "interrupt again" in capsys.readouterr().err


def test_a_second_interruption_ends_it_at_once():
    sign = StopSign()

    async def story():
        interrupt()
        await wait_for_sign(sign)
        interrupt()
        await asyncio.Event().wait()

    with pytest.raises(KeyboardInterrupt):
        run_interruptible(story(), sign)


def test_without_interruption_result_and_error_pass_through():
    async def give():
        return 7

    async def fail():
        raise ConnectionError

    assert run_interruptible(give(), StopSign()) == 7
    with pytest.raises(ConnectionError):
        run_interruptible(fail(), StopSign())


def test_afterwards_signals_are_as_before():
    async def give():
        return signal.getsignal(signal.SIGINT)

    before = signal.getsignal(signal.SIGINT)
    run_interruptible(give(), StopSign())
    assert signal.getsignal(signal.SIGINT) is before
