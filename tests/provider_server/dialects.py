"""The two dialects: what a request says, and the envelopes of answers and errors."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

OPENAI = "openai"
ANTHROPIC = "anthropic"
PATHS = {"/chat/completions": OPENAI, "/messages": ANTHROPIC}


class BadRequest(Exception):
    """A request no provider would take, with the reason."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a request asks: units, or a plain text when the last message is something else."""

    dialect: str
    model: str
    units: tuple[dict[str, str], ...]
    plain: str = ""


@dataclass(frozen=True, slots=True)
class Counts:
    """Tokens (bytes / 4) of a request and its answer."""

    sent: int
    cached: int
    answered: int


def find_dialect(path: str) -> str | None:
    """The dialect of a path below any base.

    >>> find_dialect("/v1/chat/completions"), find_dialect("/messages?beta=1"), find_dialect("/x")
    ('openai', 'anthropic', None)
    """
    bare = path.partition("?")[0]
    return next((name for end, name in PATHS.items() if bare.endswith(end)), None)


def read_question(dialect: str, body: bytes) -> Question:
    """The question in a body. Raises: BadRequest."""
    try:
        tree = json.loads(body)
        messages = tree["messages"]
        users = [message for message in messages if message["role"] == "user"]
        text = read_text(users[-1]["content"])
        model = tree["model"]
    except (ValueError, KeyError, TypeError, IndexError) as fault:
        raise BadRequest(f"malformed request: {type(fault).__name__}") from fault
    if tree.get("stream"):
        raise BadRequest("this server does not stream")
    if dialect == ANTHROPIC:
        check_messages(tree)
    return Question(dialect, str(model), read_units(text), text)


def check_messages(tree: Mapping[str, Any]) -> None:
    """Refuses what Messages refuses. Raises: BadRequest."""
    if not isinstance(tree.get("max_tokens"), int) or tree["max_tokens"] < 1:
        raise BadRequest("max_tokens: Field required")
    if any(message["role"] not in {"user", "assistant"} for message in tree["messages"]):
        raise BadRequest("messages: unknown role")
    output = tree.get("output_config", {}).get("format")
    if output is not None and output.get("type") != "json_schema":
        raise BadRequest("output_config.format.type: unknown")


def read_text(content: Any) -> str:
    """The text of a message: a string or content blocks.

    >>> read_text([{"type": "text", "text": "a"}, {"type": "text", "text": "b"}])
    'ab'
    """
    if isinstance(content, str):
        return content
    return "".join(block["text"] for block in content if block["type"] == "text")


def read_units(text: str) -> tuple[dict[str, str], ...]:
    """The units of a message, none when it is not the JSON of the contract.

    >>> read_units('{"units":[{"id":"1","text":"x"}]}'), read_units("Hello")
    (({'id': '1', 'text': 'x'},), ())
    """
    try:
        units = json.loads(text)["units"]
        return tuple({"id": str(unit["id"]), "text": str(unit["text"])} for unit in units)
    except (ValueError, KeyError, TypeError):
        return ()


def write_success(question: Question, content: str, counts: Counts, end: str) -> dict[str, Any]:
    """The envelope of an answer. `end` is `stop`, `length` or `refusal`."""
    write = write_completion if question.dialect == OPENAI else write_message
    return write(question.model, content, counts, end)


def write_completion(model: str, content: str, counts: Counts, end: str) -> dict[str, Any]:
    """A chat completion."""
    message = {
        "role": "assistant",
        "content": None if end == "refusal" else content,
        "refusal": "I cannot help with that." if end == "refusal" else None,
    }
    return {
        "id": f"chatcmpl-{time.monotonic_ns()}",
        "object": "chat.completion",
        "created": int(time.time()),
        "model": model,
        "choices": [
            {
                "index": 0,
                "message": message,
                "logprobs": None,
                "finish_reason": "length" if end == "length" else "stop",
            }
        ],
        "usage": {
            "prompt_tokens": counts.sent,
            "completion_tokens": counts.answered,
            "total_tokens": counts.sent + counts.answered,
            "prompt_tokens_details": {"cached_tokens": counts.cached, "audio_tokens": 0},
            "completion_tokens_details": {"reasoning_tokens": 0, "audio_tokens": 0},
        },
    }


def write_message(model: str, content: str, counts: Counts, end: str) -> dict[str, Any]:
    """A message."""
    reasons = {"stop": "end_turn", "length": "max_tokens", "refusal": "refusal"}
    return {
        "id": f"msg_{time.monotonic_ns()}",
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": [] if end == "refusal" else [{"type": "text", "text": content}],
        "stop_reason": reasons[end],
        "stop_sequence": None,
        "usage": {
            "input_tokens": counts.sent - counts.cached,
            "cache_creation_input_tokens": 0,
            "cache_read_input_tokens": counts.cached,
            "output_tokens": counts.answered,
        },
    }


_ANTHROPIC_TYPES = {
    400: "invalid_request_error",
    401: "authentication_error",
    402: "billing_error",
    403: "permission_error",
    404: "not_found_error",
    413: "request_too_large",
    429: "rate_limit_error",
    504: "timeout_error",
    529: "overloaded_error",
}
_OPENAI_TYPES = {401: "authentication_error", 403: "permission_error", 429: "requests"}


def write_error(dialect: str, status: int, message: str, code: str = "") -> dict[str, Any]:
    """The body of an error."""
    if dialect == ANTHROPIC:
        kind = _ANTHROPIC_TYPES.get(status, "api_error")
        error = {"type": kind, "message": message}
        return {"type": "error", "error": error, "request_id": f"req_{time.monotonic_ns()}"}
    kind = "invalid_request_error" if status < 500 else "server_error"
    kind = code if code == "insufficient_quota" else _OPENAI_TYPES.get(status, kind)
    return {"error": {"message": message, "type": kind, "param": None, "code": code or None}}
