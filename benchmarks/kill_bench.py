"""The figure of the kill bench: python -m benchmarks.kill_bench [--kills 30] [--files 150]."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from benchmarks.kills import Exchange, KillPlan, print_report, read_arguments, run_kills
from tests.provider_server import RunningServer, ServerOptions, run_provider

RESULTS = Path("bench-results/kills.json")
LATENCY_SECONDS = 0.4
"""Long enough that a kill meets open requests beside answered ones."""


class LoggedTraffic:
    """The provider server as the kills see it: through its log."""

    def __init__(self, server: RunningServer) -> None:
        """Takes a server that runs."""
        self.base_url = server.openai_url
        self._server = server

    def exchanges(self) -> Sequence[Exchange]:
        """Every request so far; one whose client had gone was paid for all the same."""
        return [
            Exchange(one.received_at, one.answered_at if one.status == 200 else None, one.texts)
            for one in self._server.list_exchanges()
        ]


def main() -> int:
    """0 when every kill is explained and every file verified; prints the report and writes it."""
    chosen = read_arguments()
    with tempfile.TemporaryDirectory(prefix="dragoman-kills-") as folder:
        place = Path(folder)
        place.chmod(0o755)
        options = ServerOptions(latency_seconds=LATENCY_SECONDS)
        plan = KillPlan(
            place / "repository",
            {"DRAGOMAN_DATA_DIR": str(place / "data")},
            chosen.kills,
            chosen.files,
            chosen.seed,
        )
        plan.folder.mkdir()
        with run_provider(options) as server:
            report = run_kills(plan, LoggedTraffic(server))
    print_report(report)
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps(asdict(report), indent=2) + "\n", encoding="utf-8")
    return int(not report.is_passed())


if __name__ == "__main__":
    sys.exit(main())
