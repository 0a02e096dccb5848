"""What the scanner changes between source and view, and the view made of it."""

from __future__ import annotations

from operator import itemgetter

from dragoman.formats.markdown.view import MARK, Atom, Extra, View
from dragoman.model.document import Span

_MARK = MARK.encode()


class Edits:
    """The changes to one source, in any order; of overlapping ones the first to begin stands."""

    def __init__(self, source: bytes) -> None:
        """Takes the source whose offsets all changes use."""
        self.source = source
        self.extras: list[Extra] = []
        self._changes: list[tuple[int, int, bytes, Atom | None]] = []

    def cut(self, start: int, end: int, shown: bytes = b"") -> None:
        """Hides `source[start:end]`, showing `shown` (line breaks and container marks) instead."""
        self._changes.append((start, end, shown, None))

    def mark(self, start: int, end: int, role: str, name: str, after: bytes = b"") -> None:
        """Shows one placeholder, and `after` behind it, for `source[start:end]`."""
        atom = Atom(role, name, Span(start, end))
        self._changes.append((start, end, _MARK + after, atom))

    def make_view(self, base: int) -> View:
        """The view from the source offset `base` on, with all changes made."""
        extras = tuple(sorted(self.extras, key=lambda extra: extra.span))
        if not self._changes:
            return View(data=self.source[base:], base=base, extras=extras)
        shown: list[bytes] = []
        pieces: list[tuple[int, int, int]] = []
        atoms: dict[int, Atom] = {}
        at, size = base, 0
        for start, end, instead, atom in sorted(self._changes, key=itemgetter(0, 1)):
            if start < at:
                continue
            if start > at:
                shown.append(self.source[at:start])
                pieces.append((size, at, start - at))
                size += start - at
            if instead:
                if atom is not None:
                    atoms[size] = atom
                shown.append(instead)
                pieces.append((size, start, 0))
                size += len(instead)
            at = end
        shown.append(self.source[at:])
        pieces.append((size, at, len(self.source) - at))
        starts, origins, lengths = zip(*pieces, strict=True)
        return View(b"".join(shown), base, starts, origins, lengths, atoms, extras)
