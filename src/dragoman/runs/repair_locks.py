"""The story of `lock repair`: lock files made anew from what stands on the disk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from dragoman.errors import ConfigurationError, DragomanError, StructureDiffers
from dragoman.model.run import FileOutcome
from dragoman.publishing.write import write_file
from dragoman.runs.hold_repository import hold_repository
from dragoman.runs.open_folder import Folder
from dragoman.runs.publish_pair import load_settled_lock, settle_pair
from dragoman.runs.read_pair import Pair, read_pair, read_translation
from dragoman.sources.directory import Job
from dragoman.sources.lock import LockedUnit, dump_lock, lock_path, rebuild_lock


def repair_locks(folder: Folder) -> list[FileOutcome]:
    """One outcome per target that exists: `written`, `untouched` or `failed`.

    Raises: RepositoryBusy.
    """
    with hold_repository(folder.root):
        outcomes = [_repair_job(folder, job) for job in folder.jobs]
    return [outcome for outcome in outcomes if outcome is not None]


def _repair_job(folder: Folder, job: Job) -> FileOutcome | None:
    blank = FileOutcome(job.source, job.locale, job.target, "failed")
    try:
        pair = read_pair(folder, job, model="")
        translated = read_translation(pair, pair.target)
        if translated is None:
            return None
        texts = pair.plug.pair(pair.document, translated)
        known = _list_known(folder, pair)
        lock = rebuild_lock(pair.document, translated, job.target, pair.facts, texts, known)
        settle_pair(folder.root, job, pair.target)
        changed = write_file(lock_path(folder.root, job.source, job.locale), dump_lock(lock))
    except DragomanError as fault:
        fault.path = job.target if isinstance(fault, StructureDiffers) else fault.path or job.target
        return replace(blank, code=fault.code, kind=fault.kind, message=str(fault))
    return replace(blank, state="written" if changed else "untouched", units=len(lock.units))


def _list_known(folder: Folder, pair: Pair) -> Sequence[LockedUnit]:
    """What a lock that can still be read says; a broken one is why people come here."""
    try:
        lock = load_settled_lock(folder.root, pair.job, pair.target)
    except ConfigurationError:
        return ()
    return lock.units if lock else ()
