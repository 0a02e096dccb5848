"""The one text of an HTML block that readers see and Markdown does not: `<summary>`."""

from __future__ import annotations

import re
from typing import NamedTuple

from dragoman.formats.markdown.markup import read_tag
from dragoman.model.document import Span

_START = re.compile(rb"<(?:!--|/?[A-Za-z])")
_RAW_END = {
    name: re.compile(rb"</" + name + rb"\b", re.IGNORECASE)
    for name in (b"script", b"style", b"pre")
}


class SummaryTag(NamedTuple):
    """A tag (or comment) inside a summary: `role` is open, close or opaque, as in `Atom`."""

    role: str
    name: str
    span: Span


class Summary(NamedTuple):
    """The inside of one `<summary>`: `span` without outer blanks, and its tags in order.

    What lies between the tags is text as HTML writes it: entities, blanks that collapse.
    """

    span: Span
    tags: tuple[SummaryTag, ...]


def find_summaries(data: bytes, start: int, end: int) -> list[Summary]:
    """Every non-empty `<summary>…</summary>` of the HTML in `data[start:end]`, in order.

    Comments, script, style and pre are skipped; a summary that `end` cuts off is none.

    >>> find_summaries(b"<summary>Click <b>it</b></summary>", 0, 34)[0].span
    Span(start=9, end=24)
    """
    found: list[Summary] = []
    inside = -1
    tags: list[SummaryTag] = []
    for role, name, span in _walk_tags(data, start, end):
        if name != "summary":
            tags.append(SummaryTag(role, name, span))
        elif role == "open":
            inside, tags = span.end, []
        elif role == "close" and inside >= 0:
            raw = data[inside : span.start]
            first = inside + len(raw) - len(raw.lstrip())
            last = span.start - len(raw) + len(raw.rstrip())
            if first < last:
                found.append(Summary(Span(first, last), tuple(tags)))
            inside = -1
    return found


def _walk_tags(data: bytes, start: int, end: int) -> list[SummaryTag]:
    found: list[SummaryTag] = []
    hit = _START.search(data, start, end)
    while hit:
        at = hit.start()
        if hit.group() == b"<!--":
            closing = data.find(b"-->", at + 4, end)
            behind = end if closing < 0 else closing + 3
            found.append(SummaryTag("opaque", "!--", Span(at, behind)))
        else:
            tag = read_tag(data, at, end, None)
            behind = at + 1 if tag is None else tag.end
            if tag is not None:
                name = tag.name.lower()
                found.append(SummaryTag(tag.role, name.decode(), Span(at, behind)))
                if tag.role == "open" and name in _RAW_END:
                    raw_end = _RAW_END[name].search(data, behind, end)
                    behind = raw_end.start() if raw_end else end
        hit = _START.search(data, behind, end)
    return found
