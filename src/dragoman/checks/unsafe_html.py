"""Active content that came in with a translation."""

from __future__ import annotations

import re

from dragoman.checks.words import compare_counts
from dragoman.model.finding import PairedUnit

_ACTIVE = re.compile(
    r"<\s*(?:script|iframe|object|embed|form|meta|base|link|style)\b"
    r"|<[a-z][^<>]*\son[a-z]+\s*=|\bjavascript:(?=\S)|\bdata:text/html",
    re.IGNORECASE,
)


def find_unsafe_html(unit: PairedUnit) -> str:
    """The fault of a target with active HTML that its source lacks, "" when there is none.

    >>> find_unsafe_html(PairedUnit("k", "p", "Read on", "<script>x()</script>", 1))
    'active HTML: <script is not in the source'
    """
    wanted, found = _list_active(unit.source), _list_active(unit.target)
    difference = compare_counts([item for item in wanted if item in found], found)
    return f"active HTML: {difference}" if difference else ""


def _list_active(text: str) -> list[str]:
    return ["".join(found.group().lower().split()) for found in _ACTIVE.finditer(text)]
