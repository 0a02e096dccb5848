"""Sources taken apart a moment ago, kept for their other locales."""

from __future__ import annotations

import threading
from collections import OrderedDict

from dragoman.model.document import Document, FormatOptions
from dragoman.plugs import Format
from dragoman.runs.read_file import take_apart

ROOM_BYTES = 4_000_000
"""Source bytes kept. Jobs come sorted by source, so few are needed.

*Source:* spec/markdown §3 allows a document 20 times its source: 80 MB at most."""


class Shelf:
    """The latest documents. Of an edited source, or one read in another way, a new one is made."""

    def __init__(self, room_bytes: int = ROOM_BYTES) -> None:
        """Starts empty; sources larger than `room_bytes` in all push out the oldest."""
        self._room = room_bytes
        self._filled = 0
        self._kept: OrderedDict[tuple[str, FormatOptions], Document] = OrderedDict()
        # Files are planned in threads: the second one waits for the first one's document.
        self._turn = threading.Lock()

    def take_apart(
        self, plug: Format, source: bytes, shown: str, options: FormatOptions
    ) -> Document:
        """The document of `source`, the file `shown`.

        Raises: SourceInvalidEncoding, DocumentRefused.
        """
        with self._turn:
            document = self._kept.pop((shown, options), None)
            self._filled -= len(document.source) if document else 0
            if document is None or document.source != source:
                document = take_apart(plug, source, shown, options)
            self._kept[shown, options] = document
            self._filled += len(source)
            self._make_room()
            return document

    def _make_room(self) -> None:
        while self._filled > self._room:
            _, oldest = self._kept.popitem(last=False)
            self._filled -= len(oldest.source)
