"""The figure of the kill bench: python -m benchmarks.kill_bench [--kills 30] [--files 150]."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from benchmarks.kills import KillPlan, print_report, read_arguments, run_kills
from benchmarks.slow_server import serve_slowly


def main() -> int:
    """0 when every kill is explained and every file verified; prints the report."""
    chosen = read_arguments()
    with tempfile.TemporaryDirectory(prefix="dragoman-kills-") as place, serve_slowly() as server:
        Path(place).chmod(0o755)
        environment = {"DRAGOMAN_DATA_DIR": str(Path(place) / "data")}
        plan = KillPlan(
            Path(place) / "repository", environment, chosen.kills, chosen.files, chosen.seed
        )
        plan.folder.mkdir()
        report = run_kills(plan, server)
    print_report(report)
    return int(not report.is_passed())


if __name__ == "__main__":
    sys.exit(main())
