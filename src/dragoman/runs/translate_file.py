"""The story of one file in one locale, from its plan to the proof read from the disk."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping
from dataclasses import replace

from dragoman.errors import InvalidStructure, MassDeletion, TargetChanged, WriteFailed
from dragoman.model.run import FileOutcome
from dragoman.runs.desk import Office, Orders
from dragoman.runs.draft_file import Draft, Drafting
from dragoman.runs.open_folder import Folder
from dragoman.runs.plan_file import FilePlan, plan_file
from dragoman.runs.publish_pair import publish_pair, settle_pair
from dragoman.runs.read_pair import read_target
from dragoman.runs.verify_pair import verify_bytes
from dragoman.sources.directory import Job
from dragoman.sources.lock import build_lock


async def translate_file(folder: Folder, job: Job, orders: Orders, office: Office) -> FileOutcome:
    """The outcome of a file that is finished: `written` or `untouched`.

    Raises: DragomanError; nothing has been written then, accepted replies are checkpoints.
    """
    model = orders.model or job.settings.model
    # Off the loop: a reply that was paid for must not wait until other files have been read.
    plan = await asyncio.to_thread(plan_file, folder, job, office.canonical_name(model))
    units = plan.units
    asked = orders.reasons.get((job.source, job.locale))
    reasons = asked or {}
    keys = _choose_keys(plan, orders, reasons)
    outcome = FileOutcome(
        job.source,
        job.locale,
        job.target,
        "untouched",
        units=len(plan.pair.document.units),
        reused=len(units.reused.keys() - set(keys)),
        human=len(units.human.keys() - set(keys)),
    )
    _refuse_deletion(plan, orders)
    if not keys and asked is None and plan.is_current():
        settle_pair(folder.root, job, plan.pair.target)
        return outcome
    _refuse_loss(plan, orders)
    desk = await office.desk_for(model)
    draft = await Drafting(folder, plan, orders, desk, keys, reasons).run()
    # Syncing to a slow disk must not hold up the other files' requests.
    await asyncio.to_thread(_publish, folder, plan, draft)
    return replace(
        outcome,
        state="written",
        sent=draft.sent,
        from_checkpoints=draft.from_checkpoints,
        is_verified=True,
    )


def _choose_keys(plan: FilePlan, orders: Orders, reasons: Mapping[str, str]) -> tuple[str, ...]:
    """The units to ask for, in document order."""
    wanted = {*plan.units.to_send(orders.refresh), *reasons}
    return tuple(unit.key for unit in plan.pair.document.units if unit.key in wanted)


def _refuse_deletion(plan: FilePlan, orders: Orders) -> None:
    """*Source:* spec/config §2: over half of the target's units gone needs a confirmation."""
    units = plan.units
    if not orders.may_delete and units.is_mass_deletion():
        raise MassDeletion(
            f"{units.gone} of {units.known} translated units would vanish",
            path=plan.pair.job.target,
            remedy="If the source really lost them, run the command again with --yes.",
        )


def _refuse_loss(plan: FilePlan, orders: Orders) -> None:
    """What somebody added to a target has no place in its source and is never lost unasked."""
    foreign = plan.units.foreign
    if foreign and not orders.may_delete:
        raise MassDeletion(
            f"{foreign} texts of this file, made by hand, fit no text of the source",
            path=plan.pair.job.target,
            remedy="Give them the source's links and markup, or add them to the source; --yes "
            "writes the file without them.",
        )


def _publish(folder: Folder, plan: FilePlan, draft: Draft) -> None:
    """Target and lock are on the disk, and the target has been read back and proven.

    Raises: TargetChanged, WriteFailed, InvalidStructure.
    """
    pair, job = plan.pair, plan.pair.job
    if read_target(folder, job.target) != pair.target:
        raise TargetChanged(
            "somebody edited this file while it was being translated",
            path=job.target,
            remedy="Run the command again: the edit is kept and nothing is paid twice.",
        )
    lock = build_lock(
        pair.document, draft.assembly.proof, job.target, pair.facts, draft.made, plan.units
    )
    publish_pair(folder.root, job, pair.target, draft.assembly.data, lock)
    _remove_renamed(folder, plan)
    found = verify_bytes(
        pair.plug, pair.document, draft.targets, read_target(folder, job.target) or b""
    )
    if found:
        raise InvalidStructure("the file on the disk is not the one written", path=job.target)


def _remove_renamed(folder: Folder, plan: FilePlan) -> None:
    """The lock and target of the source's old name go, once all they held stands elsewhere."""
    if plan.renamed is None:
        return
    old = folder.root / plan.renamed.lock.output
    try:
        plan.renamed.path.unlink(missing_ok=True)
        with contextlib.suppress(OSError):  # other locales still have their locks there
            plan.renamed.path.parent.rmdir()
        if plan.renamed.lock.output != plan.pair.job.target and plan.units.foreign == 0:
            old.unlink(missing_ok=True)
    except OSError as fault:
        raise WriteFailed(
            f"cannot be removed ({fault.strerror})",
            path=plan.renamed.lock.output,
            remedy="It belonged to the source's old name; remove it yourself.",
        ) from fault
