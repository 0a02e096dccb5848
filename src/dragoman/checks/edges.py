"""White space at the edges of a unit."""

from __future__ import annotations

from dragoman.model.finding import PairedUnit


def find_changed_edges(unit: PairedUnit) -> str:
    r"""The fault of a target that begins or ends with other white space, "" when there is none.

    >>> find_changed_edges(PairedUnit("k", "value", "Total: ", "Summe:", 1))
    'the white space at the end differs'
    """
    if not unit.target.strip():
        return ""
    at_start = _edge(unit.source) != _edge(unit.target)
    at_end = _edge(unit.source[::-1]) != _edge(unit.target[::-1])
    places = [name for name, differs in (("start", at_start), ("end", at_end)) if differs]
    return f"the white space at the {' and the '.join(places)} differs" if places else ""


def _edge(text: str) -> str:
    return text[: len(text) - len(text.lstrip())]
