"""Files written whole or not at all."""

from __future__ import annotations

import contextlib
import os
import secrets
from pathlib import Path

from dragoman.errors import WriteFailed

_NEW_MODE = 0o666
"""What the account's umask is taken from."""


def write_file(path: Path, content: bytes) -> int:
    """The bytes written, 0 when `path` held exactly `content` already; now it does, on disk.

    Directories are made; an existing file's mode is kept; a symlink keeps pointing where it did.
    Raises: WriteFailed: the old file is intact and nothing is left over.
    """
    made: list[Path] = []
    try:
        real = Path(os.path.realpath(path))
        if _holds(real, content):
            return 0
        _make_directories(real.parent, made)
        _replace(real, content)
    except OSError as fault:
        for folder in reversed(made):
            with contextlib.suppress(OSError):
                folder.rmdir()
        raise WriteFailed(
            f"the file cannot be written: {fault.strerror or type(fault).__name__}",
            path=str(path),
            remedy="Free some space or give this account permission; the old file is intact.",
        ) from None
    return len(content)


def _holds(path: Path, content: bytes) -> bool:
    """Whether `path` already holds `content`: its time stamp then stays for build tools."""
    try:
        with path.open("rb") as file:
            return file.read(len(content) + 1) == content
    except FileNotFoundError:
        return False


def _make_directories(folder: Path, made: list[Path]) -> None:
    """Makes `folder` with its parents, each of them lasting, and notes what is new in `made`."""
    if folder.is_dir():
        return
    _make_directories(folder.parent, made)
    with contextlib.suppress(FileExistsError):
        folder.mkdir()
        made.append(folder)
        _sync_directory(folder.parent)


def _replace(path: Path, content: bytes) -> None:
    """Writes beside `path` and renames: whoever reads sees the old file or the new one."""
    beside = path.with_name(f".{path.name[:100]}.{secrets.token_hex(8)}.tmp")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
    handle = os.open(beside, flags, _NEW_MODE)
    try:
        try:
            with contextlib.suppress(FileNotFoundError):
                os.fchmod(handle, path.stat().st_mode & 0o7777)
            _write_all(handle, content)
            os.fsync(handle)
        finally:
            os.close(handle)
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    _sync_directory(path.parent)


def _write_all(handle: int, content: bytes) -> None:
    rest = memoryview(content)
    while rest:
        rest = rest[os.write(handle, rest) :]


def _sync_directory(folder: Path) -> None:
    """Makes a rename or a new name last through a power cut."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
