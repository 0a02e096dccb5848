"""The git merge driver's logic for lock files."""

from __future__ import annotations


def merge_locks(base: bytes, ours: bytes, theirs: bytes) -> bytes:
    """The lock both sides agree on, recomputed unit by unit; the same whichever side is ours.

    Raises: ConfigurationError when a side is not a lock.
    """
    raise NotImplementedError
