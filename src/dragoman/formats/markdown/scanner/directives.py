r"""`:::` containers of Docusaurus, VitePress and Starlight: `:::tip[Title]{#id}`, `::: tip Title`.

Every line of three or more colons is structure, whether or not it closes something; a title is a
paragraph of its own. `\:::` is text.
"""

from __future__ import annotations

import re

from dragoman.formats.markdown.attributes import make_extras
from dragoman.formats.markdown.markup import Attribute
from dragoman.formats.markdown.scanner.walk import Line, Walk

_COLONS = re.compile(rb":{3,}+[ \t]*+")
_NAME = re.compile(rb"[A-Za-z][\w-]*+")
_BRACED = re.compile(rb"\{[^{}\r\n]*\}[ \t]*+\Z")
_ATTRIBUTE = re.compile(rb"([\w-]+)=(?:\"([^\"\r\n]*)\"|'([^'\r\n]*)')")
_BLANK = b" \t"


def read_directive(walk: Walk, line: Line) -> int:
    """Hides the fence line of a container, except its title."""
    source = walk.source
    colons = _COLONS.match(source, line.at, line.stop)
    if colons is None:
        return 0
    stop = line.at + len(source[line.at : line.stop].rstrip())
    name = _NAME.match(source, colons.end(), stop)
    if name is None:
        if colons.end() < stop:
            return 0
        walk.hide(line, stop)
        return line.end
    start, end = _find_title(walk, name.end(), stop)
    walk.show_title(line, start, end, stop)
    return line.end


def _find_title(walk: Walk, at: int, stop: int) -> tuple[int, int]:
    """The bounds of the title in what follows a container's name."""
    source = walk.source
    braced = _BRACED.search(source, at, stop)
    end = braced.start() if braced else stop
    if braced:
        _add_attributes(walk, braced.start(), stop)
    if source[at : at + 1] == b"[":
        closing = source.rfind(b"]", at, end)
        if closing > at:
            return at + 1, closing
    while at < end and source[at] in _BLANK:
        at += 1
    return at, at + len(source[at:end].rstrip())


def _add_attributes(walk: Walk, at: int, stop: int) -> None:
    found = tuple(
        Attribute(hit.group(1), *hit.span(2 if hit.group(2) is not None else 3), b'"')
        for hit in _ATTRIBUTE.finditer(walk.source, at, stop)
    )
    walk.edits.extras.extend(make_extras(walk.source, found, walk.names, jsx=False))
