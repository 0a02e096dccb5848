"""The repository's folders: where it begins, what is translated and where it goes."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from dragoman.sources.file_settings import FileSettings
from dragoman.sources.l10n_config import Config


@dataclass(frozen=True, slots=True)
class Job:
    """One source in one locale. Paths are relative to the repository, with `/`."""

    source: str
    target: str
    locale: str
    settings: FileSettings


def find_repository(start: Path) -> Path:
    """The resolved directory at or above `start` that holds `.git`, else the topmost L10N.md.

    Raises: ConfigurationError when there is neither.
    """
    raise NotImplementedError


def list_jobs(config: Config, paths: Collection[str], locales: Collection[str]) -> list[Job]:
    """The jobs below `paths` (files or folders, relative to the repository; empty = all) for
    `locales` (empty = all configured), sorted by source and locale.

    Raises: TargetRefused (a target outside the repository, or one that is a source or another
    job's target), SourceUnreadable (a directory without permission), ConfigurationError (an unknown
    locale, a path that does not exist or is no source).
    """
    raise NotImplementedError


def read_source(root: Path, path: str, limit_bytes: int) -> bytes:
    """The bytes of the repository file `path`.

    Raises: SourceUnreadable (permission, or a symlink out of the repository), DocumentRefused
    (larger than `limit_bytes`).
    """
    raise NotImplementedError
