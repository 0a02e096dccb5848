"""Obsidian: wiki links, embeds, callout markers, `%%` comments and block ids."""

from __future__ import annotations

import re

from dragoman.formats.markdown.scanner.runs import Run
from dragoman.formats.markdown.scanner.walk import Line, Walk

_LINK = re.compile(rb"!?\[\[[^\[\]\r\n|]++(\|)?")
_LINK_END = re.compile(rb"\]\]|[\[\r\n]")
_CALLOUT = re.compile(rb"\[!([\w-]+(?:\|[^\]\r\n]*)?)\][+-]?[ \t]*+")
_BLOCK_ID = re.compile(rb"\^[A-Za-z0-9-]+[ \t]*+(?=[\r\n]|\Z)")


def read_callout(walk: Walk, line: Line) -> int:
    """Pins the marker of a callout at the front of its quote; its title is its own paragraph."""
    if line.opens != b">":
        return 0
    stop = line.at + len(walk.source[line.at : line.stop].rstrip())
    marker = _CALLOUT.match(walk.source, line.at, stop)
    if marker is None:
        return 0
    if marker.end() >= stop:
        walk.edits.cut(line.at, stop)
    else:
        walk.edits.cut(line.at, marker.end())
        walk.edits.cut(stop, stop, b"\n" + walk.find_lead(line))
        walk.scan_run(walk, marker.end(), stop)
    return line.end


def hide_comment(walk: Walk, line: Line) -> int:
    """Hides a `%%` comment that fills one line or several."""
    end = _find_comment_end(walk, line.at)
    if not end:
        return 0
    stop = walk.find_line_end(end)
    if walk.source[end:stop].strip():
        return 0
    walk.hide(line, end)
    return stop


def mark_comment(run: Run, at: int) -> int:
    """A comment within a paragraph."""
    if not run.source.startswith(b"%%", at):
        return 0
    end = _find_comment_end(run.walk, at)
    if not 0 < end <= run.end:
        return 0
    run.mark(at, end, "opaque", "comment")
    return end


def mark_link(run: Run, at: int) -> int:
    """A wiki link: its alias lies between two placeholders; without alias, or embedded, one."""
    link = _LINK.match(run.source, at, run.end)
    if link is None:
        return 0
    closing = _LINK_END.search(run.source, link.end(), run.end)
    if closing is None or closing.group()[:1] != b"]":
        return 0
    end = closing.end()
    if link.group(1) is None or run.source[at] == 0x21:
        run.mark(at, end, "opaque", "wikilink")
        return end
    run.mark(at, link.end(), "open", "wikilink")
    run.mark(end - 2, end, "close", "wikilink")
    return link.end()


def mark_block_id(run: Run, at: int) -> int:
    """The id at the end of a block, by which other notes link to it."""
    block_id = _BLOCK_ID.match(run.source, at, run.end)
    if block_id is None or run.source[at - 1] not in b" \t\r\n":
        return 0
    run.mark(at, at + len(block_id.group().rstrip()), "opaque", "block-id")
    return block_id.end()


def _find_comment_end(walk: Walk, at: int) -> int:
    if b"%%" in walk.hopeless:
        return 0
    end = walk.source.find(b"%%", at + 2)
    if end < 0:
        walk.hopeless.add(b"%%")
        return 0
    return end + 2
