"""The parser's events, cut into runs of inline pieces: one run for each leaf block."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dragoman.errors import DocumentRefused
from dragoman.formats.markdown.parser import Event
from dragoman.formats.markdown.pieces import (
    BREAK,
    CLOSE,
    COLLAPSED,
    HARD,
    HTML,
    OPAQUE,
    OPEN,
    TEXT,
    WHOLE,
    Piece,
)

MAX_DEPTH = 1_000
"""Containers in containers. Source: the parser's time grows with depth × lines; 1,000 levels of
quotes in 100 kB take 80 ms in the parser alone, and no document of people comes near."""

MAX_PIECES = 100_000
"""Pieces in one leaf block. Source: measured, 150 bytes of memory each; a 10 MB line of nothing but
markup took 63 times its size without the limit. No translator can keep that many tags anyway."""

PLAIN_RUN, SIMPLE_RUN, MIXED_RUN = range(3)
"""Only text; text, code, emphasis and links; anything."""

Run = tuple[str, int, list[Piece], int]
"""Block name, heading level (0), pieces, and which kind of run it is."""

_INLINE = frozenset(("Emphasis", "Strong", "Strikethrough", "Link", "Image"))
_ATOMIC = {
    "Code": (OPAQUE, SIMPLE_RUN),
    "HardBreak": (HARD, MIXED_RUN),
    "InlineHtml": (HTML, MIXED_RUN),
    "FootnoteReference": (OPAQUE, MIXED_RUN),
    "InlineMath": (OPAQUE, MIXED_RUN),
    "DisplayMath": (OPAQUE, MIXED_RUN),
}
_NOTED = frozenset(("Heading", "HtmlBlock"))
_MUTED = frozenset(("CodeBlock", "MetadataBlock"))
_WHOLE = ("Autolink", "Email")
_COLLAPSED = ("Collapsed", "CollapsedUnknown")
_LEVELS = {"H1": 1, "H2": 2, "H3": 3, "H4": 4, "H5": 5, "H6": 6}


class EventReader:
    """Reads the events of one document; leaves ranges of HTML and titled links behind."""

    def __init__(self, data: bytes, shift: int, path: str) -> None:
        """Takes the bytes that offsets count in, and what to add to the parser's offsets."""
        self._data = data
        self._shift = shift
        self._path = path
        self._level = 0
        self.html: list[tuple[int, int]] = []
        self.titles: list[tuple[int, int, str]] = []

    def split_runs(self, events: Iterator[Event]) -> Iterator[Run]:  # noqa: C901, PLR0912 (hot loop)
        """Runs of inline pieces, cut wherever a block begins or ends.

        Raises: DocumentRefused when containers are nested too deeply, or a block holds too much.
        """
        pieces: list[Piece] = []
        mark = PLAIN_RUN
        names = ["Paragraph"]
        is_muted = False
        shift = self._shift
        # The hot loop, half of the time of an extraction: no calls for what is frequent.
        for event, place in events:
            start = place["start"] + shift
            end = place["end"] + shift
            kind, value = event.popitem() if event.__class__ is dict else (event, "")
            if kind == "Text":
                if not is_muted:
                    pieces.append((TEXT, value, start, end))
                continue
            if kind == "SoftBreak":
                pieces.append((BREAK, " ", start, end))
                continue
            if kind in {"Start", "End"}:
                name: str = value if value.__class__ is str else next(iter(value))
                if name in _INLINE:
                    if isinstance(value, dict):
                        name = self._name_link(name, value[name], start, end)
                    if len(pieces) > MAX_PIECES:
                        message = f"One paragraph holds more than {MAX_PIECES:,} pieces of markup."
                        raise self._refuse(message, "Split the paragraph.", start)
                    mark = MIXED_RUN if name == WHOLE else mark or SIMPLE_RUN
                    pieces.append((OPEN if kind == "Start" else CLOSE, name, start, end))
                    continue
            elif kind in _ATOMIC:
                op, least = _ATOMIC[kind]
                mark = max(mark, least)
                pieces.append((op, value, start, end))
                if op == HTML:
                    self.html.append((start, end))
                continue
            if pieces:
                yield names[-1], self._level, pieces, mark
                pieces = []
                mark = PLAIN_RUN
            if kind == "Start":
                names.append(name)
                is_muted = name in _MUTED
                if name in _NOTED or len(names) > MAX_DEPTH:
                    self._enter(name, value, (start, end), len(names))
            elif kind == "End":
                names.pop()
                is_muted = False
        if pieces:
            yield names[-1], self._level, pieces, mark

    def _name_link(self, name: str, content: Any, start: int, end: int) -> str:
        """Which kind of opener a link or image is; notes its title."""
        if content["title"]:
            self.titles.append((start, end, content["title"]))
        link_type = content["link_type"]
        if link_type in _WHOLE:
            return WHOLE
        return COLLAPSED[name] if link_type in _COLLAPSED else name

    def _enter(self, name: str, value: Any, place: tuple[int, int], depth: int) -> None:
        """Notes what matters of a block that begins."""
        if name == "Heading":
            self._level = _LEVELS[value["Heading"]["level"]]
        elif name == "HtmlBlock":
            self.html.append(place)
        if depth > MAX_DEPTH:
            message = f"Lists and quotes are nested more than {MAX_DEPTH:,} deep."
            raise self._refuse(message, "Flatten the nesting.", place[0])

    def _refuse(self, message: str, remedy: str, at: int) -> DocumentRefused:
        line = self._data.count(b"\n", 0, at) + 1
        return DocumentRefused(message, path=self._path, line=line, remedy=remedy)
