"""Nothing where the source says something."""

from __future__ import annotations

from dragoman.checks.words import TAG, list_words
from dragoman.model.finding import PairedUnit


def find_empty(unit: PairedUnit) -> str:
    """The fault of a target without any letter or digit, "" when there is none.

    >>> find_empty(PairedUnit("k", "paragraph", "See <g1/> now", "<g1/>.", 1))
    'the translation holds no text'
    >>> find_empty(PairedUnit("k", "cell", "yes", "1", 1))
    ''
    """
    if not list_words(unit.source):
        return ""
    says_something = any(letter.isalnum() for letter in TAG.sub("", unit.target))
    return "" if says_something else "the translation holds no text"
