"""Byte-exact formats: which one reads which file."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import cast

from dragoman.loading import load
from dragoman.plugs import Format

_FORMATS = {"markdown": "dragoman.formats.markdown:MARKDOWN"}
"""Where each format lives, by name."""

_SUFFIXES = {".md": "markdown", ".mdx": "markdown", ".markdown": "markdown", ".mdown": "markdown"}
"""Which format reads a file, by suffix."""


def name_format(path: str) -> str:
    """The name of the format that reads `path`, "" when none does.

    >>> name_format("docs/Guide.MD"), name_format("a.png")
    ('markdown', '')
    """
    return _SUFFIXES.get(PurePosixPath(path).suffix.lower(), "")


def format_for(path: str) -> Format | None:
    """The format that reads `path`, or None.

    >>> format_for("a.png") is None
    True
    """
    name = name_format(path)
    return get_format(name) if name else None


def get_format(name: str) -> Format:
    """The format called `name`.

    Raises: KeyError when there is none.
    """
    return cast("Format", load(_FORMATS[name]))
