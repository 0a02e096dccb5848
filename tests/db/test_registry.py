"""Locked files tell the living from the dead."""

import asyncio
import os
import signal
import subprocess
import sys

import pytest

from dragoman.db import registry
from dragoman.db.registry import hold_lock, is_locked, list_clients, register_client
from dragoman.errors import DatabaseUnavailable
from tests.db.conftest import SRC

HOLD = """
import sys
from pathlib import Path
from dragoman.db.registry import register_client
client = register_client(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.readline()
"""


def test_clients_are_listed_until_they_close(tmp_path):
    first, second = register_client(tmp_path), register_client(tmp_path)
    assert list_clients(tmp_path) == [os.getpid()] * 2
    first.close()
    assert list_clients(tmp_path) == [os.getpid()]
    second.close()
    assert list(tmp_path.iterdir()) == []


def test_the_kernel_forgets_a_killed_client_and_the_next_one_removes_its_file(tmp_path):
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, tmp_path],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(SRC)},
    )
    assert process.stdout.readline() == b"held\n"
    assert list_clients(tmp_path) == [process.pid]
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert list_clients(tmp_path) == []
    [left] = tmp_path.iterdir()
    client = register_client(tmp_path)
    assert not left.exists()
    client.close()


def test_a_file_that_is_gone_is_not_locked(tmp_path):
    assert not is_locked(tmp_path / "gone")


async def test_one_holds_the_lock_at_a_time(tmp_path):
    inside = 0

    async def enter():
        nonlocal inside
        async with hold_lock(tmp_path / "lock", print):
            inside += 1
            assert inside == 1
            await asyncio.to_thread(os.sched_yield)
            inside -= 1

    await asyncio.gather(*(enter() for _ in range(5)))


async def test_a_wait_is_told_and_ends(tmp_path, monkeypatch):
    monkeypatch.setattr(registry, "LOCK_LIMIT", registry._LOOK_AGAIN * 3)
    monkeypatch.setattr(registry, "_SPEAK_AFTER", registry._LOOK_AGAIN)
    told = []

    async def wait():
        async with hold_lock(tmp_path / "lock", told.append):
            raise AssertionError("held twice")

    async with hold_lock(tmp_path / "lock", print):
        with pytest.raises(DatabaseUnavailable, match="starting or stopping"):
            await wait()
    assert len(told) == 1
