"""Every seam of the house on one page: what a plug must offer, and nothing about how.

A plug is one file, one line in its room's table, and its conformance suite.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from dragoman.model.document import Difference, Document, FormatOptions, Target, Unit
from dragoman.model.exchange import Reply, Request


class Format(Protocol):
    """A text format that is taken apart and put together byte by byte. Pure: no I/O."""

    def extract(self, source: bytes, options: FormatOptions) -> Document:
        """The document of `source`.

        Raises: SourceInvalidEncoding, DocumentRefused (a limit; with line and remedy).
        """
        ...

    def refuse(self, unit: Unit, target: str) -> str | None:
        """Why `target` can never stand for `unit` (a sentence for the translator), or None."""
        ...

    def splice(
        self,
        document: Document,
        targets: Mapping[str, Target],
        escaped: Collection[str] = (),
    ) -> bytes:
        """The source bytes with the units in `targets` (by key) replaced; others keep theirs.

        A target equal to the unit's text gives the unit's own bytes. Units in `escaped` are
        written so that nothing in them is read as markup. Makes no check.
        """
        ...

    def differences(
        self, document: Document, targets: Mapping[str, Target], again: Document
    ) -> Sequence[Difference]:
        """How `again`, extracted from a splice of `targets`, is not what was meant; none: proof."""
        ...

    def departures(self, document: Document, targets: Mapping[str, Target]) -> Sequence[Difference]:
        """Where a splice of `targets` writes other markers than the source (spec: markdown §1)."""
        ...

    def is_suspicious(self, unit: Unit, target: str) -> bool:
        """Whether `target` holds anything that might be read as markup where `unit` stands."""
        ...

    def pair(self, document: Document, translated: Document) -> Mapping[str, str]:
        """The texts of `translated` by the keys of `document`, tags renumbered as in the source.

        Raises: StructureDiffers when the two cannot be laid side by side unit by unit.
        """
        ...


class Provider(Protocol):
    """One way to have texts translated. Makes exactly one attempt and never retries."""

    async def translate(self, request: Request) -> Reply:
        """The answer to `request`.

        Raises: ProviderError with its kind and hint. A reply cut by length is ProviderTruncated.
        """
        ...

    async def close(self) -> None:
        """Releases connections and processes."""
        ...
