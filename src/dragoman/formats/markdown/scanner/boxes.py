"""Quotes, list items, notes and indented bodies: which are open, and which begin on a line."""

from __future__ import annotations

import re
from typing import NamedTuple

from dragoman.errors import DocumentRefused
from dragoman.formats.markdown.flavours import Flavour

DEPTH_LIMIT = 512
"""Quotes and lists nested deeper are refused: nobody wrote them by hand."""

QUOTE, BODY = b">", b""
MAY_OPEN = frozenset(b">-+*[:0123456789")
RULE = re.compile(rb"(?:(?:\*[ \t]*){3,}+|(?:-[ \t]*){3,}+|(?:_[ \t]*){3,}+)(?:[\r\n]|\Z)")
_BLANKS = re.compile(rb"[ \t]*+")
_ITEM = re.compile(rb"(?:[-+*]|\d{1,9}[.)])(?:([ \t]+)|(?=[\r\n]|\Z))")
_FOOTNOTE = re.compile(rb"\[\^[^\]\s]+\]:[ \t]*")
_DEFINITION = re.compile(rb":([ \t]+)")
_ANGLE, _BLANK = 0x3E, 0x20
_CODE_INDENT = 4
"""*Source:* CommonMark 0.31.2, §4.4."""


class Box(NamedTuple):
    """An open container.

    `offset` is the column its content needs, counted from the enclosing quote; `shift` how many
    columns of indentation its lines lose in the view.
    """

    sign: bytes
    offset: int
    shift: int


class Place(NamedTuple):
    """Where a line's content stands: its offset, its column, and what its container says.

    Columns are counted from the offset `segment` on, behind the innermost quote mark. `shift` is
    the container's, `opened` the sign of a container that begins on the line.
    """

    at: int
    column: int
    shift: int
    segment: int
    opened: bytes = b""


class Boxes:
    """The containers open at one line."""

    def __init__(self, source: bytes, flavour: Flavour, path: str) -> None:
        """Takes the source and, for messages, its path."""
        self.source = source
        self.flavour = flavour
        self.path = path
        self.open: list[Box] = []
        # a line, by its end, that is no thematic break of this sign: asked once for `- - - - x`
        self._unruled = (0, 0)

    def push(self, sign: bytes, offset: int, shift: int, at: int) -> None:
        """Opens a container at the offset `at`.

        Raises: DocumentRefused beyond the limit.
        """
        if len(self.open) >= DEPTH_LIMIT:
            raise DocumentRefused(
                f"Quotes and lists are nested deeper than {DEPTH_LIMIT} levels.",
                path=self.path,
                line=self.source.count(b"\n", 0, at) + 1,
                remedy="Flatten them, or leave this file out of the sources.",
            )
        self.open.append(Box(sign, offset, shift))

    def match(self, start: int, stop: int) -> tuple[int, int, int, int, int, int]:
        """Where the line's content stands in the open containers.

        Gives: content offset, its column, the column its container asks for, the container's shift,
        how many containers matched, and the offset from which columns are counted.
        """
        source = self.source
        blanks = _BLANKS.match(source, start, stop)
        at = blanks.end() if blanks else start
        column = at - start
        segment = start
        if column and b"\t" in source[start:at]:
            column = len(source[start:at].expandtabs(4))
        floor = shift = depth = 0
        for box in self.open:
            if box.sign == QUOTE:
                if at == stop or source[at] != _ANGLE or column - floor >= _CODE_INDENT:
                    break
                at, column, segment = self._enter_quote(at, stop)
                floor = shift = 0
            elif at == stop or column >= box.offset:
                floor, shift = box.offset, box.shift
            else:
                break
            depth += 1
        return at, column, floor, shift, depth, segment

    def _enter_quote(self, at: int, stop: int) -> tuple[int, int, int]:
        """Content offset, column and segment start behind the `>` at `at`."""
        source = self.source
        segment = at + 1
        if segment < stop and source[segment] == _BLANK:
            segment += 1
        if segment >= stop or source[segment] not in b" \t":
            return segment, 0, segment
        blanks = _BLANKS.match(source, segment, stop)
        at = blanks.end() if blanks else segment
        return at, len(source[segment:at].expandtabs(4)), segment

    def enter(self, place: Place, stop: int, *, in_paragraph: bool) -> Place:
        """Opens what begins at `place` on the line that ends at `stop`.

        Gives: where the content stands then; at `stop` where it is indented code.
        """
        source = self.source
        at, column, shift, segment, opened = place
        while at < stop and source[at] in MAY_OPEN:
            if source[at] == _ANGLE:
                self.push(QUOTE, 0, 0, at)
                at, column, segment = self._enter_quote(at, stop)
                opened, shift = QUOTE, 0
                continue
            marker = self._match_marker(at, stop, in_paragraph=in_paragraph and not opened)
            if marker is None:
                break
            opened = source[at : at + 1]
            if opened == b"[":
                self.push(opened, column + _CODE_INDENT, shift, at)
                at, column = marker.end(), column + marker.end() - at
                continue
            size = len(marker.group().rstrip())
            spaces = len((marker.group(1) or b" ").expandtabs(_CODE_INDENT))
            is_code = spaces > _CODE_INDENT or marker.end() == stop
            column += size + (1 if is_code else spaces)
            self.push(opened, column, shift, at)
            if is_code and not self.flavour.jsx:
                return Place(stop, column, shift, segment, opened)
            at = min(at + size + 1, stop) if is_code else marker.end()
        return Place(at, column, shift, segment, opened)

    def _match_marker(self, at: int, stop: int, *, in_paragraph: bool) -> re.Match[bytes] | None:
        """The list marker or footnote label at `at`, if it opens a container here."""
        source = self.source
        if source[at] == 0x5B:
            return _FOOTNOTE.match(source, at, stop)
        if source[at] == 0x3A:
            return _DEFINITION.match(source, at, stop) if self.flavour.definition_lists else None
        if source[at] in b"-*" and self._unruled != (source[at], stop):
            if RULE.match(source, at, stop):
                return None
            self._unruled = (source[at], stop)
        marker = _ITEM.match(source, at, stop)
        if marker and in_paragraph:
            sign = marker.group().strip()
            if marker.end() == stop or not (len(sign) == 1 or sign[:-1] == b"1" or self.open):
                return None
        return marker

    def close_quotes(self, depth: int) -> None:
        """Closes from the first quote on that a blank line left."""
        for place in range(depth, len(self.open)):
            if self.open[place].sign == QUOTE:
                del self.open[place:]
                return
