"""A provider that answers slowly, for programs that are to be ended while they wait.

It speaks just enough of the OpenAI dialect, on loopback, in a thread of its own; the provider
server of the tests does everything else (limits, faults, the second dialect).
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from benchmarks.kills import Exchange

ACCENTS = str.maketrans("aeo", "áéó")


class SlowServer:
    """Answers each request `latency_seconds` later with accents on its vowels, or with `status`."""

    def __init__(self, latency_seconds: float = 0.4, status: int = 200) -> None:
        """Takes the status of every answer; anything but 200 is a refusal without content."""
        self.latency_seconds = latency_seconds
        self.status = status
        self.arrived = threading.Condition()
        self._log: list[list[Any]] = []
        server = self

        class Answerer(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                server.answer(self, json.loads(body))

            def log_message(self, *_parts: object) -> None:
                """Stays silent: the log is `exchanges`."""

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Answerer)
        self.http.daemon_threads = True

    @property
    def base_url(self) -> str:
        """Where the OpenAI dialect is spoken."""
        return f"http://127.0.0.1:{self.http.server_port}/v1"

    def exchanges(self) -> Sequence[Exchange]:
        """Every request so far, in the order of arrival."""
        with self.arrived:
            return [Exchange(*entry) for entry in self._log]

    def wait_for_requests(self, count: int, limit_seconds: float = 60) -> None:
        """Returns when `count` requests have arrived.

        Raises: TimeoutError.
        """
        with self.arrived:
            if not self.arrived.wait_for(lambda: len(self._log) >= count, limit_seconds):
                raise TimeoutError

    def answer(self, request: BaseHTTPRequestHandler, body: dict[str, Any]) -> None:
        """Logs the request, waits, and answers it."""
        units = json.loads(body["messages"][-1]["content"])["units"]
        entry: list[Any] = [time.time(), None, tuple(unit["text"] for unit in units)]
        with self.arrived:
            self._log.append(entry)
            self.arrived.notify_all()
        time.sleep(self.latency_seconds)
        content = write_answer(units) if self.status == 200 else b"{}"
        entry[1] = time.time() if self.status == 200 else None
        try:
            request.send_response(self.status)
            request.send_header("Content-Type", "application/json")
            request.send_header("Content-Length", str(len(content)))
            request.end_headers()
            request.wfile.write(content)
        except ConnectionError:
            request.close_connection = True


def write_answer(units: Sequence[dict[str, str]]) -> bytes:
    """A chat completion that translates `units` into accented text."""
    answered = [{"id": unit["id"], "text": unit["text"].translate(ACCENTS)} for unit in units]
    message = {"role": "assistant", "content": json.dumps({"units": answered})}
    usage = {"prompt_tokens": 10, "completion_tokens": 10, "total_tokens": 20}
    choice = {"index": 0, "finish_reason": "stop", "message": message}
    return json.dumps(
        {"id": "1", "object": "chat.completion", "choices": [choice], "usage": usage}
    ).encode()


@contextmanager
def serve_slowly(latency_seconds: float = 0.4, status: int = 200) -> Iterator[SlowServer]:
    """A server that runs until the end of the block."""
    server = SlowServer(latency_seconds, status)
    thread = threading.Thread(target=server.http.serve_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.http.shutdown()
        server.http.server_close()
        thread.join()
