"""Reading a file so that every way to fail has one message and one remedy."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from stat import S_ISREG

from dragoman.errors import DocumentRefused, DragomanError, SourceUnreadable
from dragoman.formats import format_for
from dragoman.model.document import Document, FormatOptions
from dragoman.plugs import Format


def read_path(path: Path, shown: str, max_bytes: int) -> bytes:
    """The bytes of the file at `path`; messages call it `shown`.

    Raises: SourceUnreadable, DocumentRefused when it is larger than `max_bytes`.
    """
    try:
        status = path.stat()
        if not S_ISREG(status.st_mode):
            # Opening a pipe would wait for whoever writes into it, for ever.
            raise SourceUnreadable(
                "this is no regular file", path=shown, remedy="Name a file of text."
            )
        size = status.st_size
        if size > max_bytes:
            raise DocumentRefused(
                f"the file has {size} bytes, more than {max_bytes}",
                path=shown,
                remedy="Exclude it in L10N.md or raise DRAGOMAN_MAX_FILE_BYTES.",
            )
        return path.read_bytes()
    except OSError as fault:
        raise SourceUnreadable(
            f"cannot be read ({fault.strerror or 'unknown error'})",
            path=shown,
            remedy="Check that the path exists and that this user may read it.",
        ) from fault


def read_if_present(path: Path, shown: str, max_bytes: int) -> bytes | None:
    """The bytes of a file that may be missing; None when it is.

    Raises: SourceUnreadable when it is there and cannot be read, DocumentRefused when too large.
    """
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError:
        # The folder may not be looked into: reading says so in the words of every other file.
        return read_path(path, shown, max_bytes)
    return read_path(path, shown, max_bytes)


def find_format(shown: str) -> Format:
    """The plug for a file of that name.

    Raises: SourceUnreadable when no format knows its suffix.
    """
    plug = format_for(shown)
    if plug is None:
        raise SourceUnreadable(
            "no format is known for this suffix",
            path=shown,
            remedy="Known are Markdown files: .md, .markdown, .mdx.",
        )
    return plug


def take_apart(plug: Format, source: bytes, shown: str, options: FormatOptions) -> Document:
    """The document of `source`; every refusal names the file.

    Raises: SourceInvalidEncoding, DocumentRefused.
    """
    try:
        return plug.extract(source, replace(options, path=options.path or shown))
    except DragomanError as fault:
        fault.path = fault.path or shown
        raise
