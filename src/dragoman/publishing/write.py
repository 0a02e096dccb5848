"""Files written whole or not at all."""

from __future__ import annotations

from pathlib import Path


def write_file(path: Path, content: bytes) -> bool:
    """Whether `path` changed; afterwards it holds exactly `content`, on disk.

    Directories are made; an existing file's mode is kept. Raises: WriteFailed: the old file is
    intact and nothing is left over.
    """
    raise NotImplementedError
