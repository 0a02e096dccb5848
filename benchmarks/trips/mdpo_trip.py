"""mdpo: Markdown to a PO file, every message translated by itself, and back.

PEER_PYTHON -m benchmarks.trips.mdpo_trip < PATHS
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from mdpo.md2po import markdown_to_pofile
from mdpo.po2md import pofile_to_markdown

from benchmarks.trips.figures import time_trips

PLACE = Path(tempfile.mkdtemp(prefix="mdpo-")) / "messages.po"


def translate(source: bytes, _path: str) -> bytes:
    """The source through mdpo."""
    text = source.decode()
    messages = markdown_to_pofile(text)
    for message in messages:
        message.msgstr = message.msgid
    messages.save(str(PLACE))
    return pofile_to_markdown(text, [str(PLACE)]).encode()


if __name__ == "__main__":
    time_trips(translate)
