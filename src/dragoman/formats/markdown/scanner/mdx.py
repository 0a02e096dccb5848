"""MDX: tags, expressions, imports and exports.

A tag or expression alone on its lines is flow and leaves the view blank; within a paragraph it is
one placeholder. What is not balanced stays text: MDX would not compile it either.

*Source:* micromark-extension-mdx-jsx, -mdx-expression and -mdxjs-esm, their readmes and behaviour.
"""

from __future__ import annotations

import re

from dragoman.formats.markdown.attributes import make_extras
from dragoman.formats.markdown.markup import Tag, read_tag
from dragoman.formats.markdown.scanner.runs import Run
from dragoman.formats.markdown.scanner.walk import Line, Walk

_ESM = re.compile(
    rb"import(?:[ \t]+[\w${*\"']|[\"'{*])|export(?:[ \t]*[{*]|[ \t]+(?:default|const|let|var|"
    rb"function|class|async|type|interface|enum|abstract)\b)"
)
_STATEMENT = re.compile(rb"[\"'`{(\[)\]]|/\*|//|(?:\r\n|\n|\r)[ \t]*(?:[\r\n]|\Z)")
_GAP = re.compile(rb"[ \t]*+")
_COMMENT = b"<!--"
_QUOTES = (b'"', b"'")
_QUOTED = re.compile(rb"\"(?:[^\"\\\r\n]|\\.)*+\"|'(?:[^'\\\r\n]|\\.)*+'")


def read_flow(walk: Walk, line: Line) -> int:
    """Hides the tags, expressions and comments that fill the line or several lines alone."""
    source, at = walk.source, line.at
    limit = len(source)
    tags: list[Tag] = []
    while True:
        if source.startswith(_COMMENT, at):
            end = find_comment_end(walk, at, limit)
        elif source[at : at + 1] == b"{":
            end = walk.expressions.find_end(at)
        elif source[at : at + 1] == b"<":
            tag = None
            if at < walk.last_angle:
                tag = read_tag(source, at, limit, walk.expressions)
            end = tag.end if tag else -1
            if tag:
                tags.append(tag)
        else:
            return 0
        if end < 0:
            return 0
        gap = _GAP.match(source, end)
        at = gap.end() if gap else end
        if at >= limit or source[at] in b"\r\n":
            break
    walk.hide(line, end)
    for tag in tags:
        walk.edits.extras.extend(make_extras(source, tag.attributes, walk.names, jsx=True))
    return walk.find_line_end(at)


def read_statement(walk: Walk, line: Line) -> int:
    """Hides an import or export: up to the first blank line outside of brackets and strings."""
    if line.at != line.start or walk.in_paragraph or not _ESM.match(walk.source, line.at):
        return 0
    end = _find_statement_end(walk, line.at)
    walk.edits.cut(line.at, end)
    return walk.find_line_end(end)


def _find_statement_end(walk: Walk, at: int) -> int:
    source = walk.source
    depth, first_blank = 0, -1
    while True:
        hit = _STATEMENT.search(source, at)
        if hit is None:
            break
        at = hit.end()
        match hit.group():
            case b"(" | b"[":
                depth += 1
            case b")" | b"]":
                depth -= 1
            case b"{":
                at = max(walk.expressions.find_end(hit.start()), at)
            case b'"' | b"'" | b"`" | b"/*" | b"//":
                at = _skip_quoted(walk, hit)
            case _:
                if depth <= 0 or b"statement" in walk.hopeless:
                    return hit.start()
                first_blank = hit.start() if first_blank < 0 else first_blank
                at = hit.start() + 1
    if first_blank >= 0:
        walk.hopeless.add(b"statement")
        return first_blank
    return len(source)


def _skip_quoted(walk: Walk, hit: re.Match[bytes]) -> int:
    """The offset behind the string or comment that `hit` begins, or behind its first sign."""
    sign, at = hit.group(), hit.start()
    if sign == b"//":
        end = walk.source.find(b"\n", at)
        return end if end >= 0 else len(walk.source)
    closer = b"*/" if sign == b"/*" else sign
    if sign in _QUOTES:
        quoted = _QUOTED.match(walk.source, at)
        return quoted.end() if quoted else at + 1
    if closer not in walk.hopeless:
        end = walk.source.find(closer, hit.end())
        if end >= 0:
            return end + len(closer)
        walk.hopeless.add(closer)
    return hit.end()


def mark_tag(run: Run, at: int) -> int:
    """A tag or comment within a paragraph; its user-facing attributes are extras."""
    source, walk = run.source, run.walk
    if source.startswith(_COMMENT, at):
        end = find_comment_end(walk, at, run.end)
        if end < 0:
            return 0
        run.mark(at, end, "opaque", "comment")
        return end
    if at > walk.last_angle:
        return 0
    tag = read_tag(source, at, run.end, walk.expressions)
    if tag is None:
        return 0
    run.mark(at, tag.end, tag.role, tag.name.decode())
    walk.edits.extras.extend(make_extras(source, tag.attributes, walk.names, jsx=True))
    return tag.end


def mark_expression(run: Run, at: int) -> int:
    """An expression within a paragraph."""
    end = run.walk.expressions.find_end(at)
    if not 0 <= end <= run.end:
        return 0
    run.mark(at, end, "opaque", "expression")
    return end


def find_comment_end(walk: Walk, at: int, limit: int) -> int:
    """The offset behind the HTML comment at `at`, which Docusaurus reads in MDX; -1 for none."""
    end = -1
    if b"-->" not in walk.hopeless:
        end = walk.source.find(b"-->", at + 4)
        if end < 0:
            walk.hopeless.add(b"-->")
    return end + 3 if 0 <= end <= limit - 3 else -1
