"""The one place that knows which CommonMark parser reads the view, and with which extensions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, cast

import pyromark

from dragoman.formats.markdown.flavours import FLAVOURS, Flavour

Event = tuple[Any, Mapping[str, int]]
"""What happened (a name, or `{name: content}`) and its half-open byte range as start and end."""

_ALWAYS = (
    pyromark.Options.ENABLE_TABLES
    | pyromark.Options.ENABLE_FOOTNOTES
    | pyromark.Options.ENABLE_STRIKETHROUGH
    | pyromark.Options.ENABLE_TASKLISTS
    | pyromark.Options.ENABLE_HEADING_ATTRIBUTES
    | pyromark.Options.ENABLE_GFM
)


@cache
def _open_parser(name: str) -> pyromark.Markdown:
    flavour = FLAVOURS[name]
    options = _ALWAYS
    if flavour.math:
        options |= pyromark.Options.ENABLE_MATH
    if flavour.definition_lists:
        options |= pyromark.Options.ENABLE_DEFINITION_LIST
    return pyromark.Markdown(options=options)


def read_events(text: str, flavour: Flavour) -> Iterator[Event]:
    """The parser's events for `text`, in order; ranges are offsets into its UTF-8 bytes.

    Neighbouring texts come as one where each byte of them stands for itself, which neither a
    backslash nor an entity does: a line of twenty thousand brackets is one event.

    >>> [event for event, _ in read_events("a", FLAVOURS["gfm"])][1]
    {'Text': 'a'}
    """
    is_verbatim = "\\" not in text and "&" not in text and "\0" not in text
    events = _open_parser(flavour.name).events_with_range(text, merge_text=is_verbatim)
    return cast("Iterator[Event]", events)


def read_definitions(text: str, flavour: Flavour) -> list[tuple[int, int, str]]:
    """Byte ranges and titles ("" when none) of the link reference definitions of `text`.

    >>> read_definitions("[a]: /b", FLAVOURS["gfm"])
    [(0, 7, '')]
    """
    definitions = _open_parser(flavour.name).reference_definitions(text)
    return sorted(
        (entry["span"]["start"], entry["span"]["end"], entry["title"] or "")
        for entry in definitions.values()
    )
