"""Source text left over where a translation should stand."""

from __future__ import annotations

from dragoman.checks.words import list_words
from dragoman.model.finding import PairedUnit

# A title or a list of names may well stay as it is: only running text is called left over. Product
# names, licence lines and short commands have fewer words, or fewer in small letters.
WORDS = 4
SMALL_WORDS = 3
# Scripts without capitals: a run of so many letters is a sentence, not a name.
UNCASED_LETTERS = 10


def find_untranslated(unit: PairedUnit) -> str:
    """The fault of a target that is still the source's running text, "" when there is none.

    >>> find_untranslated(PairedUnit("k", "p", "Save it to the disk.", "Save it to the disk.", 1))
    'the text still stands in the source language'
    >>> find_untranslated(PairedUnit("k", "h1", "Amazon Web Services", "Amazon Web Services", 1))
    ''
    """
    words = list_words(unit.source)
    if words != list_words(unit.target):
        return ""
    is_running = len(words) >= WORDS and _count_small(words) >= SMALL_WORDS
    uncased = sum(len(word) for word in words if word.lower() == word.upper())
    is_left_over = is_running or uncased >= UNCASED_LETTERS
    return "the text still stands in the source language" if is_left_over else ""


def _count_small(words: list[str]) -> int:
    """The words that begin with a small letter and are no single letter."""
    return sum(word[0].islower() and len(word) > 1 for word in words)
