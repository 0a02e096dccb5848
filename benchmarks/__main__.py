"""`make bench`: every benchmark in turn; figures go to bench-results/*.json.

    python -m benchmarks [speed extremes tokens saturation kills]

A new benchmark is one module with a `main`, and one line in `BENCHMARKS`.
"""

from __future__ import annotations

import subprocess
import sys

BENCHMARKS = {
    "speed": ["benchmarks.speed"],
    "extremes": ["benchmarks.extremes"],
    "tokens": ["benchmarks.tokens"],
    "saturation": ["benchmarks.saturation", "--at-once", "2"],
    "kills": ["benchmarks.kill_bench"],
}


def main(names: list[str]) -> int:
    """The number of benchmarks that missed what they must reach; 2 for an unknown name."""
    unknown = [name for name in names if name not in BENCHMARKS]
    if unknown:
        sys.stderr.write(f"no benchmark is called {unknown[0]}; known: {', '.join(BENCHMARKS)}\n")
        return 2
    missed = 0
    for name in names or list(BENCHMARKS):
        sys.stdout.write(f"== {name}\n")
        sys.stdout.flush()
        command = [sys.executable, "-m", *BENCHMARKS[name]]
        missed += subprocess.run(command, check=False).returncode != 0  # noqa: S603 (our own modules)
    return min(missed, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
