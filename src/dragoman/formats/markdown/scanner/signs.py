"""Small signs: emoji codes, display math, commands to the generator, the placeholder itself."""

from __future__ import annotations

import re

from dragoman.formats.markdown.scanner.runs import Run
from dragoman.formats.markdown.scanner.walk import Line, Walk
from dragoman.formats.markdown.view import MARK

EMOJI = re.compile(rb":(?:[a-z][a-z0-9_+-]*+|[+-]1):")
"""An emoji code. *Source:* gemoji's names; Material's icons (`:material-check:`) have the shape."""

_MARK = MARK.encode()
_MATH_LIMIT_LINES = 400
"""A `$$` that closes later is no formula: our own choice, so that a lone one hides no chapter."""
_COMMAND = re.compile(
    rb"(?:\[\[toc\]\]|\[TOC\]|<<<[ \t]+\S[^\r\n]*|;?-+8<-+[^\r\n]*)[ \t]*+\Z", re.IGNORECASE
)
_WORD = re.compile(rb"[A-Za-z0-9:\x80-\xff/]")


def mark_emoji(run: Run, at: int) -> int:
    """An emoji code that stands free: not within a word, an address or `std::name::`."""
    emoji = EMOJI.match(run.source, at, run.end)
    if emoji is None:
        return 0
    end = emoji.end()
    if at > run.start and _WORD.match(run.source, at - 1):
        return 0
    if end < run.end and _WORD.match(run.source, end):
        return 0
    run.mark(at, end, "opaque", "emoji")
    return end


def mark_mark(run: Run, at: int) -> int:
    """The placeholder where the source holds it itself."""
    if not run.source.startswith(_MARK, at):
        return 0
    run.mark(at, at + len(_MARK), "opaque", "mark")
    return at + len(_MARK)


def hide_command(walk: Walk, line: Line) -> int:
    """Hides a line that only tells the generator what to put there: contents, a snippet."""
    if not _COMMAND.match(walk.source, line.at, line.stop):
        return 0
    walk.hide(line, line.stop)
    return line.end


def hide_math(walk: Walk, line: Line) -> int:
    """Hides display math whose `$$` stand alone on their lines, blank lines in it included."""
    source = walk.source
    if not source.startswith(b"$$", line.at) or b"$$" in walk.hopeless:
        return 0
    if b"$$" in source[line.at + 2 : line.stop]:
        return 0
    end = source.find(b"$$", line.stop)
    if end < 0:
        walk.hopeless.add(b"$$")
        return 0
    stop = walk.find_line_end(end)
    if source[end + 2 : stop].strip() or source.count(b"\n", line.at, end) > _MATH_LIMIT_LINES:
        return 0
    walk.hide(line, end + 2)
    return stop
