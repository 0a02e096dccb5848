"""Hugo shortcodes, which Hugo replaces before Markdown is read: in text, destinations, anywhere.

A backslash does not escape them; a translation writes their braces as entities.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from dragoman.formats.markdown.scanner.runs import Run
from dragoman.formats.markdown.scanner.walk import Line, Walk
from dragoman.formats.markdown.values import decode_value
from dragoman.formats.markdown.view import Extra
from dragoman.model.document import Span

_OPENER = re.compile(rb"\{\{(?:<|%)[ \t\r\n]*(/?)[ \t\r\n]*([^\s>%/\"'`=]*)")
_INSIDE = re.compile(rb"\"(?:[^\"\\]|\\.)*+\"|`[^`]*+`|[>%]\}\}|\{\{[<%]", re.DOTALL)
_PARAMETER = re.compile(rb"([\w-]+)[ \t]*=[ \t]*(\"(?:[^\"\\]|\\.)*+\"|`[^`]*+`)", re.DOTALL)
_GAP = re.compile(rb"[ \t]*+")
_LETTER = re.compile(rb"[A-Za-z\x80-\xff]")

RAW_BODIES = frozenset(
    b"highlight mermaid math katex chem text code codeblock code-block code-toggle chart plantuml "
    b"kroki gist raw rawhtml html css js javascript script style svg literate diagram command "
    b"console terminal prism markmap echarts json yaml pre".split()
)
"""Shortcodes whose body is no Markdown. *Source:* Hugo's embedded shortcodes and those of Docsy,
Hextra, Relearn, LoveIt, Blowfish and Istio."""


class Shortcode(NamedTuple):
    """A shortcode's place and name; its role is open, close or opaque (`{{< x />}}`, comments)."""

    name: bytes
    role: str
    end: int


def read_shortcode(source: bytes, at: int, hopeless: set[bytes]) -> Shortcode | None:
    """The shortcode that begins at `at`, None when it never ends.

    >>> read_shortcode(b'{{< ref "a b.md" >}}', 0, set())
    Shortcode(name=b'ref', role='open', end=20)
    """
    closer = b">}}" if source[at + 2 : at + 3] == b"<" else b"%}}"
    opener = None if closer in hopeless else _OPENER.match(source, at)
    if opener is None:
        return None
    place = opener.end()
    while True:
        hit = _INSIDE.search(source, place)
        if hit is None:
            hopeless.add(closer)
            return None
        found = hit.group()
        if found == closer:
            break
        if found[:2] == b"{{":
            return None
        place = hit.end()
    inside = source[at + 3 : hit.start()].strip()
    is_opaque = inside.endswith(b"/") or inside.startswith(b"/*") or not opener.group(2)
    role = "close" if opener.group(1) and not is_opaque else "opaque" if is_opaque else "open"
    return Shortcode(opener.group(2), role, hit.end())


def hide_shortcodes(walk: Walk, line: Line) -> int:
    """Hides the shortcodes that fill a line alone, and the whole body of a raw one."""
    source, at = walk.source, line.at
    found: list[tuple[int, int]] = []
    while True:
        code = read_shortcode(source, at, walk.hopeless)
        if code is None:
            return 0
        found.append((at, code.end))
        end = _find_raw_end(walk, code) if code.role == "open" else code.end
        gap = _GAP.match(source, end)
        at = gap.end() if gap else end
        if at >= len(source) or source[at] in b"\r\n":
            walk.hide(line, end)
            for place, behind in found:
                add_parameters(walk, place, behind)
            return walk.find_line_end(at)


def mark_shortcode(run: Run, at: int) -> int:
    """A shortcode within a paragraph; a raw one together with its body."""
    code = read_shortcode(run.source, at, run.walk.hopeless)
    if code is None or code.end > run.end:
        return 0
    add_parameters(run.walk, at, code.end)
    end = _find_raw_end(run.walk, code) if code.role == "open" else code.end
    if end != code.end and end <= run.end:
        run.mark(at, end, "opaque", "shortcode")
        return end
    run.mark(at, code.end, code.role, code.name.decode())
    return code.end


def _find_raw_end(walk: Walk, code: Shortcode) -> int:
    """The offset behind the closing shortcode of a raw body, else behind the opening one."""
    if code.name not in RAW_BODIES or b"/" + code.name in walk.hopeless:
        return code.end
    closing = re.compile(rb"\{\{[<%]\s*/\s*" + re.escape(code.name) + rb"\s*[>%]\}\}")
    found = closing.search(walk.source, code.end)
    if found is None:
        walk.hopeless.add(b"/" + code.name)
        return code.end
    return found.end()


def add_parameters(walk: Walk, start: int, end: int) -> None:
    """Adds the user-facing named parameters of the tag in `source[start:end]` as extras."""
    for parameter in _PARAMETER.finditer(walk.source, start, end):
        name = parameter.group(1)
        if name.lower() not in walk.names and name != b"text":
            continue
        raw = parameter.group(2)
        if not _LETTER.search(raw) or b"{{" in raw or b"{%" in raw:
            continue
        span = Span(*parameter.span(2))
        kind = "parameter:" + name.decode()
        text = decode_value("parameter", raw)
        walk.edits.extras.append(Extra(kind, span, text, "parameter"))
