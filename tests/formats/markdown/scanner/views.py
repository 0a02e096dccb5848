"""What the tests of the scanner share."""

from __future__ import annotations

from dragoman.formats.markdown.flavours import FLAVOURS
from dragoman.formats.markdown.scanner import scan
from dragoman.model.document import FormatOptions


def show(source: str, flavour: str) -> list[str]:
    """The non-blank lines of the view, without indentation."""
    data = scan(source.encode(), FLAVOURS[flavour], FormatOptions()).data.decode()
    return [line.strip() for line in data.splitlines() if line.strip()]


def list_atoms(source: str, flavour: str) -> list[tuple[str, str]]:
    """Role and source of every placeholder."""
    view = scan(source.encode(), FLAVOURS[flavour], FormatOptions())
    return [
        (atom.role, source.encode()[atom.span.start : atom.span.end].decode())
        for atom in view.atoms.values()
    ]


def list_extras(source: str, flavour: str) -> list[str]:
    """The texts the parser will not find."""
    view = scan(source.encode(), FLAVOURS[flavour], FormatOptions())
    return [extra.text for extra in view.extras]
