"""The story of `units`: what a translator would see of one file."""

from __future__ import annotations

from pathlib import Path

from dragoman.model.document import Document, FormatOptions
from dragoman.runs.read_file import find_format, read_path, take_apart


def list_units(path: Path, options: FormatOptions, max_bytes: int) -> Document:
    """The document of the file at `path`.

    Raises: SourceError when it cannot be read or taken apart.
    """
    shown = str(path)
    return take_apart(find_format(shown), read_path(path, shown, max_bytes), shown, options)
