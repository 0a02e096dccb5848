"""What one leaf block consists of, as the parser and the cutters hand it on.

A piece is `(op, value, start, end)` with offsets into what the parser read. `value` is the text of
TEXT and BREAK, the tag of HTML (or an atom's role and name), the kind of an OPEN, else meaningless.
A payload is `(start, end)` for an opaque tag, `(start, end, start, end)` for a wrapper's opener and
closer; tag number N has `payloads[N - 1]`.
"""

from __future__ import annotations

from typing import Any

TEXT, BREAK, HARD, OPAQUE, HTML, OPEN, CLOSE = range(7)

Piece = tuple[int, Any, int, int]
Payload = tuple[int, ...]

WHOLE = "Autolink"
"""A link that is its own text."""

COLLAPSED = {"Link": "CollapsedLink", "Image": "CollapsedImage"}
"""The parser's range of a collapsed reference stops before its `[]`."""

ESCAPABLE = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
"""Source: CommonMark 0.31.2, ASCII punctuation characters."""


def widen(data: bytes, start: int, value: str) -> int:
    r"""`start`, or one less when the text there begins with an escaped character.

    >>> widen(b"\\*", 1, "*"), widen(b"ab", 1, "b")
    (0, 1)
    """
    if start and data[start - 1] == 0x5C and value[:1] in ESCAPABLE:
        return start - 1
    return start


def grow_last(pieces: list[Piece], end: int) -> int:
    """Lengthens the last piece up to `end`; gives `end`."""
    op, value, start, _ = pieces[-1]
    pieces[-1] = (op, value, start, end)
    return end
