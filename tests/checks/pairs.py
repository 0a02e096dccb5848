"""Pairs for the checks' tests."""

from __future__ import annotations

from dragoman.model.finding import PairedUnit


def unit(source: str, target: str, line: int = 1) -> PairedUnit:
    """One paragraph in both languages."""
    return PairedUnit("key", "paragraph", source, target, line)
