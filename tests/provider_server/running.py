"""A server in a thread of its own, beside the test that talks to it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tests.provider_server.log import Exchange
from tests.provider_server.script import Fault, Rule
from tests.provider_server.server import ProviderServer, ServerOptions

WAIT_SECONDS = 60.0
"""How long a test waits for the server at most; the machine may be busy."""


class RunningServer:
    """What a test sees of a server that runs."""

    def __init__(self, server: ProviderServer) -> None:
        self._server = server

    @property
    def url(self) -> str:
        """Address without path: the base URL of the Anthropic dialect."""
        return self._server.url

    @property
    def openai_url(self) -> str:
        """The base URL of the OpenAI dialect."""
        return self.url + "/v1"

    def list_exchanges(self) -> list[Exchange]:
        """Every request so far, in the order of arrival."""
        return self._server.log.list_exchanges()

    def settle(self) -> list[Exchange]:
        """Every request so far, once each is answered: clients may be faster than the log.

        Raises: TimeoutError.
        """
        self.wait_until(lambda seen: all(one.answered_at is not None for one in seen))
        return self.list_exchanges()

    def wait_until(
        self, is_true: Callable[[list[Exchange]], bool], limit_seconds: float = WAIT_SECONDS
    ) -> None:
        """Returns when `is_true` of the exchanges so far. Raises: TimeoutError."""
        self._server.log.wait_until(is_true, limit_seconds)

    def add_fault(self, fault: Fault, *requests: int, times: int = 0) -> None:
        """From now on `fault` meets those requests (none = all), `times` times (0 = always)."""
        self._server.script.add_rule(Rule(fault, frozenset(requests), times=times))

    def add_rule(self, rule: Rule) -> None:
        """One rule more, behind the others."""
        self._server.script.add_rule(rule)

    def clear_rules(self) -> None:
        """From now on no rule holds."""
        self._server.script.replace_rules(())

    def set_latency(self, seconds: float) -> None:
        """How long answers take from now on."""
        self._server.latency_seconds = seconds


@contextmanager
def run_provider(options: ServerOptions | None = None) -> Iterator[RunningServer]:
    """A server until the end of the block."""
    server = ProviderServer(options or ServerOptions())
    loop = asyncio.new_event_loop()
    started = threading.Event()
    thread = threading.Thread(target=_run_loop, args=(loop, server, started), daemon=True)
    thread.start()
    started.wait()
    if not server.url:
        raise RuntimeError("the provider server did not start")
    try:
        yield RunningServer(server)
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()


def _run_loop(
    loop: asyncio.AbstractEventLoop, server: ProviderServer, started: threading.Event
) -> None:
    try:
        loop.run_until_complete(server.start())
        loop.call_soon(started.set)
        loop.run_forever()
        loop.run_until_complete(server.stop())
        loop.run_until_complete(asyncio.sleep(0))
    finally:
        started.set()
        loop.close()
