"""The loop that all trips share; imports nothing but the standard library."""

from __future__ import annotations

import contextlib
import io
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path


def time_trips(trip: Callable[[bytes, str], bytes]) -> None:
    """Runs `trip` (source bytes, path → target bytes) over the paths given and prints the sums."""
    sums = {"files": 0, "bytes": 0, "seconds": 0.0, "identical": 0, "failed": 0}
    for line in sys.stdin:
        path = line.rstrip("\n")
        source = Path(path).read_bytes()
        noise = io.StringIO()
        try:
            with contextlib.redirect_stdout(noise), contextlib.redirect_stderr(noise):
                started = time.perf_counter()
                target = trip(source, path)
                spent = time.perf_counter() - started
        except Exception:  # noqa: BLE001 (a peer may fail in any way; it is counted)
            sums["failed"] += 1
            continue
        sums["files"] += 1
        sums["bytes"] += len(source)
        sums["seconds"] += spent
        sums["identical"] += target == source
    sys.stdout.write(json.dumps(sums) + "\n")
