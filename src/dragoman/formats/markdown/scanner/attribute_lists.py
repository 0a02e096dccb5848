"""Attribute lists of kramdown, Python-Markdown, Goldmark and markdown-it.

`{: .class #id}`, `{ .class }`, `{target="_blank"}`, `{ data-preview }`; and the `{* path *}` by
which some MkDocs plugins include a file.
"""

from __future__ import annotations

import re

from dragoman.formats.markdown.scanner.runs import Run
from dragoman.formats.markdown.scanner.walk import Line, Walk

_LIST = re.compile(
    rb"\{:(?::[^{}\r\n]*)?[^{}%\r\n]*\}|\{[ \t]*(?:[#.][\w-]|[\w-]+[ \t]*=)[^{}\r\n]*\}|"
    rb"\{[ ][\w-]+[ ]\}|\{\*[^{}\r\n]*\*\}"
)


def hide_list(walk: Walk, line: Line) -> int:
    """Hides an attribute list that fills a line alone (kramdown's block form)."""
    stop = line.at + len(walk.source[line.at : line.stop].rstrip())
    found = _LIST.match(walk.source, line.at, stop)
    if found is None or found.end() != stop:
        return 0
    walk.hide(line, stop)
    return line.end


def mark_list(run: Run, at: int) -> int:
    """An attribute list behind an inline element; one that ends a heading is hidden."""
    found = _LIST.match(run.source, at, run.end)
    if found is None:
        return 0
    line_start = run.source.rfind(b"\n", 0, at) + 1
    is_last = not run.source[found.end() : run.end].strip(b" \t\r\n")
    if is_last and run.source[line_start:at].lstrip(b" >").startswith(b"#"):
        gap = at - len(run.source[run.start : at]) + len(run.source[run.start : at].rstrip(b" \t"))
        run.walk.edits.cut(gap, found.end())
    else:
        run.mark(at, found.end(), "opaque", "attributes")
    return found.end()
