"""URLs in plain text. Link destinations are no text: the structure's proof covers them."""

from __future__ import annotations

from dragoman.checks.words import URL, compare_counts
from dragoman.model.finding import PairedUnit


def find_changed_urls(unit: PairedUnit) -> str:
    """The fault of a target with other URLs than its source, "" when there is none.

    >>> find_changed_urls(PairedUnit("k", "p", "At https://a.org/x.", "En https://a.org/y.", 1))
    'URLs: https://a.org/x is missing; https://a.org/y is not in the source'
    """
    difference = compare_counts(URL.findall(unit.source), URL.findall(unit.target))
    return f"URLs: {difference}" if difference else ""
