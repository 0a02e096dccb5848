"""Offsets of what the parser reads, and the way back to the source."""

from __future__ import annotations

from bisect import bisect_right

from dragoman.formats.markdown.view import MARK, View

_MARK = MARK.encode()


class Places:
    """The bytes that offsets count in, and where they stand in the source.

    When the view is a tail of the source, `data` is the source itself and the parser's offsets grow
    by `shift`; nothing needs mapping. Else `data` is the view.
    """

    def __init__(self, source: bytes, view: View) -> None:
        """Takes the source and its view."""
        self.is_mapped = bool(view.starts or view.atoms)
        self.data = view.data if self.is_mapped else source
        self.shift = 0 if self.is_mapped else view.base
        self.atoms = view.atoms
        self._view = view
        self._first = 0
        self._last = -1
        self._delta = 0

    def locate(self, start: int, end: int) -> tuple[int, int]:
        """A range of `data`, not empty, in the source.

        A placeholder at an edge counts as what it hides.
        """
        if not self.is_mapped:
            return start, end
        if self._first <= start and end <= self._last:
            return start + self._delta, end + self._delta
        atoms = self.atoms
        atom = atoms.get(start)
        first = atom.span.start if atom else self._view.source_of(start)
        atom = atoms.get(end - 3)
        if atom and end - start >= len(_MARK) and self.data[end - 3 : end] == _MARK:
            return first, atom.span.end
        last = self._view.source_of(end - 1) + 1
        self._remember(start)
        return first, last

    def _remember(self, offset: int) -> None:
        """Keeps the piece at `offset`: the next range is most often in the same one."""
        view = self._view
        if not view.starts:
            return
        piece = bisect_right(view.starts, offset) - 1
        length = view.lengths[piece]
        if length and offset not in view.atoms:
            self._first = view.starts[piece]
            self._last = self._first + length
            self._delta = view.origins[piece] - self._first
