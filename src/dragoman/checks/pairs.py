"""Two documents laid side by side, as the checks want them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dragoman.model.document import Document
from dragoman.model.finding import PairedUnit


def pair_units(
    document: Document, translated: Document, texts: Mapping[str, str]
) -> tuple[PairedUnit, ...]:
    """The units of `document` beside those of `translated`, with their lines in the latter.

    Takes `texts`, what the format's `pair` gave for the two: the target of each key. Both documents
    therefore hold as many units, in the same order.
    """
    lines = dict(_list_lines(translated))
    return tuple(
        PairedUnit(unit.key, unit.kind, unit.text, texts[unit.key], lines[index])
        for index, unit in enumerate(document.units)
        if unit.key in texts
    )


def _list_lines(document: Document) -> Iterator[tuple[int, int]]:
    """The 1-based line of each unit by index, in one pass over the bytes."""
    line, at = 1, 0
    starts = sorted((unit.span.start, index) for index, unit in enumerate(document.units))
    for start, index in starts:
        line += document.source.count(b"\n", at, start)
        at = start
        yield index, line
