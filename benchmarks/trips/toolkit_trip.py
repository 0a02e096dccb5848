"""translate-toolkit: its Markdown store without wrapping, every unit translated by itself.

PEER_PYTHON -m benchmarks.trips.toolkit_trip < PATHS
"""

from __future__ import annotations

import io

from translate.storage.markdown import MarkdownFile

from benchmarks.trips.figures import time_trips


def translate(source: bytes, _path: str) -> bytes:
    """The source through the store; its front matter and code blocks are left alone, as ours."""
    store = MarkdownFile(
        inputfile=io.BytesIO(source),
        callback=lambda text: text,
        extract_code_blocks=False,
        extract_frontmatter=False,
    )
    result = store.filesrc
    return result if isinstance(result, bytes) else result.encode()


if __name__ == "__main__":
    time_trips(translate)
