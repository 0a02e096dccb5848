"""The story of `config explain`: each value that holds for a file, and where it was said."""

from __future__ import annotations

from pathlib import Path

from dragoman.runs.open_folder import locate_path
from dragoman.sources.directory import find_repository
from dragoman.sources.file_settings import Explained
from dragoman.sources.l10n_config import load_config


def explain_config(start: Path, path: Path, locale: str) -> list[Explained]:
    """Every key with its value and origin for the file `path`, as typed in the folder `start`.

    Raises: ConfigurationError.
    """
    root = find_repository(start)
    return load_config(root, strict=False).explain(locate_path(root, start, path), locale)
