"""Ids of headings: what a page can be linked to, and keeping that through a translation."""

from __future__ import annotations

from dragoman.model.document import Document


def find_pins(document: Document) -> dict[int, bytes]:
    """Bytes to put in at source offsets so that headings keep the ids of the source."""
    if document.options.anchors != "pin":
        return {}
    return {}
