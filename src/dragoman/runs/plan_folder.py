"""The story of `plan`: what every file needs, and what that may cost. No database, no network."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from dragoman.errors import DragomanError
from dragoman.model.run import FileOutcome, PlanRow, PriceBand
from dragoman.providers.machine import load_machine
from dragoman.providers.model import Model
from dragoman.providers.models import find_model
from dragoman.providers.prices import estimate_price
from dragoman.runs.open_folder import Folder
from dragoman.runs.plan_file import FilePlan, plan_file
from dragoman.sources.directory import Job

DEFAULT_MODEL = "pseudo"
"""The model of whoever names none: it needs neither key nor network."""

BYTES_PER_TOKEN = 4
"""*Source:* issue of the token bench: tokens = UTF-8 bytes / 4; the error band says how rough."""

OVERHEAD = 1.8
"""Input tokens sent per token of the units sent. *Source:* the bound that the token bench holds."""


@dataclass(frozen=True, slots=True)
class FolderPlan:
    """The rows of all files that can be planned, and the files that cannot."""

    rows: Sequence[PlanRow]
    failed: Sequence[FileOutcome]


FindModel = Callable[[str], Model]


def plan_folder(
    folder: Folder, environment: Mapping[str, str], model: str = "", *, refresh: bool = False
) -> FolderPlan:
    """What each job of `folder` needs; `model` "" leaves the choice to L10N.md.

    Raises: NotConfigured for a model nobody knows, ConfigurationError of dragoman.toml.
    """
    machine = load_machine(folder.settings)
    names = {model or job.settings.model or DEFAULT_MODEL for job in folder.jobs}
    models = {name: find_model(name, machine, environment, folder.settings) for name in names}
    rows: list[PlanRow] = []
    failed: list[FileOutcome] = []
    for job in folder.jobs:
        chosen = models[model or job.settings.model or DEFAULT_MODEL]
        try:
            rows.append(describe_plan(plan_file(folder, job, chosen.name), chosen, refresh=refresh))
        except DragomanError as fault:
            failed.append(describe_failure(job, fault))
    return FolderPlan(rows, failed)


def describe_plan(plan: FilePlan, model: Model, *, refresh: bool) -> PlanRow:
    """The row of one planned file; tokens are estimates of input and output together."""
    units, job = plan.units, plan.pair.job
    wanted = set(units.to_send(refresh))
    sent = sum(len(u.text.encode()) for u in plan.pair.document.units if u.key in wanted)
    output = -(-sent // BYTES_PER_TOKEN)
    given = -(-int(sent * OVERHEAD) // BYTES_PER_TOKEN)
    price = estimate_price(model, given, output)
    return PlanRow(
        path=job.source,
        locale=job.locale,
        new=len(units.new),
        changed=len(units.changed),
        reused=len(units.reused),
        human=len(units.human),
        outdated=len(units.outdated),
        tokens=given + output,
        price=PriceBand(price.low, price.high, price.currency),
    )


def describe_failure(job: Job, fault: DragomanError) -> FileOutcome:
    """The outcome of a job that failed with `fault`; the message names the file."""
    fault.path = fault.path or job.source
    return FileOutcome(
        job.source,
        job.locale,
        job.target,
        "failed",
        code=fault.code,
        kind=fault.kind,
        message=str(fault),
    )
