"""A translation laid beside its source, and what is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Finding(NamedTuple):
    """One fault of one translated file.

    `path` is the target, relative to the repository; `line` is 1-based in it, 0 when the file as a
    whole is meant. `code` is one of docs/reference/checks.md and never changes its meaning.
    `severity` is `error` or `warning`. `message` is for the person, may quote text and is never
    logged. `key` is the unit's key, "" when no unit is meant: what `heal` asks again for.
    """

    path: str
    locale: str
    line: int
    code: str
    severity: str
    message: str
    key: str = ""


class PairedUnit(NamedTuple):
    """One unit in both languages, tagged as in the source; `line` is 1-based in the target."""

    key: str
    kind: str
    source: str
    target: str
    line: int


class Fault(NamedTuple):
    """Why two files could not be laid side by side at a 1-based line of the target, 0 = no line."""

    line: int
    message: str


@dataclass(frozen=True, slots=True)
class Pair:
    """One source file and its translation into one locale, unit by unit.

    `units` is empty when the two could not be laid side by side; then `faults` says why. Paths are
    relative to the repository, with `/`.
    """

    source_path: str
    path: str
    source_language: str
    locale: str
    units: tuple[PairedUnit, ...] = ()
    faults: tuple[Fault, ...] = ()


class Link(NamedTuple):
    """A link with a fragment: where it stands (1-based line), the file and the id it names.

    `path` is as written, percent-decoded, "" for the page itself; `fragment` is without its `#`.
    """

    line: int
    path: str
    fragment: str


@dataclass(frozen=True, slots=True)
class Page:
    """What one file offers to links, and the links with fragments it makes."""

    path: str
    anchors: frozenset[str]
    links: tuple[Link, ...]
