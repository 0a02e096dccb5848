"""What a request is answered, with or without its fault."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from random import Random

from tests.provider_server.connection import write_response
from tests.provider_server.dialects import Counts, Question, write_error, write_success
from tests.provider_server.families import Refusal, refuse_quota, refuse_rate
from tests.provider_server.limits import LimitState
from tests.provider_server.script import Fault
from tests.provider_server.spoil import SPOILERS, cut_json, write_answer
from tests.provider_server.words import expected_translation

PAGE = b"<!doctype html><title>Bad gateway</title><h1>Something went wrong</h1>"
ELSEWHERE = "http://127.0.0.1:9/elsewhere"
"""Where redirects lead: the discard port; nothing may ever follow."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer ready to be sent.

    `cut_at` bytes of the response are sent before the connection is cut, -1 = all and no cut;
    `is_silent` sends nothing within `hold_seconds` (0 = until the client goes).
    """

    status: int
    body: bytes
    headers: Mapping[str, str] = field(default_factory=dict)
    fault: str = ""
    cut_at: float = -1
    is_silent: bool = False
    hold_seconds: float = 0.0
    is_immediate: bool = False

    @property
    def is_cut(self) -> bool:
        """Whether the connection ends before the answer does."""
        return self.cut_at >= 0

    def with_headers(self, headers: Mapping[str, str]) -> Answer:
        """The answer with headers it does not have yet."""
        return replace(self, headers={**headers, **self.headers})

    def write(self) -> bytes:
        """The bytes to send; `cut_at` is their share."""
        content = write_response(self.status, self.headers, self.body)
        return content[: int(len(content) * self.cut_at)] if self.is_cut else content


def make_refusal(dialect: str, status: int, message: str, code: str = "") -> Answer:
    """An error answer, sent without latency."""
    return refuse(dialect, Refusal(status, message=message, code=code))


def refuse(dialect: str, refusal: Refusal) -> Answer:
    """The answer of a refusal, sent without latency."""
    tree = refusal.body or write_error(dialect, refusal.status, refusal.message, refusal.code)
    body = json.dumps(tree).encode()
    return Answer(refusal.status, body, refusal.headers, is_immediate=True)


def make_answer(
    question: Question, fault: Fault | None, sizes: tuple[int, int], random: Random
) -> Answer:
    """The answer to `question`. Takes `sizes`: bytes of the body and of its cached prefix."""
    if fault is None:
        return _succeed(question, write_good(question), sizes)
    if fault.kind in SPOILERS:
        answer = _succeed(question, spoil(question, fault, random), sizes)
    elif fault.kind in {"limited", "quota", "status"}:
        answer = _refuse(question.dialect, fault)
    else:
        answer = _break(question, fault, sizes, random)
    return replace(answer, fault=fault.kind)


def write_good(question: Question) -> str:
    """The text of a right answer."""
    if not question.units:
        return f"You said: {question.plain}"
    return write_answer(translate_units(question))


def translate_units(question: Question) -> list[dict[str, str]]:
    """The units of a question, translated."""
    return [
        {"id": unit["id"], "text": expected_translation(unit["text"])} for unit in question.units
    ]


def spoil(question: Question, fault: Fault, random: Random) -> str:
    """The text of an answer with a fault; a plain answer stays."""
    if not question.units:
        return write_good(question)
    units = translate_units(question)
    ids = [unit["id"] for unit in units]
    at = ids.index(fault.unit) if fault.unit in ids else random.randrange(len(units))
    return SPOILERS[fault.kind](units, at, random)


def _succeed(question: Question, content: str, sizes: tuple[int, int], end: str = "stop") -> Answer:
    answered = -(-len(content.encode("utf-8", "replace")) // 4)
    counts = Counts(-(-sizes[0] // 4), sizes[1] // 4, answered)
    return Answer(200, json.dumps(write_success(question, content, counts, end)).encode())


def _refuse(dialect: str, fault: Fault) -> Answer:
    if fault.kind == "status":
        code = "invalid_api_key" if fault.status == 401 else ""
        return make_refusal(dialect, fault.status, f"Scripted {fault.status}.", code)
    if fault.kind == "quota":
        return refuse(dialect, refuse_quota(fault.family))
    state = LimitState(60, 0, fault.wait_seconds, fault.wait_seconds)
    return refuse(dialect, refuse_rate(fault.family, state))


def _break(question: Question, fault: Fault, sizes: tuple[int, int], random: Random) -> Answer:
    if fault.kind == "refused":
        return _succeed(question, "", sizes, "refusal")
    if fault.kind == "truncated":
        return _succeed(question, cut_json(write_good(question), random), sizes, "length")
    good = _succeed(question, write_good(question), sizes)
    broken = {
        "silence": replace(good, is_silent=True, hold_seconds=fault.wait_seconds),
        "cut_before": replace(good, cut_at=0),
        "cut_midway": replace(good, cut_at=random.uniform(0.1, 0.95)),
        "half_json": replace(good, body=good.body[: len(good.body) // 2]),
        "html": Answer(200, PAGE, {"content-type": "text/html; charset=utf-8"}),
        "wrong_type_header": replace(good, headers={"content-type": "text/plain"}),
        "redirect": Answer(307, b"", {"location": ELSEWHERE}),
    }
    return broken[fault.kind]
