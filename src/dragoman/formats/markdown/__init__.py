"""Markdown and MDX, byte-exact: the `MARKDOWN` plug."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from dragoman.formats.markdown.anchors import find_pins
from dragoman.formats.markdown.blocks import extract_document
from dragoman.formats.markdown.detect import detect_flavour
from dragoman.formats.markdown.escape import is_markup_like
from dragoman.formats.markdown.flavours import FLAVOURS
from dragoman.formats.markdown.proof import find_differences, list_departures, pair_units
from dragoman.formats.markdown.rewrite import Rewriter
from dragoman.formats.tags import check_tags, strip_tags
from dragoman.model.document import Difference, Document, FormatOptions, Target, Unit


class Markdown:
    """The format; see `dragoman.plugs.Format` for what each method owes."""

    def extract(self, source: bytes, options: FormatOptions) -> Document:
        """The document of `source`, its options naming the flavour it was read as.

        So a translation that looks like another flavour is read again as what its source was.

        Raises: SourceInvalidEncoding, DocumentRefused.
        """
        flavour = options.flavour or detect_flavour(options.path, source)
        return extract_document(source, FLAVOURS[flavour], replace(options, flavour=flavour))

    def refuse(self, unit: Unit, target: str) -> str | None:
        """Why `target` can never stand for `unit`, or None.

        >>> unit = Unit("k", "paragraph", "a", (0, 1), "")
        >>> MARKDOWN.refuse(unit, " ")
        'The translation is empty.'
        """
        if target == unit.text:
            return None
        if not strip_tags(target).strip():
            return "The translation is empty."
        if "\0" in target:
            return "The translation holds a NUL character."
        if any("\ud800" <= sign <= "\udfff" for sign in target):
            return "The translation holds half a character (a lone surrogate)."
        return check_tags(unit.text, target)

    def splice(
        self, document: Document, targets: Mapping[str, Target], escaped: Collection[str] = ()
    ) -> bytes:
        """The source bytes with the units in `targets` replaced."""
        return Rewriter(document, targets, escaped).splice(find_pins(document))

    def differences(
        self, document: Document, targets: Mapping[str, Target], again: Document
    ) -> Sequence[Difference]:
        """How `again` is not what was meant; empty is the proof."""
        return find_differences(document, targets, again)

    def departures(self, document: Document, targets: Mapping[str, Target]) -> Sequence[Difference]:
        """Where a splice writes `<strong>` for `**`, `][label]` for `]`, or pins an id."""
        return list_departures(document, targets)

    def is_suspicious(self, unit: Unit, target: str) -> bool:
        """Whether anything in `target` might be read as markup."""
        return target != unit.text and is_markup_like(target)

    def pair(self, document: Document, translated: Document) -> Mapping[str, str]:
        """The texts of `translated` by the keys of `document`.

        Raises: StructureDiffers.
        """
        return pair_units(document, translated)


MARKDOWN = Markdown()
