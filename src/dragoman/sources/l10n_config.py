"""The room's door to configuration: every L10N.md of a repository, read at once."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from dragoman.sources.file_settings import Explained, FileSettings, Warned


@dataclass(frozen=True, slots=True)
class Config:
    """All configuration of one repository. `root` is absolute and resolved."""

    root: Path
    warnings: tuple[Warned, ...]

    def settings_for(self, path: str, locale: str) -> FileSettings:
        """The values that hold for the repository file `path` in `locale`."""
        raise NotImplementedError

    def explain(self, path: str, locale: str) -> list[Explained]:
        """Every key with its value and where it came from, in the order of spec: config §1."""
        raise NotImplementedError

    def locales(self) -> tuple[str, ...]:
        """Every target locale named anywhere, sorted."""
        raise NotImplementedError


def load_config(root: Path, strict: bool) -> Config:
    """The configuration of the repository at `root`.

    Raises: ConfigurationError with every fault (file:line, remedy), one per line of the message;
    `strict` counts warnings as faults.
    """
    raise NotImplementedError
