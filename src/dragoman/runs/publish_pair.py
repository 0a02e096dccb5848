"""Target and lock file published together, so that a violent end between the two loses nothing.

The two cannot be renamed in one step, and either order alone is wrong. With the lock first, an end
in between leaves an old target whose bytes the new lock does not know: every unit would count as a
human's edit. With the target first, the new target meets a lock that speaks of other units. So the
lock to be is written first, beside the lock, under a name that holds the hash of the target it
replaces:

1. `<locale>.lock.<hash of the old target>.pending`, whole and on disk;
2. the target, by rename;
3. the pending lock is renamed to the lock.

Whoever reads the lock looks for a pending one. If the target still is the old one, step 2 never
happened: the pending lock says nothing, the units it speaks of are checkpoints, and nothing is paid
again. Otherwise step 2 happened and the pending lock is the truth, also when somebody has edited
the new target since: the edit shows against the new lock, as it should. An earlier pending lock is
settled before a new one is written, so there is never more than one.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from dragoman.errors import WriteFailed
from dragoman.publishing.write import write_file
from dragoman.sources.directory import Job
from dragoman.sources.lock import Lock, dump_lock, lock_path, read_lock


def publish_pair(root: Path, job: Job, old: bytes | None, new: bytes, lock: Lock) -> None:
    """Target and lock are `new` and `lock`, on disk; `old` is the target's present content.

    Raises: WriteFailed; then target and lock still belong together.
    """
    settle_pair(root, job, old)
    place = lock_path(root, job.source, job.locale)
    pending = place.with_name(f"{place.name}.{_hash_target(old)}.pending")
    write_file(pending, dump_lock(lock))
    write_file(root / job.target, new)
    _rename(pending, place)


def settle_pair(root: Path, job: Job, target: bytes | None) -> None:
    """Finishes or drops what an earlier command left pending; `target` is the present content.

    Raises: WriteFailed.
    """
    place = lock_path(root, job.source, job.locale)
    pending = _find_pending(place)
    if pending is None:
        return
    if _is_replaced(pending, target):
        _rename(pending, place)
    else:
        pending.unlink(missing_ok=True)


def load_settled_lock(root: Path, job: Job, target: bytes | None) -> Lock | None:
    """The lock that belongs to `target`, the present content; None when there is none.

    Raises: ConfigurationError when a lock cannot be read.
    """
    place = lock_path(root, job.source, job.locale)
    pending = _find_pending(place)
    if pending is not None and _is_replaced(pending, target):
        return read_lock(pending)
    return read_lock(place)


def _find_pending(place: Path) -> Path | None:
    return next(iter(place.parent.glob(f"{place.name}.*.pending")), None)


def _is_replaced(pending: Path, target: bytes | None) -> bool:
    return pending.name.rsplit(".", 2)[1] != _hash_target(target)


def _hash_target(target: bytes | None) -> str:
    return "none" if target is None else hashlib.sha256(target).hexdigest()[:32]


def _rename(pending: Path, place: Path) -> None:
    """Renames, and makes the name last through a power cut."""
    try:
        pending.replace(place)
        folder = os.open(place.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
    except OSError as fault:
        raise WriteFailed(
            f"cannot be written ({fault.strerror})",
            path=str(place),
            remedy="Make room on the disk and the folder writable, then run the command again.",
        ) from fault
