"""The provider server as a program; its first line of output is its address."""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
from pathlib import Path

from tests.provider_server.families import ANNOUNCERS
from tests.provider_server.script import read_script
from tests.provider_server.server import ProviderServer, ServerOptions


def read_options(arguments: list[str] | None = None) -> ServerOptions:
    """The options of a command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.provider_server", description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="0 = any that is free")
    parser.add_argument("--log", type=Path, help="append two JSON lines a request")
    parser.add_argument("--latency", type=float, default=0.0, help="seconds")
    parser.add_argument("--jitter", type=float, default=0.0, help="seconds more at most")
    parser.add_argument("--per-minute", type=float, default=0.0, help="requests; 0 = no limit")
    parser.add_argument("--burst", type=float, default=0.0, help="requests; 0 = a minute's worth")
    parser.add_argument("--window", choices=("bucket", "sliding"), default="bucket")
    parser.add_argument("--announce", choices=sorted(ANNOUNCERS), default="silent")
    parser.add_argument("--random-faults", type=float, default=0.0, help="share, 0 to 1")
    parser.add_argument("--random-kinds", default="", help="comma between names")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--script", type=Path, help="a JSON list of rules")
    chosen = parser.parse_args(arguments)
    return ServerOptions(
        per_minute=chosen.per_minute,
        burst=chosen.burst,
        window=chosen.window,
        announce=chosen.announce,
        latency_seconds=chosen.latency,
        jitter_seconds=chosen.jitter,
        rules=tuple(read_script(chosen.script)) if chosen.script else (),
        random_faults=chosen.random_faults,
        random_kinds=tuple(name for name in chosen.random_kinds.split(",") if name),
        seed=chosen.seed,
        log=chosen.log,
        port=chosen.port,
    )


async def serve(options: ServerOptions) -> None:
    """Serves until SIGTERM or SIGINT."""
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stopped.set)
    server = ProviderServer(options)
    await server.start()
    sys.stdout.write(server.url + "\n")
    sys.stdout.flush()
    await stopped.wait()
    await server.stop()


if __name__ == "__main__":
    asyncio.run(serve(read_options()))
