"""The first steps of every command over a repository: its root, its configuration, its jobs."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from dragoman.errors import ConfigurationError
from dragoman.runs.shelf import Shelf
from dragoman.settings import Settings
from dragoman.sources.directory import Job, find_repository, list_jobs
from dragoman.sources.l10n_config import Config, load_config
from dragoman.sources.lock import list_orphaned_locks


@dataclass(frozen=True, slots=True)
class Selection:
    """What the command line chose: files or folders below `start`, and locales; empty = all.

    `strict` makes errors of the warnings about configuration.
    """

    start: Path
    paths: tuple[Path, ...] = ()
    locales: tuple[str, ...] = ()
    strict: bool = False


@dataclass(frozen=True, slots=True)
class Folder:
    """An opened repository: its configuration, the jobs selected and the process's settings."""

    root: Path
    config: Config
    jobs: Sequence[Job]
    settings: Settings
    shelf: Shelf = field(default_factory=Shelf, repr=False, compare=False)
    _orphans: dict[str, tuple[Path, ...]] = field(default_factory=dict, repr=False, compare=False)

    def list_orphans(self, locale: str) -> tuple[Path, ...]:
        """The locks of `locale` without source, looked for once: a large tree takes a while."""
        if locale not in self._orphans:
            self._orphans[locale] = list_orphaned_locks(self.root, locale)
        return self._orphans[locale]


def open_folder(selection: Selection, settings: Settings) -> Folder:
    """The repository around `selection.start` with the jobs the selection asks for.

    Raises: ConfigurationError, TargetRefused, SourceUnreadable.
    """
    root = find_repository(selection.start)
    config = load_config(root, selection.strict)
    paths = [locate_path(root, selection.start, path) for path in selection.paths]
    return Folder(root, config, list_jobs(config, paths, selection.locales), settings)


def locate_path(root: Path, start: Path, path: Path) -> str:
    """`path`, as it was typed in the folder `start`, relative to the repository and with `/`.

    The last name is kept as typed: a source may be a symlink inside the repository.

    Raises: ConfigurationError when it lies outside.
    """
    typed = Path(os.path.normpath(start / path))
    whole = typed.parent.resolve() / typed.name
    if whole == root or typed.resolve() == root:
        return ""
    if not whole.is_relative_to(root):
        raise ConfigurationError(
            "this path lies outside the repository",
            path=str(path),
            remedy=f"Name a file or folder below {root}.",
        )
    return whole.relative_to(root).as_posix()
