"""One command at a time writes into a repository."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from dragoman.errors import RepositoryBusy, WriteFailed


@contextmanager
def hold_repository(root: Path) -> Iterator[None]:
    """Keeps the repository at `root` for this process until the block ends.

    The hold is a lock of the operating system on `.dragoman/busy`: the end of the process, however
    violent, releases it. The file itself stays (removing it would let two processes each lock a
    file of that name) and is ignored by git.

    Raises: RepositoryBusy naming the other process, WriteFailed when `.dragoman` cannot be written.
    """
    try:
        file = _open_busy_file(root)
    except OSError as fault:
        raise WriteFailed(
            f"cannot write here ({fault.strerror})",
            path=str(root / ".dragoman"),
            remedy="Make the repository writable for this user.",
        ) from fault
    with file:
        _lock_or_refuse(file, root)
        file.truncate(0)
        file.write(str(os.getpid()))
        file.flush()
        yield


def _open_busy_file(root: Path) -> IO[str]:
    folder = root / ".dragoman"
    folder.mkdir(exist_ok=True)
    ignore = folder / ".gitignore"
    if not ignore.exists():
        ignore.write_text("/busy\n*.pending\n", encoding="ascii")
    return os.fdopen(os.open(folder / "busy", os.O_RDWR | os.O_CREAT, 0o666), "r+")


def _lock_or_refuse(file: IO[str], root: Path) -> None:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as fault:
        pid = file.read().strip() or "unknown"
        raise RepositoryBusy(
            f"another dragoman command (pid {pid}) is working here",
            path=str(root),
            remedy="Wait for it to end, or end it; nothing has been done.",
        ) from fault
