"""Texts the parser does not show: attributes, summaries, link titles, front matter values."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence

from dragoman.formats.markdown.attributes import choose_names, find_attributes
from dragoman.formats.markdown.flavours import Flavour
from dragoman.formats.markdown.forms import Block, Form
from dragoman.formats.markdown.html import Summary, find_summaries
from dragoman.formats.markdown.inline import Weaver
from dragoman.formats.markdown.pieces import HTML, TEXT, Piece
from dragoman.formats.markdown.places import Places
from dragoman.formats.markdown.values import encode_value
from dragoman.formats.markdown.view import MARK, Extra
from dragoman.model.document import FormatOptions

TITLE = "link-title"
"""The codec of a link's title, its quotes left out."""

SUMMARY = "summary"
"""The codec of a summary: HTML text with tags."""

_MARK = MARK.encode()
_PARTNERS = {0x22: b'"', 0x27: b"'", 0x29: b"("}
_ESCAPE = re.compile(
    r"\\([!-/:-@\[-`{-~])|(&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});)"
)
_REMARK = re.compile(rb"[ \t>]*\[(?://|comment|_)+\]:", re.IGNORECASE)
"""A definition that nobody refers to: the idiom for a comment in Markdown, `[//]: # (text)`."""
_BLANKS = re.compile(r"[ \t\r\n\f]+")
_EDGES = re.compile(r"^ | $|(?<= ) ")
_UNSAFE = re.compile(r"[\\\"'()<>{}|&`*_$%\[\]~:⁂]|[\x01-\x1f]|^ | $")


class Finder:
    """Finds the extras of one view and gives them as blocks in source offsets."""

    def __init__(
        self, source: bytes, places: Places, flavour: Flavour, options: FormatOptions
    ) -> None:
        """Takes the source and what offsets count in."""
        self._source = source
        self._places = places
        self._flavour = flavour
        self._names = choose_names(options.attributes)
        self._found: list[Block] = []

    def find(
        self,
        extras: Sequence[Extra],
        ranges: list[tuple[int, int]],
        titles: list[tuple[int, int, str]],
    ) -> list[Block]:
        """Blocks of the scanner's extras, of HTML in `ranges`, and of link titles.

        Takes `titles` as the ranges of links with the title that the parser read.
        """
        for extra in extras:
            self._add(extra.kind, extra.text, *extra.span, extra.codec)
        for start, end in ranges:
            self._add_html(start, end)
        for start, end, title in titles:
            if self._places.data[end - 1 : end] == b")":
                self._add_title(start, end - 1, title)
        return self._found

    def find_definitions(self, definitions: list[tuple[int, int, str]]) -> list[Block]:
        """Blocks of the titles of link reference definitions, given in the parser's offsets."""
        self._found = []
        shift = self._places.shift
        for start, end, title in definitions:
            if title and not _REMARK.match(self._places.data, start + shift):
                self._add_title(start + shift, end + shift, title)
        return self._found

    def _add(self, kind: str, text: str, start: int, end: int, codec: str) -> None:
        if not text.isspace() and text:
            self._found.append(Block(kind, text, start, end, "", Form(codec)))

    def _add_html(self, start: int, end: int) -> None:
        """Attributes and summaries of one HTML block or inline tag."""
        data = self._places.data
        has_attribute = data.find(b"=", start, end) >= 0
        has_summary = data.find(b"</summary", start, end) >= 0
        if not has_attribute and not has_summary:
            return
        first, last = self._places.locate(start, end)
        if has_attribute:
            self._add_attributes(first, last)
        if has_summary:
            for summary in find_summaries(self._source, first, last):
                self._add_summary(summary)

    def _add_summary(self, summary: Summary) -> None:
        pieces: list[Piece] = []
        at = summary.span.start
        for role, name, span in summary.tags:
            self._add_text(pieces, at, span.start)
            pieces.append((HTML, (role, name), *span))
            at = span.end
        self._add_text(pieces, at, summary.span.end)
        text, payloads = Weaver(self._source, self._source, {}).weave(pieces, is_html=True)
        if text:
            form = Form(SUMMARY, payloads)
            self._found.append(Block("summary", text, *summary.span, "", form))

    def _add_text(self, pieces: list[Piece], start: int, end: int) -> None:
        if start < end:
            raw = _BLANKS.sub(" ", self._source[start:end].decode())
            pieces.append((TEXT, html.unescape(raw), start, end))

    def _add_attributes(self, first: int, last: int) -> None:
        jsx = self._flavour.jsx
        for extra in find_attributes(self._source, first, last, self._names, jsx):
            self._add(extra.kind, extra.text, *extra.span, extra.codec)

    def _add_title(self, start: int, end: int, title: str) -> None:
        """The title that ends before `end` (blanks apart), if it can be found exactly."""
        data = self._places.data
        while end > start and data[end - 1] in b" \t\r\n":
            end -= 1
        opener = _PARTNERS.get(data[end - 1])
        if opener is None:
            return
        last = end - 1
        at = data.rfind(opener, start, last)
        while at > start and _is_escaped(data, at):
            at = data.rfind(opener, start, at)
        first = at + 1
        raw = data[first:last]
        if at < start or b"\r" in raw or _MARK in raw:
            return
        if decode_title(raw) == title:
            text = title.replace("\n", " ")
            self._add("title", text, *self._places.locate(first, last), TITLE)


def _is_escaped(data: bytes, at: int) -> bool:
    """Whether an odd number of backslashes stands before `at`."""
    first = at
    while first and data[first - 1] == 0x5C:
        first -= 1
    return (at - first) % 2 == 1


def decode_title(raw: bytes) -> str:
    r"""The text of a link title's bytes.

    >>> decode_title(b'a \\"b\\" &amp; c')
    'a "b" & c'
    """
    return _ESCAPE.sub(lambda found: found[1] or html.unescape(found[2]), raw.decode())


def encode_title(text: str) -> bytes:
    """The bytes of a link title, whatever its quotes.

    >>> encode_title('a "b"')
    b'a &quot;b&quot;'
    """
    return _UNSAFE.sub(_write_entity, text).encode()


def encode_summary(text: str) -> str:
    """Text of a summary as HTML writes it; blanks that would collapse become entities.

    >>> encode_summary("a < b  c")
    'a &lt; b &#32;c'
    """
    written = encode_value("html-attribute", text, b"").decode()
    written = written.replace("\t", "&#9;").replace("\f", "&#12;")
    return _EDGES.sub("&#32;", written.replace("&#39;", "'").replace("&quot;", '"'))


def _write_entity(found: re.Match[str]) -> str:
    sign = found.group()
    return {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}.get(sign, f"&#{ord(sign)};")
