"""The story of `status`: how far every locale is, from the disk alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from dragoman.errors import DragomanError
from dragoman.runs.open_folder import Folder
from dragoman.runs.plan_file import plan_file


class LocaleStatus(NamedTuple):
    """Counts of one locale: files (missing ones have no target), and units of their sources."""

    locale: str
    files: int
    missing: int
    failed: int
    units: int
    translated: int
    human: int
    outdated: int

    def add(self, counts: Mapping[str, int]) -> LocaleStatus:
        """The status with `counts` added, by field name.

        >>> LocaleStatus("fr", 0, 0, 0, 0, 0, 0, 0).add({"files": 2}).files
        2
        """
        return self._replace(**{name: getattr(self, name) + n for name, n in counts.items()})


def show_status(folder: Folder) -> list[LocaleStatus]:
    """One status per locale of the selected jobs."""
    found: dict[str, LocaleStatus] = {}
    for job in folder.jobs:
        status = found.get(job.locale, LocaleStatus(job.locale, 0, 0, 0, 0, 0, 0, 0))
        try:
            plan = plan_file(folder, job, job.settings.model or "pseudo")
        except DragomanError:
            found[job.locale] = status.add({"files": 1, "failed": 1})
            continue
        units = plan.units
        found[job.locale] = status.add(
            {
                "files": 1,
                "missing": int(plan.pair.target is None and plan.renamed is None),
                "units": len(plan.pair.document.units),
                "translated": len(units.reused) + len(units.human),
                "human": len(units.human),
                "outdated": len(units.outdated),
            }
        )
    return [found[locale] for locale in sorted(found)]
