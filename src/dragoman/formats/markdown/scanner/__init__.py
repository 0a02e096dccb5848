"""Gives the Markdown parser its view: everything CommonMark does not know, taken out."""

from __future__ import annotations

from dragoman.formats.markdown.flavours import Flavour
from dragoman.formats.markdown.front_matter import find_front_matter, find_values
from dragoman.formats.markdown.view import View
from dragoman.model.document import FormatOptions

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def scan(source: bytes, flavour: Flavour, options: FormatOptions) -> View:
    """The view of `source` that a CommonMark parser can read.

    Raises: SourceBroken (front matter that must be read and cannot), DocumentRefused (limits).
    """
    base = len(_BYTE_ORDER_MARK) if source.startswith(_BYTE_ORDER_MARK) else 0
    matter = find_front_matter(source, base, json=flavour.shortcodes)
    extras = () if matter is None else tuple(find_values(source, matter, options))
    start = base if matter is None else matter.end
    return View(data=source[start:], base=start, extras=extras)
