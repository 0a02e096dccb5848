"""Python-Markdown's indented blocks: `!!! note "Title"`, `??? tip`, `=== "Tab"`, and `///` blocks.

The body of the first three is indented by four columns and is Markdown; it is shown without that
indentation.

*Source:* Python-Markdown's admonition extension; pymdownx.details, .tabbed and .blocks.
"""

from __future__ import annotations

import re

from dragoman.formats.markdown.scanner.walk import Line, Walk

_BODY_WIDTH = 4
"""Columns a body is indented by. *Source:* Python-Markdown, admonitions and tabs."""
_HEADER = re.compile(
    rb"(?:!!!|\?\?\?\+?)[ \t]*+(?:[A-Za-z][\w-]*+(?:[ \t]++[A-Za-z][\w-]*+)*+)?[ \t]*+"
    rb"(?:\"([^\r\n]*)\")?[ \t]*+\Z"
)
_TAB = re.compile(rb"===[!+]*+[ \t]++\"([^\r\n]*)\"[ \t]*+\Z")
_SLASHES = re.compile(rb"/{3,}+[ \t]*+(?:\Z|[A-Za-z][\w-]*+[ \t]*+(?:\|[ \t]*+([^\r\n]*))?\Z)")
_OPTION = re.compile(rb"[ ]{4,}[^\r\n]*(?:\r\n|\n|\r|\Z)")


def read_admonition(walk: Walk, line: Line) -> int:
    """Hides the header of an admonition, details block or tab, except its title."""
    source = walk.source
    pattern = _TAB if source[line.at] == 0x3D else _HEADER
    stop = line.at + len(source[line.at : line.stop].rstrip())
    header = pattern.match(source, line.at, stop)
    if header is None:
        return 0
    start, end = header.span(1)
    walk.show_title(line, max(start, 0), max(end, 0), stop)
    walk.open_body(line, _BODY_WIDTH)
    return line.end


def read_block(walk: Walk, line: Line) -> int:
    """Hides a `///` line with its options, except its title."""
    source = walk.source
    stop = line.at + len(source[line.at : line.stop].rstrip())
    header = _SLASHES.match(source, line.at, stop)
    if header is None:
        return 0
    start, end = header.span(1)
    walk.show_title(line, max(start, 0), max(end, 0), stop)
    at = line.end
    option = _OPTION.match(source, at)
    while option and at < len(source) and option.group().strip():
        walk.edits.cut(at, at + len(option.group().rstrip()))
        at = option.end()
        option = _OPTION.match(source, at)
    return at
