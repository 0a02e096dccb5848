"""Letters of a source by what an independent parser calls them, and by whether they lie in units.

The source is cut into the leaf blocks of the independent parser. In each block its words of prose,
code and URLs are counted and compared with the words of the units that begin there, as multisets:
a word of prose that no unit has is missing, a word of a unit that is not prose but code or URL has
leaked. Nothing of dragoman's own parsing is used but `Unit.text` and `Unit.span`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from dragoman.formats.tags import TAG
from dragoman.model.document import Unit

_DENSE = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
WORD = re.compile(rf"[{_DENSE}]|[^\W\d_{_DENSE}]+")
"""A word, or one character of a script that is written without blanks: there a link in the middle
of a sentence would otherwise make other words of it for each parser."""
BARE_URL = re.compile(r"(?:https?|ftp)://[^\s<>]+|www\.[^\s<>]+")
"""An address that stands as text is an address, also where it is the text of a link."""
CLASSES = ("prose", "code", "url")

Words = Counter[str]


@dataclass(slots=True)
class Leaf:
    """A leaf block of the independent parser: its kind, byte range and words by class."""

    kind: str
    start: int
    end: int
    words: dict[str, Words] = field(default_factory=lambda: {name: Counter() for name in CLASSES})

    def add(self, name: str, text: str) -> None:
        """Counts the words of `text` as of class `name`, those of addresses in prose as `url`."""
        if name == "prose":
            for address in BARE_URL.findall(text):
                self.words["url"].update(WORD.findall(address))
            text = BARE_URL.sub(" ", text)
        self.words[name].update(WORD.findall(text))


@dataclass(slots=True)
class Tally:
    """Letters seen and found, by class; what disagreed by kind, with one example each.

    `aside` counts the letters that were set aside because the independent parser does not know
    their construct; `beyond` those of units where it sees no text at all (attributes, titles);
    `moved` those of prose that lie in a unit of the same file which begins in another block, as
    where a fence line of a flavour is glued to a paragraph.
    """

    seen: Counter[str] = field(default_factory=Counter)
    right: Counter[str] = field(default_factory=Counter)
    aside: Counter[str] = field(default_factory=Counter)
    beyond: int = 0
    moved: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    examples: dict[str, str] = field(default_factory=dict)

    def share(self, name: str) -> float:
        """The share of the letters of one class that are where they belong; 1.0 without any."""
        return self.right[name] / self.seen[name] if self.seen[name] else 1.0

    def add(self, other: Tally) -> None:
        """Adds another tally."""
        self.seen += other.seen
        self.right += other.right
        self.aside += other.aside
        self.beyond += other.beyond
        self.moved += other.moved
        self.kinds += other.kinds
        self.examples = {**other.examples, **self.examples}

    def note(self, kind: str, words: Words, place: str) -> None:
        """Adds a disagreement about `words`."""
        if words:
            self.kinds[kind] += count_letters(words)
            self.examples.setdefault(kind, f"{place}: {' '.join(list(words)[:8])}")


def count_letters(words: Words) -> int:
    """The letters of all words.

    >>> count_letters(Counter({"ab": 2}))
    4
    """
    return sum(len(word) * times for word, times in words.items())


def read_unit(unit: Unit) -> Words:
    """The words a translator sees in a unit; a wrapper's tag inside a word does not cut it."""
    text = TAG.sub(lambda tag: " " if tag[3] else "", unit.text)
    return Counter(WORD.findall(text))


def tally_file(leaves: Iterable[Leaf], units: Sequence[Unit], path: str) -> Tally:
    """How the units of one file agree with the leaves of the independent parser."""
    tally = Tally()
    ordered = sorted(leaves, key=lambda leaf: leaf.start)
    starts = [leaf.start for leaf in ordered]
    held: list[Words] = [Counter() for _ in ordered]
    surplus: Words = Counter()
    for unit in units:
        at = bisect_right(starts, unit.span.start) - 1
        # Leaves may begin together (the cells of one row): the first takes the units of all.
        while at > 0 and starts[at - 1] == starts[at]:
            at -= 1
        if at >= 0 and unit.span.start < ordered[at].end:
            held[at].update(read_unit(unit))
        else:
            surplus.update(read_unit(unit))
    for leaf, words in zip(ordered, held, strict=True):
        surplus.update(words - leaf.words["prose"] - leaf.words["code"] - leaf.words["url"])
    for leaf, words in zip(ordered, held, strict=True):
        found = (leaf.words["prose"] - words) & surplus
        surplus -= found
        tally.moved += count_letters(found)
        _compare(tally, leaf, words + found, f"{path}@{leaf.start}")
    tally.beyond += count_letters(surplus)
    return tally


def _compare(tally: Tally, leaf: Leaf, held: Words, place: str) -> None:
    """Adds one leaf to the tally."""
    prose = leaf.words["prose"]
    missing = prose - held
    extra = held - prose
    tally.seen["prose"] += count_letters(prose)
    tally.right["prose"] += count_letters(prose) - count_letters(missing)
    tally.note(f"missing from {leaf.kind}", missing, place)
    for name in ("code", "url"):
        leaked = extra & leaf.words[name]
        extra -= leaked
        tally.seen[name] += count_letters(leaf.words[name])
        tally.right[name] += count_letters(leaf.words[name]) - count_letters(leaked)
        tally.note(f"{name} leaked in {leaf.kind}", leaked, place)
