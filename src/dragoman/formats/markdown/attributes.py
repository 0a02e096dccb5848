"""The user-facing attributes of HTML and JSX tags."""

from __future__ import annotations

import re
from functools import lru_cache

from dragoman.formats.markdown.expressions import Expressions
from dragoman.formats.markdown.markup import Attribute, read_tag
from dragoman.formats.markdown.values import decode_value
from dragoman.formats.markdown.view import Extra
from dragoman.model.document import Span

USER_FACING = frozenset(
    name.encode()
    for name in (
        "title", "details", "alt", "label", "description", "summary", "placeholder",
        "aria-label", "caption",
    )
)  # fmt: skip
"""Attributes whose values readers see.

Source: the specification of the Markdown format, §1.2.
"""

_START = re.compile(rb"<(?:!--|[A-Za-z_$/\x80-\xff])")
_LETTER = re.compile(rb"[A-Za-z\x80-\xff]")
_TEMPLATE = re.compile(rb"\{\{|\{%|<%")
_RAW_END = {
    name: re.compile(rb"</" + name + rb"\b", re.IGNORECASE)
    for name in (b"script", b"style", b"pre")
}


@lru_cache(maxsize=16)
def choose_names(extra: tuple[str, ...]) -> frozenset[bytes]:
    """The attribute names whose values are units: the usual ones and those of the setting."""
    return USER_FACING.union(name.lower().encode() for name in extra)


def find_attributes(
    data: bytes, start: int, end: int, names: frozenset[bytes], jsx: bool
) -> list[Extra]:
    """The string values of the attributes `names` in the tags of `data[start:end]`, in order.

    Comments and the bodies of script, style and pre are not searched; a value in braces, one
    without a letter and one that a template engine fills are no units.

    >>> find_attributes(b'<a title="Go on">', 0, 17, USER_FACING, False)[0].text
    'Go on'
    """
    expressions = Expressions(data, end) if jsx else None
    found: list[Extra] = []
    hit = _START.search(data, start, end)
    while hit:
        at = hit.start()
        if hit.group() == b"<!--":
            closing = data.find(b"-->", at + 4, end)
            at = end if closing < 0 else closing + 3
        else:
            tag = read_tag(data, at, end, expressions)
            if tag is None:
                at += 1
            else:
                found.extend(make_extras(data, tag.attributes, names, jsx))
                at = tag.end
                if tag.role == "open" and tag.name.lower() in _RAW_END:
                    raw_end = _RAW_END[tag.name.lower()].search(data, at, end)
                    at = raw_end.start() if raw_end else end
        hit = _START.search(data, at, end)
    return found


def make_extras(
    data: bytes, attributes: tuple[Attribute, ...], names: frozenset[bytes], jsx: bool
) -> list[Extra]:
    """The user-facing ones of one tag's attributes."""
    extras: list[Extra] = []
    for name, start, end, quote in attributes:
        if name not in names and name.lower() not in names:
            continue
        raw = data[start:end]
        if not _LETTER.search(raw) or _TEMPLATE.search(raw):
            continue
        codec = "jsx-attribute" if jsx else "html-attribute" if quote else "html-bare"
        extras.append(
            Extra("attribute:" + name.decode(), Span(start, end), decode_value(codec, raw), codec)
        )
    return extras
