"""Who uses the server: locked files, which the kernel lets go of however a command ends."""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import os
import secrets
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Final

from dragoman.errors import DatabaseUnavailable

LOCK_LIMIT: Final = timedelta(seconds=180)
"""How long another command may start or stop the server: its own start limit and a margin."""

# A tenth of a warm start between two looks; silence for as long as nobody wonders yet.
_LOOK_AGAIN: Final = timedelta(milliseconds=20)
_SPEAK_AFTER: Final = timedelta(seconds=2)


@dataclass(frozen=True, slots=True)
class Client:
    """One use of the server: a file that is locked as long as its process lives and holds it."""

    path: Path
    descriptor: int

    def close(self) -> None:
        """Takes the file away and lets go of its lock."""
        self.path.unlink(missing_ok=True)
        os.close(self.descriptor)


def register_client(folder: Path) -> Client:
    """A locked file in `folder`, named after this process; those of dead processes are removed.

    Call it under the supervisor's lock: the file is made first and locked then.
    """
    for path in folder.glob("*.client"):
        if not is_locked(path):
            path.unlink(missing_ok=True)
    path = folder / f"{os.getpid()}-{secrets.token_hex(4)}.client"
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    # Waits at most for one look of `is_locked`, which takes the lock shared for an instant.
    fcntl.flock(descriptor, fcntl.LOCK_EX)
    return Client(path, descriptor)


def list_clients(folder: Path) -> list[int]:
    """The pids of the living clients in `folder`; to act on it, hold the supervisor's lock."""
    paths = sorted(folder.glob("*.client"))
    return [int(path.name.partition("-")[0]) for path in paths if is_locked(path)]


def is_locked(path: Path) -> bool:
    """Whether a living process holds the lock of the file at `path`; asks, and changes nothing."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except FileNotFoundError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(descriptor)
    return False


@contextlib.asynccontextmanager
async def hold_lock(path: Path, report: Callable[[str], None]) -> AsyncIterator[None]:
    """Holds the lock file at `path`, waiting for whoever has it; `report` says that we wait.

    Asks again and again instead of blocking in a thread, which no Ctrl-C could end.

    Raises: DatabaseUnavailable after `LOCK_LIMIT`.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        waited = timedelta()
        while not _try_lock(descriptor):
            if waited >= LOCK_LIMIT:
                raise DatabaseUnavailable(
                    "another command has been starting or stopping the database for "
                    f"{LOCK_LIMIT.seconds} seconds",
                    path=str(path),
                    remedy="Look for a dragoman process that hangs, end it, and try again.",
                )
            if waited == _SPEAK_AFTER:
                report("Waiting for another command that starts or stops the database …")
            await asyncio.sleep(_LOOK_AGAIN.total_seconds())
            waited += _LOOK_AGAIN
        yield
    finally:
        os.close(descriptor)


def _try_lock(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
