"""MyST: fences and colons with a `{name}`, roles, targets, comments and block breaks.

Only directives whose body is Markdown are opened; code, toctree, math and unknown ones stay whole.

*Source:* the directive lists of MyST-Parser 4, docutils 0.21, Sphinx 8, sphinx-design 0.6 and
sphinx-tabs 3.
"""

from __future__ import annotations

import re

from dragoman.formats.markdown.scanner.runs import Run
from dragoman.formats.markdown.scanner.walk import Line, Walk
from dragoman.formats.markdown.values import decode_value
from dragoman.formats.markdown.view import Extra
from dragoman.model.document import Span

_ADMONITIONS = frozenset(
    b"note warning tip hint important caution danger error attention seealso admonition todo "
    b"topic sidebar rubric dropdown card tab-item grid-item-card tab group-tab versionadded "
    b"versionchanged deprecated versionremoved exercise solution prf:theorem prf:lemma prf:proof "
    b"prf:definition prf:example prf:remark aside details example theorem table "
    b"list-table".split()
)
"""Directives whose argument is prose."""
_PLAIN = frozenset(
    b"figure grid grid-item tab-set tabs margin epigraph highlights pull-quote compound container "
    b"card-carousel button-link button-ref div only subfigure admonition-body glossary blockquote "
    b"centered hlist attention image-caption".split()
)
"""Directives whose body is Markdown and whose argument is not."""
_DESCRIBED = frozenset((b"figure", b"image"))
_OPENER = re.compile(rb"(`{3,}+|~{3,}+|:{3,}+)[ \t]*+\{([\w:.-]+)\}[ \t]*+([^\r\n]*)")
_CLOSER = re.compile(rb"(`{3,}+|~{3,}+|:{3,}+)[ \t]*+\Z")
_OPTION = re.compile(rb"[ \t]*+:([\w-]++):[ \t]*+([^\r\n]*)")
_TARGET = re.compile(rb"\([^()\r\n]+\)=[ \t]*+\Z")
_ROLE = re.compile(rb"\{[\w:+.-]+\}(?=`)")
_SUBSTITUTION = re.compile(rb"\{\{[^{}\r\n]*\}\}")
_RULE = b"---"


def read_fence(walk: Walk, line: Line) -> int:
    """Opens or closes a directive; hides its lines except the title."""
    source = walk.source
    stop = line.at + len(source[line.at : line.stop].rstrip())
    if walk.fences:
        closer = _CLOSER.match(source, line.at, stop)
        if closer and _close(walk, closer.group(1)):
            walk.hide(line, stop)
            return line.end
    opener = _OPENER.match(source, line.at, stop)
    if opener is None:
        return 0
    fence, name = opener.group(1), opener.group(2).lower()
    if name not in _ADMONITIONS and name not in _PLAIN:
        return _keep_whole(walk, line, fence, name)
    start, end = opener.span(3) if name in _ADMONITIONS else (0, 0)
    walk.show_title(line, start, end, stop)
    walk.fences.append((fence[:1], len(fence), len(walk.boxes.open)))
    return _hide_options(walk, line, name in _DESCRIBED)


def _close(walk: Walk, fence: bytes) -> bool:
    """Whether the fence closes the outermost open directive that it can, and all inside it."""
    for place, (sign, length, depth) in enumerate(walk.fences):
        if sign == fence[:1] and length <= len(fence) and depth <= len(walk.boxes.open):
            del walk.fences[place:]
            return True
    return False


def _keep_whole(walk: Walk, line: Line, fence: bytes, name: bytes) -> int:
    """A directive that is not opened: as code where the parser sees a fence, hidden if colons."""
    if name in _DESCRIBED:
        _add_options(walk, line)
    if fence[:1] != b":":
        return 0
    if any(fence[:length] in walk.hopeless for length in range(3, len(fence) + 1)):
        return 0
    pattern = rb"^[ \t>]*+:{%d,}+[ \t]*+(?=[\r\n]|\Z)" % len(fence)
    closer = re.compile(pattern, re.MULTILINE).search(walk.source, line.end)
    if closer is None:
        walk.hopeless.add(fence)
        return 0
    walk.hide(line, closer.end())
    return walk.find_line_end(closer.end())


def _hide_options(walk: Walk, line: Line, is_described: bool) -> int:
    """Hides the option lines below a directive's opener; returns where its body begins."""
    source, at = walk.source, line.end
    if is_described:
        _add_options(walk, line)
    if source[at : walk.find_line_end(at)].strip() == _RULE:
        closing = re.compile(rb"[\r\n][ \t]*---[ \t]*(?=[\r\n])").search(source, at + 3)
        if closing:
            walk.edits.cut(at, closing.end())
            return walk.find_line_end(closing.end())
    while at < len(source):
        option = _OPTION.match(source, at)
        if option is None:
            break
        walk.edits.cut(at, option.end())
        at = walk.find_line_end(option.end())
    return at


def _add_options(walk: Walk, line: Line) -> None:
    """Adds the alternative text of an image as an extra."""
    at = line.end
    option = _OPTION.match(walk.source, at)
    while option:
        name, text = option.group(1), option.group(2).strip()
        if name in walk.names and text:
            span = Span(option.start(2), option.start(2) + len(option.group(2).rstrip()))
            kind = "option:" + name.decode()
            walk.edits.extras.append(Extra(kind, span, decode_value("option", text), "option"))
        at = walk.find_line_end(option.end())
        option = _OPTION.match(walk.source, at)


def hide_target(walk: Walk, line: Line) -> int:
    """Hides a `(label)=` line."""
    stop = line.at + len(walk.source[line.at : line.stop].rstrip())
    return _hide_if(walk, line, stop, is_structure=bool(_TARGET.match(walk.source, line.at, stop)))


def hide_remark(walk: Walk, line: Line) -> int:
    """Hides a `% comment` line and a `+++` block break."""
    sign = walk.source[line.at : line.at + 1]
    is_structure = sign == b"%" or walk.source.startswith(b"+++", line.at)
    return _hide_if(walk, line, line.stop, is_structure=is_structure)


def _hide_if(walk: Walk, line: Line, stop: int, *, is_structure: bool) -> int:
    if not is_structure:
        return 0
    walk.hide(line, stop)
    return line.end


def mark_role(run: Run, at: int) -> int:
    """A role with its code span, or a `{{ substitution }}`."""
    role = _ROLE.match(run.source, at, run.end)
    end = run.find_code_end(role.end()) if role else 0
    if not end:
        substitution = _SUBSTITUTION.match(run.source, at, run.end)
        end = substitution.end() if substitution else 0
    if end:
        run.mark(at, end, "opaque", "role")
    return end
