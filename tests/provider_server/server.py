"""The server: receives, limits, waits, spoils, answers, logs."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from tests.provider_server.answers import Answer, make_answer, make_refusal, refuse
from tests.provider_server.connection import HttpRequest, is_gone, read_request, write_response
from tests.provider_server.dialects import BadRequest, Question, find_dialect, read_question
from tests.provider_server.families import ANNOUNCERS, refuse_rate
from tests.provider_server.limits import Limit, LimitState, SlidingWindow, TokenBucket
from tests.provider_server.log import Exchange, RequestLog, count_exchanges, hash_credential
from tests.provider_server.prefixes import RecentBodies
from tests.provider_server.script import Rule, Script, read_rule, write_rule


@dataclass(frozen=True, slots=True)
class ServerOptions:
    """How the server behaves.

    `per_minute` 0 = no limit; `window` is `bucket` or `sliding`; `burst` 0 = a full minute's worth
    (bucket only); `announce` is a family of families.ANNOUNCERS: what answers and 429s say.
    `latency_seconds` plus up to `jitter_seconds`. `keys` are the only valid ones, none = any.
    `keep_bodies` keeps what arrived in the exchanges, never in the log file.
    """

    per_minute: float = 0.0
    burst: float = 0.0
    window: str = "bucket"
    announce: str = "silent"
    latency_seconds: float = 0.0
    jitter_seconds: float = 0.0
    rules: tuple[Rule, ...] = ()
    random_faults: float = 0.0
    random_kinds: tuple[str, ...] = ()
    seed: int = 0
    log: Path | None = None
    keys: tuple[str, ...] = ()
    keep_bodies: bool = False
    port: int = 0


class ProviderServer:
    """One server on 127.0.0.1. `start` and `stop` belong to its loop; the log to any thread."""

    def __init__(self, options: ServerOptions) -> None:
        self.options = options
        self.latency_seconds = options.latency_seconds
        self.log = RequestLog(options.log)
        self.script = Script(
            options.rules, options.random_faults, options.seed, options.random_kinds
        )
        self._limits: dict[str, Limit] = {}
        self._bodies = RecentBodies()
        self._random = Random(options.seed)  # noqa: S311 - chance that can be repeated
        self._tasks: set[asyncio.Task[None]] = set()
        self._listener: asyncio.Server | None = None
        self.url = ""
        """Address without path, once started."""

    async def start(self) -> None:
        """Listens on loopback."""
        self._listener = await asyncio.start_server(
            self._serve, "127.0.0.1", self.options.port, limit=1 << 20, backlog=1024
        )
        self.url = f"http://127.0.0.1:{self._listener.sockets[0].getsockname()[1]}"

    async def stop(self) -> None:
        """Closes listener, connections and log; requests in flight stay unanswered."""
        if self._listener:
            self._listener.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.log.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task
        self._tasks.add(task)
        # drain() then returns only when the last byte is with the kernel.
        writer.transport.set_write_buffer_limits(0)
        try:
            with contextlib.suppress(ConnectionError, ValueError, asyncio.LimitOverrunError):
                while request := await read_request(reader):
                    if not await self._answer(request, reader, writer) or request.is_last:
                        break
        except asyncio.CancelledError:
            writer.transport.abort()
        finally:
            self._tasks.discard(task)
            writer.close()

    async def _answer(
        self, request: HttpRequest, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> bool:
        """Whether the connection stays open after the answer."""
        dialect = find_dialect(request.path)
        if dialect is None or request.method != "POST":
            writer.write(write_response(*self._control(request)))
            await writer.drain()
            return True
        received = self._receive(dialect, request)
        if isinstance(received, bytes):
            writer.write(received)
            await writer.drain()
            return True
        one, answer = received
        if not answer.is_immediate:
            await asyncio.sleep(self._choose_latency())
        if answer.is_silent:
            with contextlib.suppress(TimeoutError, ConnectionError):
                await asyncio.wait_for(reader.read(1), answer.hold_seconds or None)
        return await self._send(one, answer, reader, writer)

    def _receive(self, dialect: str, request: HttpRequest) -> tuple[Exchange, Answer] | bytes:
        """The logged request with the answer it will get; bytes for one that nobody could log."""
        try:
            question = read_question(dialect, request.body)
        except BadRequest as reason:
            refusal = make_refusal(dialect, 400, str(reason))
            return write_response(400, refusal.headers, refusal.body)
        key = read_key(request)
        now = time.monotonic()
        cached = self._bodies.measure(request.body, now)
        sizes = (len(request.body), cached)
        one = self.log.note_request(
            question, sizes, hash_credential(key), request.body if self.options.keep_bodies else b""
        )
        if not key or (self.options.keys and key not in self.options.keys):
            return one, make_refusal(dialect, 401, "Incorrect API key provided.", "invalid_api_key")
        state = self._take(one.credential, now)
        if state.wait_seconds:
            return one, refuse(dialect, refuse_rate(self.options.announce, state))
        self._bodies.add(request.body, now)
        return one, self._translate(question, one, state)

    def _take(self, credential: str, now: float) -> LimitState:
        options = self.options
        if not options.per_minute:
            return LimitState(60_000, 59_999, 0.0, 0.001)
        if credential not in self._limits:
            self._limits[credential] = (
                SlidingWindow(options.per_minute)
                if options.window == "sliding"
                else TokenBucket(options.per_minute, options.burst)
            )
        return self._limits[credential].take(now)

    def _translate(self, question: Question, one: Exchange, state: LimitState) -> Answer:
        fault = self.script.pick_fault(one.number, question.units)
        random = self.script.make_random(-one.number)
        sizes = (one.body_bytes, one.prefix_cached_bytes)
        answer = make_answer(question, fault, sizes, random)
        return answer.with_headers(ANNOUNCERS[self.options.announce](state))

    def _choose_latency(self) -> float:
        return self.latency_seconds + self._random.uniform(0, self.options.jitter_seconds)

    async def _send(
        self,
        one: Exchange,
        answer: Answer,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> bool:
        """Whether the connection stays open. The log line follows the last byte."""
        has_left = is_gone(reader, writer)
        content = b"" if has_left or answer.is_silent else answer.write()
        status = 0 if answer.is_silent else answer.status
        try:
            writer.write(content)
            await writer.drain()
        except ConnectionError:
            has_left = True
        if answer.is_cut:
            writer.transport.abort() if not content else writer.close()
            status = 0
        self.log.note_answer(one, status, answer.fault, (len(content), has_left))
        return not (has_left or answer.is_cut or answer.is_silent)

    def _control(self, request: HttpRequest) -> tuple[int, dict[str, str], bytes]:
        """The answers of /stats and /control."""
        path = request.path.split("?")[0]
        if path.endswith("/stats"):
            return 200, {}, write_json(count_exchanges(self.log.list_exchanges()))
        if path.endswith("/control") and request.method == "POST":
            return self._change(request.body)
        return 404, {}, write_json({"error": {"message": "not found", "type": "not_found"}})

    def _change(self, body: bytes) -> tuple[int, dict[str, str], bytes]:
        try:
            tree = json.loads(body)
            rules = [read_rule(rule) for rule in tree.get("rules", [])]
            latency = float(tree.get("latency", self.latency_seconds))
        except (ValueError, TypeError, AttributeError, KeyError) as fault:
            return 400, {}, write_json({"error": {"message": str(fault), "type": "control"}})
        if "rules" in tree:
            self.script.replace_rules(rules)
        self.latency_seconds = latency
        self.script.share = float(tree.get("random_faults", self.script.share))
        return 200, {}, write_json({"rules": [write_rule(rule) for rule in rules]})


def read_key(request: HttpRequest) -> str:
    """The key of a request in the header of either dialect."""
    bearer = request.headers.get("authorization", "")
    return request.headers.get("x-api-key", "") or bearer.removeprefix("Bearer ").strip()


def write_json(tree: Any) -> bytes:
    """A JSON body."""
    return json.dumps(tree).encode()
