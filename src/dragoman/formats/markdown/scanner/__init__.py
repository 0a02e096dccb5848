"""Gives the Markdown parser its view: everything CommonMark does not know, taken out."""

from __future__ import annotations

from dragoman.formats.markdown.attributes import choose_names
from dragoman.formats.markdown.flavours import Flavour
from dragoman.formats.markdown.front_matter import find_front_matter, find_values
from dragoman.formats.markdown.scanner.edits import Edits
from dragoman.formats.markdown.scanner.grammar import get_grammar
from dragoman.formats.markdown.scanner.signs import EMOJI
from dragoman.formats.markdown.scanner.walk import Walk
from dragoman.formats.markdown.view import View
from dragoman.model.document import FormatOptions

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def scan(source: bytes, flavour: Flavour, options: FormatOptions) -> View:
    r"""The view of `source` that a CommonMark parser can read.

    Raises: SourceBroken (front matter that must be read and cannot), DocumentRefused (limits).

    >>> from dragoman.formats.markdown.flavours import FLAVOURS
    >>> scan(b"a {b} c\n", FLAVOURS["mdx"], FormatOptions()).data.decode()
    'a ⁂ c\n'
    """
    base = len(_BYTE_ORDER_MARK) if source.startswith(_BYTE_ORDER_MARK) else 0
    matter = find_front_matter(source, base, json=flavour.shortcodes)
    extras = [] if matter is None else find_values(source, matter, options)
    start = base if matter is None else matter.end
    grammar = get_grammar(flavour)
    edits = Edits(source)
    edits.extras.extend(extras)
    # The triggers find indentation behind a line break only.
    is_indented = flavour.jsx and source[start : start + 1] in {b" ", b"\t"}
    is_plain = not any(trigger in source for trigger in grammar.triggers)
    if is_indented or not is_plain or EMOJI.search(source, start):
        names = choose_names(options.attributes)
        walk = Walk(source, flavour, names, edits, grammar.hooks, grammar.scan_run, options.path)
        walk.read(start)
    return edits.make_view(start)
