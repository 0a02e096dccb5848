"""The story of `lock merge`: git hands over three versions of a lock, one comes back."""

from __future__ import annotations

from pathlib import Path

from dragoman.publishing.write import write_file
from dragoman.runs.read_file import read_path
from dragoman.sources.merge import merge_locks

LIMIT_BYTES = 512_000_000
"""Larger lock files are refused: a lock holds about 300 bytes per unit."""


def merge_lock(base: Path, ours: Path, theirs: Path, shown: str) -> None:
    """`ours` holds the lock both sides agree on.

    Raises: ConfigurationError when a side is not a lock; then `ours` is as before and git keeps
    the conflict.
    """
    versions = [read_path(path, shown, LIMIT_BYTES) for path in (base, ours, theirs)]
    write_file(ours, merge_locks(*versions))
