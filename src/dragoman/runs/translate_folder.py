"""The story of `translate`: every file of the repository that needs something, side by side."""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from dragoman.errors import DragomanError, ProviderError, ProviderRefused, StorageError, WriteFailed
from dragoman.logs import get_logger
from dragoman.model.run import FileOutcome, RunReport
from dragoman.runs.desk import Office, Orders, StopSign
from dragoman.runs.hold_repository import hold_repository
from dragoman.runs.open_folder import Folder
from dragoman.runs.translate_file import translate_file
from dragoman.sources.directory import Job

_log = get_logger("dragoman.runs")

Watcher = Callable[[FileOutcome], None]
"""Is told of every finished file."""


async def translate_folder(
    folder: Folder, orders: Orders, office: Office, sign: StopSign, watcher: Watcher
) -> RunReport:
    """The report of the run.

    Files are worked on side by side, twice as many as requests may be in flight, so that small ones
    do not wait for each other while the provider has room.

    Raises: UsageError before anything is done: RepositoryBusy, NotConfigured, Disabled.
    """
    for model in sorted({orders.model or job.settings.model for job in folder.jobs}):
        office.canonical_name(model)
    with hold_repository(folder.root):
        run = _Run(folder, orders, office, sign, watcher, iter(folder.jobs))
        lanes = min(len(folder.jobs), 2 * folder.settings.concurrency)
        await asyncio.gather(*(run.work() for _ in range(lanes)))
    cost, currency = office.cost()
    return RunReport(
        outcomes=tuple(sorted(run.outcomes, key=lambda one: (one.path, one.locale))),
        sent=office.sent_units(),
        usage=office.usage(),
        cost=cost,
        currency=currency,
        stopped_by=sign.code,
        is_stopped_by_provider=isinstance(sign.fault, ProviderError),
        left=sum(1 for _ in run.jobs),
    )


@dataclass(slots=True)
class _Run:
    """The files of one run and what became of them."""

    folder: Folder
    orders: Orders
    office: Office
    sign: StopSign
    watcher: Watcher
    jobs: Iterator[Job]
    outcomes: list[FileOutcome] = field(default_factory=list)

    async def work(self) -> None:
        """Takes one job after the other until there are none or the sign says stop."""
        while not self.sign.code:
            job = next(self.jobs, None)
            if job is None:
                return
            outcome = await self._finish(job)
            self.outcomes.append(outcome)
            self.watcher(outcome)
            # Files without any work must not keep requests and signals waiting.
            await asyncio.sleep(0)

    async def _finish(self, job: Job) -> FileOutcome:
        """The outcome of `job`; a failure stays with its file, unless it concerns all of them."""
        failed = FileOutcome(job.source, job.locale, job.target, "failed")
        try:
            return await translate_file(self.folder, job, self.orders, self.office)
        except DragomanError as fault:
            if self._is_never_answered(fault):
                fault.remedy = fault.remedy or (
                    "It refuses every request: check the model's name, address and settings."
                )
                self.sign.raise_flag(fault)
            elif is_run_ending(fault):
                self.sign.raise_flag(fault)
            _log.info("file failed", code=fault.code, kind=fault.kind, locale=job.locale)
            fault.path = fault.path or job.source
            return replace(failed, code=fault.code, kind=fault.kind, message=str(fault))
        except Exception as fault:  # noqa: BLE001 - a fault of ours in one file spares the others
            _log.error("file failed", code="InternalError", locale=job.locale)
            message = f"{job.source}: unexpected {type(fault).__name__}"
            if self.folder.settings.log_level == "debug":
                message += "\n" + "".join(traceback.format_exception(fault))
            return replace(failed, code="InternalError", message=message)

    def _is_never_answered(self, fault: DragomanError) -> bool:
        """Whether the provider refuses whatever it is asked: a wrong model name, for example."""
        return isinstance(fault, ProviderRefused) and self.office.usage().requests == 0


def is_run_ending(fault: DragomanError) -> bool:
    """Whether no further file should be begun after `fault`.

    *Source:* spec/recovery §1: eight failed attempts, credit and credentials stop a run; a request
    the provider calls wrong, or a file that cannot be written, concerns its own file.

    >>> from dragoman.errors import CommandFailed, ProviderCredit
    >>> [is_run_ending(kind("…")) for kind in (ProviderCredit, CommandFailed, WriteFailed)]
    [True, False, False]
    """
    if isinstance(fault, ProviderRefused | WriteFailed):
        return False
    return isinstance(fault, ProviderError | StorageError)
