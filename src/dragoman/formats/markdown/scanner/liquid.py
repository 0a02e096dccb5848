"""Liquid, Jinja and mustache: `{% tag %}` and `{{ value }}`, replaced before Markdown is read.

A backslash does not escape them; a translation writes their braces as entities.
"""

from __future__ import annotations

import re

from dragoman.formats.markdown.scanner.runs import Run
from dragoman.formats.markdown.scanner.shortcodes import add_parameters
from dragoman.formats.markdown.scanner.walk import Line, Walk

_ENDS = {
    b"{%": re.compile(rb"%\}|\{%"),
    b"{{": re.compile(rb"\}\}+|\{\{"),
    b"{#": re.compile(rb"#\}|\{#"),
}
_NAME = re.compile(rb"\{%-?[ \t]*(\w+)")
_GAP = re.compile(rb"[ \t]*+")

_RAW_BODIES = frozenset(b"highlight comment mermaid javascript style schema prism math".split())
"""Tags whose body is no text. *Source:* Jekyll, Shopify Liquid and jekyll-mermaid."""


def find_liquid_end(source: bytes, at: int, hopeless: set[bytes]) -> int:
    """The offset behind the tag or value at `at`, 0 when none is there.

    >>> find_liquid_end(b'{{ a | b: "c" }} d', 0, set())
    16
    """
    opener = source[at : at + 2]
    pattern = _ENDS.get(opener)
    if pattern is None or opener in hopeless:
        return 0
    found = pattern.search(source, at + 2)
    if found is None:
        hopeless.add(opener)
        return 0
    return 0 if found.group()[:1] == b"{" else found.end()


def hide_liquid(walk: Walk, line: Line) -> int:
    """Hides the tags and values that fill a line alone, and the body of a raw one."""
    source, at = walk.source, line.at
    found: list[tuple[int, int]] = []
    while True:
        end = find_liquid_end(source, at, walk.hopeless)
        if not end:
            return 0
        found.append((at, end))
        end = _find_raw_end(walk, at, end)
        gap = _GAP.match(source, end)
        at = gap.end() if gap else end
        if at >= len(source) or source[at] in b"\r\n":
            walk.hide(line, end)
            for place, behind in found:
                add_parameters(walk, place, behind)
            return walk.find_line_end(at)


def mark_liquid(run: Run, at: int) -> int:
    """A tag or value within a paragraph, a raw one together with its body."""
    end = find_liquid_end(run.source, at, run.walk.hopeless)
    if not 0 < end <= run.end:
        return 0
    add_parameters(run.walk, at, end)
    behind = _find_raw_end(run.walk, at, end)
    end = behind if behind <= run.end else end
    run.mark(at, end, "opaque", "liquid")
    return end


def _find_raw_end(walk: Walk, at: int, end: int) -> int:
    """The offset behind the end tag of the raw tag in `source[at:end]`; `end` for others."""
    name = _NAME.match(walk.source, at, end)
    if name is None or name.group(1) not in _RAW_BODIES:
        return end
    closer = b"end" + name.group(1)
    if closer in walk.hopeless:
        return end
    closing = re.compile(rb"\{%-?\s*" + closer + rb"\s*-?%\}").search(walk.source, end)
    if closing is None:
        walk.hopeless.add(closer)
        return end
    return closing.end()
