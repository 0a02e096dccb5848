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

from dragoman.formats.markdown.expressions import Expressions
from dragoman.formats.markdown.flavours import Flavour
from dragoman.formats.markdown.scanner.boxes import BODY, MAY_OPEN, QUOTE, RULE, Boxes, Place
from dragoman.formats.markdown.scanner.edits import Edits
from dragoman.formats.markdown.scanner.html_blocks import find_block_end

_FENCE = re.compile(rb"(`{3,}+|~{3,}+)([^\r\n]*)")
_HEADING = re.compile(rb"#{1,6}(?:[ \t\r\n]|\Z)")
_UNLAZY = re.compile(rb"[>#]|```|~~~|:::|!!!|\?\?\?|[-+*][ \t\r\n]|\d{1,9}[.)][ \t]|\{%|\{\{[<%]")


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
    last_brace: int = field(init=False)
    """Where the last `}` stands: nothing in braces begins behind it."""
    boxes: Boxes = field(init=False)
    in_paragraph: bool = False
    fences: list[tuple[bytes, int, int]] = field(default_factory=list)
    """Open directives that end with a fence: its sign, its length, and the depth of containers."""
    hopeless: set[bytes] = field(default_factory=set)
    """Closers that do not occur any more."""
    _fence: tuple[int, int, int, int] | None = None
    _run: int = -1
    _resume: int = 0
    _segment: int = 0
    _shift: int = 0

    def __post_init__(self) -> None:
        """Looks up what opens in vain beyond a point."""
        self.boxes = Boxes(self.source, self.flavour, self.path)
        self.last_angle = self.source.rfind(b">")
        self.last_brace = self.source.rfind(b"}")
        self.expressions = Expressions(self.source, len(self.source))

    def read(self, base: int) -> None:
        """Reads all lines from the offset `base` on.

        Raises: DocumentRefused when containers nest too deep.
        """
        start, boxes, hooks = base, self.boxes.open, self.hooks
        for text in self.source[base:].splitlines(keepends=True):
            end = start + len(text)
            if start < self._resume:
                pass
            elif boxes or self._fence or text[0] in _MAY_SHIFT:
                if text[0] in b"\r\n" and self._fence is None:
                    self.flush(start)
                    self.boxes.close_quotes(0)
                else:
                    self._read_line(start, start + len(text.rstrip(b"\r\n")), end)
            elif text[0] in b"\r\n":
                self.flush(start)
            elif text[0] in _NOT_PLAIN or (
                text[0] in hooks and (text[0] != _BRACE or start < self.last_brace)
            ):
                # Outside of containers the content begins where the line does.
                self._segment, self._shift = start, 0
                stop = start + len(text.rstrip(b"\r\n"))
                self._read_leaf(Line(start, start, stop, end, b"", 0), 0)
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
        if line.opens and line.opens != QUOTE:
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
        boxes = self.boxes.open
        shift = boxes[-1].shift if boxes and boxes[-1].sign != QUOTE else 0
        self.boxes.push(BODY, line.column + width, shift + width, line.start)

    def find_line_end(self, at: int) -> int:
        """The offset behind the line break that follows `at`."""
        end = self.source.find(b"\n", at)
        return len(self.source) if end < 0 else end + 1

    def _read_line(self, start: int, stop: int, end: int) -> None:
        source = self.source
        at, column, floor, shift, depth, segment = self.boxes.match(start, stop)
        if self._fence is not None:
            if depth >= self._fence[2] or at == stop:
                self._read_fenced(at, stop, column, segment)
                return
            self._fence = None
        if at == stop:
            self.flush(start)
            self.boxes.close_quotes(depth)
            return
        if depth < len(self.boxes.open) and not self._leave(depth, start, at, stop):
            return
        over = column - floor
        if over >= 4:
            if self.flavour.jsx:
                shift, over = shift + over, 0
            elif not self.in_paragraph:
                self._dedent(segment, at, column, shift)
                return
        if shift:
            self._dedent(segment, at, column, shift)
        opened = b""
        if source[at] in MAY_OPEN:
            place = Place(at, column, shift, segment)
            place = self.boxes.enter(place, stop, in_paragraph=self.in_paragraph)
            at, column, shift, segment, opened = place
            if opened:
                self.flush(start)
        if at < stop:
            self._segment, self._shift = segment, shift
            self._read_leaf(Line(start, at, stop, end, opened, column), shift)

    def _leave(self, depth: int, start: int, at: int, stop: int) -> bool:
        """Whether the line leaves all containers but the first `depth`, else it is lazy.

        An indented body's last paragraph ends with it, which CommonMark sees only by a blank line.
        """
        has_body = any(box.sign == BODY for box in self.boxes.open[depth:])
        if self.in_paragraph and not has_body and not _UNLAZY.match(self.source, at, stop):
            return False
        if has_body and self.in_paragraph:
            self.edits.cut(start, start, b"\n")
        self.flush(start)
        del self.boxes.open[depth:]
        return True

    def _dedent(self, segment: int, at: int, column: int, shift: int) -> None:
        """Takes `shift` columns of indentation away from the line."""
        if not shift or at <= segment:
            return
        if b"\t" in self.source[segment:at]:
            self.edits.cut(segment, at, b" " * max(column - shift, 0))
        else:
            self.edits.cut(segment, segment + min(shift, at - segment))

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
        if self.boxes.open or shift or self.fences:
            self._fence = (sign, length, len(self.boxes.open), shift)
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
        elif sign in b"*-_" and RULE.match(self.source, line.at, line.end):
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


_BRACE = 0x7B
_MAY_SHIFT = MAY_OPEN | frozenset(b" \t")
_NOT_PLAIN = frozenset(b"#`~|<_=")
_NOT_LEAD = re.compile(rb"[^> \t]")
