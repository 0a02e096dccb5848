"""The story of `heal`: what `check` finds is asked for again, and nothing else."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace

from dragoman.model.finding import Finding
from dragoman.model.run import RunReport
from dragoman.runs.check_folder import check_folder
from dragoman.runs.desk import Office, Orders, StopSign
from dragoman.runs.open_folder import Folder
from dragoman.runs.plan_file import plan_file
from dragoman.runs.translate_folder import Watcher, translate_folder
from dragoman.sources.directory import Job

Reasons = Mapping[tuple[str, str], Mapping[str, str]]


async def heal_folder(
    folder: Folder, orders: Orders, office: Office, sign: StopSign, watcher: Watcher
) -> RunReport:
    """The report of the files in which something was found.

    Raises: as `translate_folder`.
    """
    reasons = list_reasons(folder, check_folder(folder))
    jobs = [job for job in folder.jobs if (job.source, job.locale) in reasons]
    # The owner names what was found: the same finding healed twice is paid once, a new one anew.
    owner = "heal " + hashlib.sha256(repr(sorted(reasons.items())).encode()).hexdigest()[:16]
    return await translate_folder(
        replace(folder, jobs=jobs),
        replace(orders, reasons=reasons, owner=owner),
        office,
        sign,
        watcher,
    )


def list_reasons(folder: Folder, findings: Sequence[Finding]) -> Reasons:
    """Why units are asked for again, by source and locale, then by unit key.

    A human's translation is asked for only when it has an error: a warning is no more than a doubt.
    """
    by_target = {(job.target, job.locale): job for job in folder.jobs}
    reasons: dict[tuple[str, str], dict[str, str]] = {}
    for finding in findings:
        job = by_target.get((finding.path, finding.locale))
        if job is None or finding.code in {"dead-anchor", "unreadable"}:
            continue
        if finding.severity == "warning" and finding.key in _list_human(folder, job):
            continue
        known = reasons.setdefault((job.source, job.locale), {})
        if finding.key:
            known[finding.key] = finding.message
    return reasons


def _list_human(folder: Folder, job: Job) -> Mapping[str, object]:
    return plan_file(folder, job, model="").units.human
