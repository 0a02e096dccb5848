"""One pass over the lines: containers, code and HTML, and what stands at the front of a line.

The walk knows as much of CommonMark's block structure as is needed to say which lines are code or
HTML (nothing in there is touched), where a paragraph begins and ends, and how far a line's content
is indented inside its quotes and lists. Constructs of the flavours are its hooks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from dragoman.errors import DocumentRefused
from dragoman.formats.markdown.expressions import Expressions
from dragoman.formats.markdown.flavours import Flavour
from dragoman.formats.markdown.scanner.edits import Edits
from dragoman.formats.markdown.scanner.html_blocks import find_block_end

DEPTH_LIMIT = 512
"""Quotes and lists nested deeper are refused: nobody wrote them by hand."""

_BLANKS = re.compile(rb"[ \t]*+")
_FENCE = re.compile(rb"(`{3,}+|~{3,}+)([^\r\n]*)")
_ITEM = re.compile(rb"(?:[-+*]|\d{1,9}[.)])(?:([ \t]+)|(?=[\r\n]|\Z))")
_FOOTNOTE = re.compile(rb"\[\^[^\]\s]+\]:[ \t]*")
_RULE = re.compile(rb"(?:(?:\*[ \t]*){3,}+|(?:-[ \t]*){3,}+|(?:_[ \t]*){3,}+)(?:[\r\n]|\Z)")
_HEADING = re.compile(rb"#{1,6}(?:[ \t\r\n]|\Z)")
_UNLAZY = re.compile(rb"[>#]|```|~~~|:::|!!!|\?\?\?|[-+*][ \t\r\n]|\d{1,9}[.)][ \t]|\{%|\{\{[<%]")
_QUOTE, _BODY = b">", b""


class Line(NamedTuple):
    """A line of text: where it starts, where its content starts, ends, and where the next begins.

    `opens` is the sign of the list item or quote whose first line it is, empty otherwise; `column`
    counts from the enclosing quote.
    """

    start: int
    at: int
    stop: int
    end: int
    opens: bytes
    column: int


class Box(NamedTuple):
    """An open container.

    `offset` is the column its content needs, counted from the enclosing quote; `shift` how many
    columns of indentation its lines lose in the view.
    """

    sign: bytes
    offset: int
    shift: int


Hook = Callable[["Walk", Line], int]
"""Returns the offset from which lines are read on when it took the line, else 0."""


@dataclass(slots=True)
class Walk:
    """The state of one pass over one source."""

    source: bytes
    flavour: Flavour
    names: frozenset[bytes]
    edits: Edits
    hooks: Mapping[int, tuple[Hook, ...]]
    scan_run: Callable[[Walk, int, int], None]
    path: str = ""
    expressions: Expressions = field(init=False)
    last_angle: int = field(init=False)
    """Where the last `>` stands: no tag begins behind it."""
    boxes: list[Box] = field(default_factory=list)
    in_paragraph: bool = False
    fences: list[tuple[bytes, int, int]] = field(default_factory=list)
    """Open directives that end with a fence: its sign, its length, and the depth of containers."""
    hopeless: set[bytes] = field(default_factory=set)
    """Closers that do not occur any more."""
    _fence: tuple[int, int, int, int] | None = None
    _run: int = -1
    _resume: int = 0
    _unruled: tuple[int, int] = (0, 0)
    """A line, by its end, that is no thematic break of this sign: asked once for `- - - - x`."""
    _segment: int = 0
    _shift: int = 0

    def __post_init__(self) -> None:
        """Looks up what opens in vain beyond a point."""
        self.last_angle = self.source.rfind(b">")
        self.expressions = Expressions(self.source, len(self.source))

    def read(self, base: int) -> None:
        """Reads all lines from the offset `base` on.

        Raises: DocumentRefused when containers nest too deep.
        """
        start, boxes, hooks = base, self.boxes, self.hooks
        for text in self.source[base:].splitlines(keepends=True):
            end = start + len(text)
            if start < self._resume:
                pass
            elif boxes or self._fence or text[0] in _NOT_PLAIN or text[0] in hooks:
                self._read_line(start, start + len(text.rstrip(b"\r\n")), end)
            elif self._run < 0:
                self._run = start
                self.in_paragraph = True
            start = end
        self.flush(start)

    def flush(self, end: int) -> None:
        """Ends the paragraph that is open, its inline constructs searched up to `end`."""
        if self._run >= 0:
            self.scan_run(self, self._run, end)
            self._run = -1
        self.in_paragraph = False

    def hide(self, line: Line, stop: int) -> None:
        """Leaves the line blank in the view, up to `stop`.

        At the head of a list item, which must not be empty, a placeholder stands for it.
        """
        if line.opens and line.opens != _QUOTE:
            self.edits.mark(line.at, stop, "opaque", "line", b"\n" + self.find_lead(line))
        else:
            self.edits.cut(line.at, stop)

    def show_title(self, line: Line, start: int, end: int, stop: int) -> None:
        """Shows of the line up to `stop` only `source[start:end]`, as a paragraph of its own."""
        if start >= end:
            self.hide(line, stop)
            return
        gap = b"\n" + self.find_lead(line)
        self.edits.cut(line.at, start, gap)
        self.edits.cut(end, stop, gap)
        self.scan_run(self, start, end)

    def open_body(self, line: Line, width: int) -> None:
        """Makes the following lines that are indented `width` columns deeper a body of Markdown."""
        shift = self.boxes[-1].shift if self.boxes and self.boxes[-1].sign != _QUOTE else 0
        self._push(_BODY, line.column + width, shift + width, line.start)

    def find_line_end(self, at: int) -> int:
        """The offset behind the line break that follows `at`."""
        end = self.source.find(b"\n", at)
        return len(self.source) if end < 0 else end + 1

    def _push(self, sign: bytes, offset: int, shift: int, at: int) -> None:
        if len(self.boxes) >= DEPTH_LIMIT:
            raise DocumentRefused(
                f"Quotes and lists are nested deeper than {DEPTH_LIMIT} levels.",
                path=self.path,
                line=self.source.count(b"\n", 0, at) + 1,
                remedy="Flatten them, or leave this file out of the sources.",
            )
        self.boxes.append(Box(sign, offset, shift))

    def _read_line(self, start: int, stop: int, end: int) -> None:
        source = self.source
        at, column, floor, shift, depth, segment = self._match_boxes(start, stop)
        if self._fence is not None:
            if depth >= self._fence[2] or at == stop:
                self._read_fenced(at, stop, column, segment)
                return
            self._fence = None
        if at == stop:
            self.flush(start)
            self._close_quotes(depth)
            return
        if depth < len(self.boxes):
            ends_body = any(box.sign == _BODY for box in self.boxes[depth:])
            if self.in_paragraph and not ends_body and not _UNLAZY.match(source, at, stop):
                return
            self._leave(depth, start, ends_body=ends_body)
        over = column - floor
        if over >= 4:
            if self.flavour.jsx:
                shift, over = shift + over, 0
            elif not self.in_paragraph:
                self._dedent(segment, at, column, shift)
                return
        if shift:
            self._dedent(segment, at, column, shift)
        if source[at] in _MAY_OPEN:
            at, column, opened, shift, segment = self._open_boxes(
                start, at, stop, column, shift, segment
            )
        else:
            opened = b""
        if at < stop:
            self._segment, self._shift = segment, shift
            self._read_leaf(Line(start, at, stop, end, opened, column), shift)

    def _leave(self, depth: int, start: int, *, ends_body: bool) -> None:
        """Closes all containers but the first `depth`.

        An indented body's last paragraph ends with it, which CommonMark sees only by a blank line.
        """
        if ends_body and self.in_paragraph:
            self.edits.cut(start, start, b"\n")
        self.flush(start)
        del self.boxes[depth:]

    def _match_boxes(self, start: int, stop: int) -> tuple[int, int, int, int, int, int]:
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
        for box in self.boxes:
            if box.sign == _QUOTE:
                if at == stop or source[at] != 0x3E or column - floor > 3:
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
        segment = at + 1
        if self.source[segment : segment + 1] == b" " and segment < stop:
            segment += 1
        blanks = _BLANKS.match(self.source, segment, stop)
        at = blanks.end() if blanks else segment
        return at, len(self.source[segment:at].expandtabs(4)), segment

    def _open_boxes(
        self, start: int, at: int, stop: int, column: int, shift: int, segment: int
    ) -> tuple[int, int, bytes, int, int]:
        """Enters the quotes, items and notes that begin on this line."""
        source, opened = self.source, b""
        while at < stop and source[at] in _MAY_OPEN:
            if source[at] == 0x3E:
                self.flush(start)
                self._push(_QUOTE, 0, 0, at)
                at, column, segment = self._enter_quote(at, stop)
                opened, shift = _QUOTE, 0
                continue
            marker = self._match_marker(at, stop)
            if marker is None:
                break
            self.flush(start)
            opened = source[at : at + 1]
            if opened == b"[":
                self._push(opened, column + 4, shift, at)
                at, column = marker.end(), column + marker.end() - at
                continue
            size = len(marker.group().rstrip())
            spaces = len((marker.group(1) or b" ").expandtabs(4))
            is_code = spaces > 4 or marker.end() == stop
            column += size + (1 if is_code else spaces)
            self._push(opened, column, shift, at)
            at = min(at + size + 1, stop) if is_code else marker.end()
        return at, column, opened, shift, segment

    def _match_marker(self, at: int, stop: int) -> re.Match[bytes] | None:
        """The list marker or footnote label at `at`, if it opens a container here."""
        source = self.source
        if source[at] == 0x5B:
            return _FOOTNOTE.match(source, at, stop)
        if source[at] == 0x3A:
            return _DEFINITION.match(source, at, stop) if self.flavour.definition_lists else None
        if source[at] in b"-*" and self._unruled != (source[at], stop):
            if _RULE.match(source, at, stop):
                return None
            self._unruled = (source[at], stop)
        marker = _ITEM.match(source, at, stop)
        if marker and self.in_paragraph:
            sign = marker.group().strip()
            if marker.end() == stop or not (len(sign) == 1 or sign[:-1] == b"1" or self.boxes):
                return None
        return marker

    def _dedent(self, segment: int, at: int, column: int, shift: int) -> None:
        """Takes `shift` columns of indentation away from the line."""
        if not shift or at <= segment:
            return
        if b"\t" in self.source[segment:at]:
            self.edits.cut(segment, at, b" " * max(column - shift, 0))
        else:
            self.edits.cut(segment, segment + min(shift, at - segment))

    def _close_quotes(self, depth: int) -> None:
        """Closes from the first quote on that a blank line left."""
        for place in range(depth, len(self.boxes)):
            if self.boxes[place].sign == _QUOTE:
                del self.boxes[place:]
                return

    def _read_fenced(self, at: int, stop: int, column: int, segment: int) -> None:
        """A line of a code block: only its end matters, and the indentation its opener lost."""
        sign, length, _depth, shift = self._fence or (0, 0, 0, 0)
        self._dedent(segment, at, column, min(shift, column))
        if at < stop and self.source[at] == sign:
            run = self.source[at:stop].rstrip(b" \t")
            if len(run) >= length and run.count(sign) == len(run):
                self._fence = None

    def _read_leaf(self, line: Line, shift: int) -> None:
        source, at = self.source, line.at
        sign = source[at]
        hooks = self.hooks.get(sign)
        if hooks is not None:
            for hook in hooks:
                resume = hook(self, line)
                if resume:
                    self._resume = resume
                    self.flush(line.start)
                    return
        if sign in b"`~":
            fence = _FENCE.match(source, at, line.stop)
            if fence and not (sign == 0x60 and b"`" in fence.group(2)):
                self.flush(line.start)
                self._open_fence(line, sign, len(fence.group(1)), shift)
                return
        elif sign == 0x3C and not self.flavour.jsx:
            block_end = find_block_end(source, line, self.in_paragraph, self.hopeless)
            if block_end:
                self.flush(line.start)
                self._resume = block_end
                return
        self._read_text(line)

    def _open_fence(self, line: Line, sign: int, length: int, shift: int) -> None:
        """Begins a code block; outside of containers its end is looked up at once."""
        if self.boxes or shift or self.fences:
            self._fence = (sign, length, len(self.boxes), shift)
            return
        pattern = rb"^ {0,3}" + bytes([sign]) + rb"{%d,}+[ \t]*+(?:[\r\n]|\Z)" % length
        closer = re.compile(pattern, re.MULTILINE).search(self.source, line.end)
        self._resume = self.find_line_end(closer.end() - 1) if closer else len(self.source)

    def _read_text(self, line: Line) -> None:
        sign = self.source[line.at]
        is_heading = sign == 0x23 and _HEADING.match(self.source, line.at, line.stop)
        if is_heading or sign == 0x7C:
            self.flush(line.start)
            self.scan_run(self, line.at, line.stop)
        elif sign in b"*-_" and _RULE.match(self.source, line.at, line.end):
            self.flush(line.start)
        else:
            if self._run < 0:
                self._run = line.at
            self.in_paragraph = True

    def find_lead(self, line: Line) -> bytes:
        """What puts an inserted line into the same containers as `line`, the one being read."""
        shown = self._segment + self._shift
        lead = self.source[line.start : self._segment] + self.source[shown : line.at]
        return lead if not lead.strip(b" \t>") else _NOT_LEAD.sub(b" ", lead)


_NOT_PLAIN = frozenset(b" \t\r\n#>`~|<-+*_=[:0123456789")
_MAY_OPEN = frozenset(b">-+*[:0123456789")
_DEFINITION = re.compile(rb":([ \t]+)")
_NOT_LEAD = re.compile(rb"[^> \t]")
