"""HTML and JSX tags: where they end, what they are, and their string attributes."""

from __future__ import annotations

import re
from typing import NamedTuple

from dragoman.formats.markdown.expressions import Expressions

_HTML_NAME = re.compile(rb"[A-Za-z][A-Za-z0-9:._-]*+")
_JSX_NAME = re.compile(rb"[A-Za-z_$\x80-\xff][\w$\x80-\xff:.-]*+")
_SPACE = re.compile(rb"[ \t\r\n\f]*+(?:\n[ \t]*+>[ \t\r\n]*+)?")
_HTML_ATTRIBUTE = re.compile(rb"[^\s\"'<>/={]+")
_JSX_ATTRIBUTE = _JSX_NAME
_BARE_VALUE = re.compile(rb"[^ \t\r\n\f\"'=<>`]+")


class Attribute(NamedTuple):
    """A string attribute.

    `start` and `end` bound the value between its quotes; `quote` is the quote character, empty for
    an unquoted value.
    """

    name: bytes
    start: int
    end: int
    quote: bytes


class Tag(NamedTuple):
    """A tag: its role is `open`, `close` or `opaque` (self-closing); `end` lies behind its `>`."""

    name: bytes
    role: str
    end: int
    attributes: tuple[Attribute, ...]


def read_tag(text: bytes, at: int, limit: int, expressions: Expressions | None) -> Tag | None:
    """The tag whose `<` stands at `at`, None when what stands there is no tag.

    Takes: `expressions` for JSX (names with dots, fragments, values in braces), None for HTML.

    >>> read_tag(b'<a href="x">', 0, 12, None).attributes[0].name
    b'href'
    """
    at += 1
    is_close = text[at : at + 1] == b"/"
    at += is_close
    name = (_HTML_NAME if expressions is None else _JSX_NAME).match(text, at, limit)
    if name is None:
        if expressions is not None and text[at : at + 1] == b">" and at < limit:
            return Tag(b"", "close" if is_close else "open", at + 1, ())
        return None
    attributes: list[Attribute] = []
    end = _read_attributes(text, name.end(), limit, expressions, attributes)
    if end < 0:
        return None
    role = "close" if is_close else "opaque" if text[end - 1] == 0x2F else "open"
    closing = text.index(b">", end, limit) + 1
    return Tag(name.group(), role, closing, tuple(attributes))


def _read_attributes(
    text: bytes, at: int, limit: int, expressions: Expressions | None, found: list[Attribute]
) -> int:
    """The offset behind the last attribute (behind the `/` of a self-closing tag), -1 if broken."""
    pattern = _HTML_ATTRIBUTE if expressions is None else _JSX_ATTRIBUTE
    while at < limit:
        spaced = _SPACE.match(text, at, limit)
        start = at
        at = spaced.end() if spaced else at
        sign = text[at : at + 1]
        if at >= limit:
            return -1
        if sign == b">":
            return at
        if sign == b"/":
            after = _SPACE.match(text, at + 1, limit)
            behind = after.end() if after else at + 1
            return at + 1 if behind < limit and text[behind : behind + 1] == b">" else -1
        if sign == b"{" and expressions is not None:
            at = expressions.find_end(at)
            if not 0 <= at <= limit:
                return -1
            continue
        name = pattern.match(text, at, limit)
        if name is None or (at == start and expressions is None):
            return -1
        at = _read_value(text, name.end(), limit, expressions, found, name.group())
        if at < 0:
            return -1
    return -1


def _read_value(
    text: bytes,
    at: int,
    limit: int,
    expressions: Expressions | None,
    found: list[Attribute],
    name: bytes,
) -> int:
    """The offset behind the value of the attribute `name`, if it has one; -1 if it is broken."""
    spaced = _SPACE.match(text, at, limit)
    equals = spaced.end() if spaced else at
    if text[equals : equals + 1] != b"=" or equals >= limit:
        return at
    spaced = _SPACE.match(text, equals + 1, limit)
    start = spaced.end() if spaced else equals + 1
    quote = text[start : start + 1]
    if quote in (b'"', b"'"):
        end = text.find(quote, start + 1, limit)
        if end < 0:
            return -1
        found.append(Attribute(name, start + 1, end, quote))
        return end + 1
    if expressions is not None:
        end = expressions.find_end(start) if quote == b"{" and start < limit else -1
        return end if end <= limit else -1
    bare = _BARE_VALUE.match(text, start, limit)
    if bare is None:
        return -1
    found.append(Attribute(name, start, bare.end(), b""))
    return bare.end()
