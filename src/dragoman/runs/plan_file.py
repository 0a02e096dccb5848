"""What one file needs in one locale: source, target and lock laid side by side."""

from __future__ import annotations

from dataclasses import dataclass

from dragoman.errors import StructureDiffers
from dragoman.model.document import Document
from dragoman.runs.open_folder import Folder
from dragoman.runs.publish_pair import load_settled_lock
from dragoman.runs.read_pair import Pair, read_pair, read_target, read_translation
from dragoman.sources.directory import Job
from dragoman.sources.lock import (
    FoundLock,
    Lock,
    UnitPlan,
    find_renamed_lock,
    hash_bytes,
    plan_units,
)


@dataclass(frozen=True, slots=True)
class FilePlan:
    """A pair, what its lock remembers, and what each unit needs.

    `translated` is the document the plan was made from: the target's, or for a renamed source that
    of its old target. `renamed` is the lock of the source's old name.
    """

    pair: Pair
    translated: Document | None
    lock: Lock | None
    renamed: FoundLock | None
    units: UnitPlan

    def is_current(self) -> bool:
        """Whether lock and target were made for exactly this source, read in this way."""
        document = self.pair.document
        return (
            self.pair.target is not None
            and self.renamed is None
            and self.lock is not None
            and self.lock.source_hash == hash_bytes(document.source)
            and self.lock.skeleton == document.skeleton_hash()[:32]
        )


def plan_file(folder: Folder, job: Job, model: str) -> FilePlan:
    """The plan of one job; `model` is the name the units would be translated with.

    Raises: SourceError and ConfigurationError with the path in it.
    """
    pair = read_pair(folder, job, model)
    lock = load_settled_lock(folder.root, job, pair.target)
    renamed = None if lock else _find_old_name(folder, pair, job)
    content = pair.target
    if renamed and content is None:
        content = read_target(folder, renamed.lock.output)
    translated = read_translation(pair, content)
    known = renamed.lock if renamed else lock
    units = _plan_or_explain(pair, translated, known)
    return FilePlan(pair, translated, known, renamed, units)


def _find_old_name(folder: Folder, pair: Pair, job: Job) -> FoundLock | None:
    return find_renamed_lock(folder.root, pair.document, folder.list_orphans(job.locale))


def _plan_or_explain(pair: Pair, translated: Document | None, lock: Lock | None) -> UnitPlan:
    try:
        return plan_units(pair.document, translated, lock, pair.facts, pair.plug)
    except StructureDiffers as fault:
        fault.path = pair.job.target
        fault.remedy = (
            "It was made elsewhere and has another structure: mend it until `dragoman verify` "
            "accepts it, or move it away to have it made anew."
        )
        raise
