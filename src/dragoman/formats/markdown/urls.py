"""Bare URLs in text."""

from __future__ import annotations

import re

_URL = re.compile(rb"(?:(?:https?|ftp)://|www\.)[!#-;=?-Z\[\]_a-z~]+")
"""A bare URL: ASCII without blanks, quotes, backslash, back quote, `<`, `>` and braces.

Source: GFM autolinks (extended). Unlike there, a URL ends before a character that is not ASCII, so
that CJK text may follow without a blank.
"""
_URL_TAIL = re.compile(rb"&[A-Za-z0-9]+;$")


def find_urls(data: bytes, start: int, end: int) -> list[tuple[int, int]]:
    """Byte ranges of what looks like a bare URL in a range of `data`, code or not, in order.

    >>> find_urls(b"see https://a.b/c. or (www.d.e)", 0, 31)
    [(4, 17), (23, 30)]
    """
    found: list[tuple[int, int]] = []
    for match in _URL.finditer(data, start, end):
        first, last = match.span()
        if first and (data[first - 1 : first].isalnum() or data[first - 1] >= 0x80):
            continue
        last = _trim_url(data, first, last)
        if last - first > 4 and data[last - 3 : last] != b"://":
            found.append((first, last))
    return found


def _trim_url(data: bytes, start: int, end: int) -> int:
    """Where the URL ends once closing punctuation and brackets without partner are left out."""
    reference = data.find(b"&#", start, end)
    if reference >= 0:
        end = reference
    surplus = data.count(b")", start, end) - data.count(b"(", start, end)
    while end > start:
        last = data[end - 1]
        if last in b"?!.,:*_~'[]":
            end -= 1
        elif last == 0x29 and surplus > 0:
            surplus -= 1
            end -= 1
        elif last == 0x3B:
            tail = _URL_TAIL.search(data, max(start, end - 40), end)
            end = tail.start() if tail else end - 1
        else:
            break
    return end
