"""What the server saw: two JSON lines a request, and the same in memory."""

from __future__ import annotations

import hashlib
import json
import os
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import IO, Any

from tests.provider_server.dialects import Question


@dataclass(frozen=True, slots=True)
class Exchange:
    """One request. Times are epoch seconds (`_at`) and monotonic (`_mono`).

    `status` 0 and `answered_at` None: not answered (yet). `is_gone`: the client had closed the
    connection before the last byte was handed over. `credential` is a hash.
    """

    number: int
    received_at: float
    received_mono: float
    dialect: str
    model: str
    body_bytes: int
    prefix_cached_bytes: int
    credential: str
    units: tuple[dict[str, str], ...] = field(repr=False)
    answered_at: float | None = None
    answered_mono: float | None = None
    status: int = 0
    fault: str = ""
    is_gone: bool = False
    answer_bytes: int = 0
    body: bytes = field(default=b"", repr=False)

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts asked for."""
        return tuple(unit["text"] for unit in self.units)

    @property
    def is_answered(self) -> bool:
        """Whether a translation reached the socket of a client that was there."""
        return self.status == 200 and not self.is_gone


ANSWERED_FIELDS = ("answered_at", "answered_mono", "status", "fault", "is_gone", "answer_bytes")
UNLOGGED_FIELDS = frozenset({"body", *ANSWERED_FIELDS})
"""Not in the line of the receipt."""


def hash_credential(key: str) -> str:
    """Sixteen digits that name a key without holding it; "" for none."""
    return hashlib.sha256(key.encode()).hexdigest()[:16] if key else ""


class RequestLog:
    """Grows by one exchange a request. Any thread may read and wait."""

    def __init__(self, path: Path | None = None) -> None:
        """Takes the file to append to; None keeps the log in memory only."""
        self._file: IO[bytes] | None = path.open("ab", buffering=0) if path else None
        self._exchanges: list[Exchange] = []
        self._changed = threading.Condition()

    def note_request(
        self, question: Question, sizes: tuple[int, int], credential: str, body: bytes = b""
    ) -> Exchange:
        """Logs a request received now. Takes `sizes`: bytes of its body, and those cached."""
        with self._changed:
            one = Exchange(
                number=len(self._exchanges) + 1,
                received_at=time.time(),
                received_mono=time.monotonic(),
                dialect=question.dialect,
                model=question.model,
                body_bytes=sizes[0],
                prefix_cached_bytes=sizes[1],
                credential=credential,
                units=question.units,
                body=body,
            )
            self._exchanges.append(one)
            fields = {k: v for k, v in asdict(one).items() if k not in UNLOGGED_FIELDS}
            self._write({"event": "received", **fields})
            self._changed.notify_all()
        return one

    def note_answer(self, one: Exchange, status: int, fault: str, sizes: tuple[int, bool]) -> None:
        """Logs that the last byte was just handed over, or that the client had gone.

        Takes `sizes`: bytes of the answer, and whether the client had gone.
        """
        with self._changed:
            done = replace(
                one,
                answered_at=time.time(),
                answered_mono=time.monotonic(),
                status=status,
                fault=fault,
                answer_bytes=sizes[0],
                is_gone=sizes[1],
            )
            self._exchanges[one.number - 1] = done
            fields = {name: getattr(done, name) for name in ("number", *ANSWERED_FIELDS)}
            self._write({"event": "answered", **fields})
            self._changed.notify_all()

    def list_exchanges(self) -> list[Exchange]:
        """Every request so far, in the order of arrival."""
        with self._changed:
            return list(self._exchanges)

    def wait_until(self, is_true: Callable[[list[Exchange]], bool], limit_seconds: float) -> None:
        """Returns when `is_true` of the exchanges. Raises: TimeoutError."""
        with self._changed:
            if not self._changed.wait_for(lambda: is_true(self._exchanges), limit_seconds):
                raise TimeoutError

    def close(self) -> None:
        """Closes the file."""
        if self._file:
            os.fsync(self._file.fileno())
            self._file.close()
            self._file = None

    def _write(self, fields: dict[str, Any]) -> None:
        if self._file:
            self._file.write(json.dumps(fields, separators=(",", ":")).encode() + b"\n")


def read_log(path: Path) -> list[Exchange]:
    """The exchanges of a log file, also of a server that is still running."""
    found: dict[int, dict[str, Any]] = {}
    for line in path.read_bytes().splitlines(keepends=True):
        if line.endswith(b"\n"):
            fields = json.loads(line)
            fields.pop("event")
            found.setdefault(fields["number"], {}).update(fields)
    return [Exchange(**{**one, "units": tuple(one["units"])}) for one in found.values()]


def count_exchanges(exchanges: Iterable[Exchange]) -> dict[str, Any]:
    """Sums over exchanges; tokens are bytes / 4."""
    sums: Counter[str] = Counter()
    statuses: Counter[str] = Counter()
    faults: Counter[str] = Counter()
    for one in exchanges:
        sums["requests"] += 1
        sums["answered"] += one.is_answered
        sums["rejected"] += one.status >= 400
        sums["units"] += len(one.units)
        sums["unit_text_bytes"] += sum(len(text.encode("utf-8", "replace")) for text in one.texts)
        sums["body_bytes"] += one.body_bytes
        sums["cached_bytes"] += one.prefix_cached_bytes
        sums["answer_bytes"] += one.answer_bytes
        statuses[str(one.status)] += 1
        faults[one.fault] += bool(one.fault)
    names = "requests answered rejected units unit_text_bytes body_bytes cached_bytes answer_bytes"
    return {
        **{name: sums[name] for name in names.split()},
        "tokens": sums["body_bytes"] / 4,
        "cached_tokens": sums["cached_bytes"] / 4,
        "statuses": dict(sorted(statuses.items())),
        "faults": {name: count for name, count in sorted(faults.items()) if name},
    }
