"""Where an HTML block of CommonMark ends; nothing inside one is searched for constructs."""

from __future__ import annotations

import re
from typing import Protocol

_RAW = re.compile(rb"<(?:script|pre|style|textarea)(?=[\s>]|\Z)", re.IGNORECASE)
_RAW_END = re.compile(rb"</(?:script|pre|style|textarea)>", re.IGNORECASE)
_BLOCK = re.compile(
    rb"</?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|"
    rb"details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|"
    rb"head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|"
    rb"option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)"
    rb"(?=[\s>]|/>|\Z)",
    re.IGNORECASE,
)
_TAG = re.compile(
    rb"<(?:/[A-Za-z][A-Za-z0-9-]*+[ \t]*+|[A-Za-z][A-Za-z0-9-]*+(?:[ \t]+[^\s\"'<>/=]++"
    rb"(?:[ \t]*+=[ \t]*+(?:\"[^\"\r\n]*+\"|'[^'\r\n]*+'|[^\s\"'=<>`]++))?+)*+[ \t]*+/?+)>[ \t]*+\Z"
)
_DECLARATION = re.compile(rb"<![A-Za-z]")
_BLANK_LINE = re.compile(rb"(?<=[\n\r])(?:[ \t]*+>)*+[ \t]*+(?:[\r\n]|\Z)")
_ENDS = ((b"<!--", b"-->"), (b"<?", b"?>"), (b"<![CDATA[", b"]]>"))
"""*Source:* CommonMark 0.31.2, §4.6 (seven kinds of HTML block)."""


class Place(Protocol):
    """What a line must tell."""

    @property
    def at(self) -> int:
        """Where its content starts."""
        ...

    @property
    def stop(self) -> int:
        """Where its content ends."""
        ...


def find_block_end(source: bytes, line: Place, in_paragraph: bool, hopeless: set[bytes]) -> int:
    r"""The offset of the first line behind the HTML block that begins on `line`, 0 for none.

    Takes: `hopeless`, closers known not to occur any more; they are added here.

    >>> from dragoman.formats.markdown.scanner.walk import Line
    >>> find_block_end(b"<div>\nx\n\ny", Line(0, 0, 5, 6, b"", 0), False, set())
    8
    """
    at = line.at
    for opener, closer in _ENDS:
        if source.startswith(opener, at):
            return _find_behind(source, at + 2, closer, hopeless)
    if _RAW.match(source, at, line.stop):
        if b"</" not in hopeless:
            closing = _RAW_END.search(source, at)
            if closing:
                return _skip_line(source, closing.end())
            hopeless.add(b"</")
        return len(source)
    if _DECLARATION.match(source, at, line.stop):
        return _find_behind(source, at + 2, b">", hopeless)
    if _BLOCK.match(source, at, line.stop) or (
        not in_paragraph and _TAG.match(source, at, line.stop)
    ):
        blank = _BLANK_LINE.search(source, line.stop)
        return blank.start() if blank else len(source)
    return 0


def _find_behind(source: bytes, at: int, closer: bytes, hopeless: set[bytes]) -> int:
    if closer not in hopeless:
        end = source.find(closer, at)
        if end >= 0:
            return _skip_line(source, end)
        hopeless.add(closer)
    return len(source)


def _skip_line(source: bytes, at: int) -> int:
    end = source.find(b"\n", at)
    return len(source) if end < 0 else end + 1
