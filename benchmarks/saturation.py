"""How much of a provider's limit is used: the figure of must show 6.

    python -m benchmarks.saturation [--seconds 120] [--only NAME] [--at-once 2]

One or two real processes with eight callers each ask the provider server of the tests, which has a
limit and answers after 300 ms, through the openai provider and the shared row of an embedded
database. What was granted and rejected is counted in the server's log.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

from dragoman.clock import SystemClock
from dragoman.db.connect import open_database
from dragoman.errors import ProviderError
from dragoman.model.exchange import Ask, Request
from dragoman.providers.calls import PacedCalls, open_calls
from dragoman.providers.machine import load_machine
from dragoman.providers.models import open_provider, resolve_model
from dragoman.settings import Settings
from tests.provider_server import Exchange, read_log

RESULTS = Path("bench-results/saturation.json")
LEAST_SHARE = 0.95
MOST_REJECTED = 0.02
WARM_SECONDS = 20.0
"""*Source:* issue 2, must show 6, all three."""

LATENCY_SECONDS = 0.3
CALLERS = 8
MODEL = "openai/measured"
REQUEST = Request("en", "de", "Translate.", "", (Ask("1", "The quick brown fox."),))


@dataclass(frozen=True, slots=True)
class Scenario:
    """A limiter and who meets it. `burst` 0 = a minute's worth; `announce` as the server's."""

    name: str
    processes: int = 1
    window: str = "bucket"
    burst: float = 0.0
    announce: str = "silent"
    per_minute: float = 600.0


SCENARIOS = (
    Scenario("bucket of a second, silent", burst=10),
    Scenario("bucket of a second, announced, two processes", 2, burst=10, announce="openai"),
    Scenario("bucket of a tenth, silent, two processes", 2, burst=60),
    Scenario("bucket of a minute, silent", 1),
    Scenario("bucket of a minute, announced", 1, announce="openai"),
    Scenario("sliding minute, silent", window="sliding"),
    Scenario("sliding minute, silent, two processes", 2, window="sliding"),
    Scenario("sliding minute, told to wait", window="sliding", announce="plain"),
)


@dataclass(frozen=True, slots=True)
class Saturation:
    """What one scenario reached. Shares are of the limit and of the requests after 20 s."""

    name: str
    seconds: float
    granted: int
    rejected: int
    share: float
    late_share: float
    late_rejected: float

    @property
    def is_passed(self) -> bool:
        """Whether it meets issue 2."""
        return self.share >= LEAST_SHARE and self.late_rejected <= MOST_REJECTED


def measure(scenario: Scenario, seconds: float) -> Saturation:
    """The saturation that `scenario` reaches in `seconds` after its first request."""
    with tempfile.TemporaryDirectory(prefix="dragoman-saturation-") as folder:
        place = Path(folder)
        place.chmod(0o755)
        log = place / "log"
        environment = {
            **{name: value for name, value in os.environ.items() if "DRAGOMAN_" not in name},
            "DRAGOMAN_DATA_DIR": str(place / "data"),
            "OPENAI_API_KEY": "measured",
        }
        with serve(scenario, log) as url:
            run_clients(scenario, seconds, {**environment, "OPENAI_BASE_URL": url + "/v1"})
        return count_saturation(scenario, seconds, read_log(log))


@contextlib.contextmanager
def serve(scenario: Scenario, log: Path) -> Iterator[str]:
    """The address of a server in a process of its own, until the end of the block."""
    arguments = {
        "--per-minute": scenario.per_minute,
        "--burst": scenario.burst,
        "--window": scenario.window,
        "--announce": scenario.announce,
        "--latency": LATENCY_SECONDS,
        "--log": log,
    }
    command = [sys.executable, "-m", "tests.provider_server"]
    command += [str(part) for pair in arguments.items() for part in pair]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)  # noqa: S603 our own
    try:
        assert server.stdout is not None  # noqa: S101 a pipe was asked for
        yield server.stdout.readline().strip()
    finally:
        server.terminate()
        server.communicate()


def run_clients(scenario: Scenario, seconds: float, environment: Mapping[str, str]) -> None:
    """Returns when every client process has asked for `seconds`."""
    command = [sys.executable, "-m", "benchmarks.saturation", "--client", str(seconds)]
    clients = [
        subprocess.Popen(command, env=environment)  # noqa: S603 our own
        for _ in range(scenario.processes)
    ]
    failed = [client.pid for client in clients if client.wait() != 0]
    if failed:
        raise SystemExit(f"{len(failed)} client processes failed")


def count_saturation(
    scenario: Scenario, seconds: float, exchanges: Sequence[Exchange]
) -> Saturation:
    """What the server's log says about the first `seconds`."""
    first = min(one.received_mono for one in exchanges)
    seen = [one for one in exchanges if one.received_mono - first < seconds]
    late = [one for one in seen if one.received_mono - first >= WARM_SECONDS]
    allowed = scenario.per_minute / 60
    rejected = sum(one.status == 429 for one in seen)
    late_rejected = sum(one.status == 429 for one in late)
    return Saturation(
        scenario.name,
        seconds,
        len(seen) - rejected,
        rejected,
        round((len(seen) - rejected) / (allowed * seconds), 4),
        round((len(late) - late_rejected) / (allowed * max(seconds - WARM_SECONDS, 1)), 4),
        round(late_rejected / max(len(late), 1), 4),
    )


async def ask_for(seconds: float) -> None:
    """Asks with all callers for `seconds`, under the shared row; what is under way then ends."""
    settings = Settings.load(os.environ)
    model = resolve_model(MODEL, load_machine(settings), os.environ, settings)
    database = await open_database(settings)
    calls = open_calls(model, open_provider(model), database, SystemClock())
    callers = [asyncio.create_task(ask_forever(calls)) for _ in range(CALLERS)]
    _, late = await asyncio.wait(callers, timeout=seconds)
    for caller in late:
        caller.cancel()
    await asyncio.gather(*callers, return_exceptions=True)
    await calls.close()
    await database.close()


async def ask_forever(calls: PacedCalls) -> None:
    """Asks one request after the other; one that failed eight times is followed by the next."""
    while True:
        with contextlib.suppress(ProviderError):
            await calls.ask(REQUEST)


def read_arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--only", default="", help="scenarios whose name holds this")
    parser.add_argument("--at-once", type=int, default=2, help="scenarios side by side")
    parser.add_argument("--client", type=float, default=0.0, help=argparse.SUPPRESS)
    return parser.parse_args()


def main() -> int:
    """0 when every scenario meets issue 2; prints each and writes them all."""
    chosen = read_arguments()
    if chosen.client:
        asyncio.run(ask_for(chosen.client))
        return 0
    started = time.time()
    scenarios = [one for one in SCENARIOS if chosen.only in one.name]
    with ThreadPoolExecutor(chosen.at_once) as pool:
        results = list(pool.map(lambda one: measure(one, chosen.seconds), scenarios))
    for one in results:
        sys.stdout.write(
            f"{one.name:48} {one.share:7.1%} of the limit, {one.late_rejected:5.1%} rejected"
            f" after {WARM_SECONDS:.0f} s{'' if one.is_passed else '  BELOW'}\n"
        )
    RESULTS.parent.mkdir(exist_ok=True)
    tree = {
        "at": started,
        "scenarios": [{**asdict(s), **asdict(r)} for s, r in zip(scenarios, results, strict=True)],
    }
    RESULTS.write_text(json.dumps(tree, indent=2) + "\n", encoding="utf-8")
    return int(not all(one.is_passed for one in results))


if __name__ == "__main__":
    sys.exit(main())
