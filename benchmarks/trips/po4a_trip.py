"""po4a: gettextize by itself and translate, two programs a file, as its users call them.

python -m benchmarks.trips.po4a_trip < PATHS
"""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

from benchmarks.trips.figures import time_trips

PLACE = Path(tempfile.mkdtemp(prefix="po4a-"))
FORMAT = ("-f", "text", "-o", "markdown", "-M", "UTF-8")


def translate(_source: bytes, path: str) -> bytes:
    """The file through a PO file that translates every message by itself."""
    messages, target = PLACE / "messages.po", PLACE / "target.md"
    messages.unlink(missing_ok=True)
    for command in (
        ["po4a-gettextize", *FORMAT, "-L", "UTF-8", "-m", path, "-l", path, "-p", str(messages)],
        ["po4a-translate", *FORMAT, "-m", path, "-p", str(messages), "-l", str(target), "-k", "0"],
    ):
        subprocess.run(command, capture_output=True, check=True)  # noqa: S603 (fixed programs)
    return target.read_bytes()


if __name__ == "__main__":
    time_trips(translate)
