"""Inline HTML and JSX: which tags make a pair."""

from __future__ import annotations

import re
from typing import Any

from dragoman.formats.markdown.pieces import CLOSE, HTML, OPAQUE, OPEN, Piece

_ELEMENT = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9:._-]*)")
_VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())
"""Source: HTML Living Standard, void elements."""


def read_element(value: Any) -> tuple[str, str]:
    """Role and name of inline HTML: `open`, `close` or `opaque`.

    >>> read_element("</kbd>"), read_element("<br>"), read_element("<!-- x -->")
    (('close', 'kbd'), ('opaque', ''), ('opaque', ''))
    """
    if not isinstance(value, str):
        role, name = value
        return role, name
    element = _ELEMENT.match(value)
    if not element or value.endswith("/>") or element[2].lower() in _VOID:
        return "opaque", ""
    return ("close" if element[1] else "open"), element[2].lower()


def pair_elements(pieces: list[Piece]) -> list[Piece]:
    """Balanced elements become openers and closers, the rest opaque; linear.

    Elements pair within one level of Markdown's own wrappers, so that tags stay well nested.
    """
    paired = list(pieces)
    frames: list[tuple[list[tuple[str, int]], dict[str, int]]] = [([], {})]
    for index, (op, value, start, end) in enumerate(pieces):
        if op == OPEN:
            frames.append(([], {}))
        elif op == CLOSE:
            frames.pop()
        elif op == HTML:
            role, name = read_element(value)
            paired[index] = (OPAQUE, "", start, end)
            opened, counts = frames[-1]
            if role == "open":
                opened.append((name, index))
                counts[name] = counts.get(name, 0) + 1
            elif role == "close" and counts.get(name):
                while True:
                    found, at = opened.pop()
                    counts[found] -= 1
                    if found == name:
                        break
                paired[at] = (OPEN, "", *pieces[at][2:])
                paired[index] = (CLOSE, "", start, end)
    return paired
