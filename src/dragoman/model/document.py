"""A source text taken apart: units with their byte spans, and what is left around them."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import NamedTuple


class Span(NamedTuple):
    """A half-open range of byte offsets into the source, byte order mark included."""

    start: int
    end: int


class Unit(NamedTuple):
    """One piece of text a translator sees, and where it stands.

    `key` is a hash of kind, text and a disambiguator among equal neighbours, never an index
    (spec: config §2). `text` shows markup as numbered tags: `<g1>…</g1>`, `<g2/>`. `context` is the
    outline above the unit, outermost heading first, joined by " > ". `parent` is the index in
    `Document.units` of the unit whose payload holds this one (an attribute inside a paragraph),
    -1 when there is none.
    """

    key: str
    kind: str
    text: str
    span: Span
    context: str
    parent: int = -1


@dataclass(frozen=True, slots=True)
class FormatOptions:
    """What a format may be told; every field has a default that fits most projects.

    `flavour` "" lets the format detect it from `path` and content. `frontmatter` is "preserve",
    "translate" (every plain string) or the keys to translate. `attributes` extends the list of
    user-facing HTML and JSX attributes. `anchors` is "keep" or "pin" (spec: markdown §1.9).
    """

    flavour: str = ""
    path: str = ""
    frontmatter: str | tuple[str, ...] = "preserve"
    attributes: tuple[str, ...] = ()
    anchors: str = "keep"


@dataclass(frozen=True, slots=True)
class Document:
    """A source in one format, with its units in source order (nested ones after their parent).

    `detail` belongs to the format that made the document; nobody else looks inside.
    """

    source: bytes
    format: str
    flavour: str
    options: FormatOptions
    units: tuple[Unit, ...]
    detail: object = field(repr=False, compare=False, default=None)

    def skeleton(self) -> bytes:
        """The source with every outermost unit's bytes cut out, a NUL where each one stood."""
        pieces: list[bytes] = []
        at = 0
        for unit in self.units:
            if unit.parent < 0:
                pieces.append(self.source[at : unit.span.start])
                at = unit.span.end
        pieces.append(self.source[at:])
        return b"\0".join(pieces)

    def skeleton_hash(self) -> str:
        """SHA-256 of the skeleton, hexadecimal."""
        return hashlib.sha256(self.skeleton()).hexdigest()


Target = str | bytes
"""A unit's translation: text with tags, to be encoded, or bytes to be put in as they are."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One way in which an assembled document is not its source with other words.

    `code` is content-free: `units`, `text`, `skeleton` or `payload`. `index` is the position in the
    source's units, -1 when the whole document is meant.
    """

    code: str
    index: int
    detail: str = ""
