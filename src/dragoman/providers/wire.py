"""One HTTP exchange with a provider: one attempt, one time limit, and errors of our own tree."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime
from typing import Any, Final

import httpx2

from dragoman.errors import (
    ProviderCredentials,
    ProviderCredit,
    ProviderError,
    ProviderFault,
    ProviderOverloaded,
    ProviderRateLimit,
    ProviderRefused,
    ProviderTimeout,
    ProviderTooLong,
)
from dragoman.model.exchange import PaceHint
from dragoman.providers.hints import read_hint
from dragoman.providers.model import Model

LONGEST_BODY_BYTES: Final = 16_000_000
"""A reply that grows beyond this is a fault: no translation of one batch is that long."""

_TOO_LONG: Final = (b"context_length", b"maximum context length", b"prompt is too long")
"""How a 400 says that the request is longer than the model reads.

*Source:* error bodies of OpenAI and its imitators (code and message) and of Anthropic."""


class Wire:
    """A connection pool to one model's address. Never retries and never follows redirects."""

    def __init__(self, model: Model, path: str, headers: dict[str, str]) -> None:
        """Takes the path behind the base URL and the headers that carry the key."""
        self._url = model.base_url + path
        self._limit = model.timeout.total_seconds()
        self._client = httpx2.AsyncClient(
            headers=headers | {"content-type": "application/json"},
            timeout=self._limit,
            limits=httpx2.Limits(max_connections=None, max_keepalive_connections=64),
        )

    async def post(self, body: dict[str, Any]) -> tuple[dict[str, Any], PaceHint]:
        """The JSON object answered to `body`, and what the reply says about the pace.

        Raises: ProviderError of the kind that status, body or connection tell.
        """
        content = json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()
        try:
            async with asyncio.timeout(self._limit):
                status, headers, answer = await self._exchange(content)
        except (TimeoutError, httpx2.TimeoutException) as fault:
            raise ProviderTimeout("the provider did not answer in time") from fault
        except httpx2.HTTPError as fault:
            raise ProviderFault(f"the connection failed ({type(fault).__name__})") from fault
        hint = read_hint(headers, answer if status >= 400 else b"", datetime.now(UTC))
        if status != 200:
            raise classify_failure(status, answer, hint)
        return _read_object(answer), hint

    async def close(self) -> None:
        """Closes the connections."""
        await self._client.aclose()

    async def _exchange(self, content: bytes) -> tuple[int, dict[str, str], bytes]:
        answer = bytearray()
        async with self._client.stream("POST", self._url, content=content) as response:
            async for piece in response.aiter_bytes():
                answer += piece
                if len(answer) > LONGEST_BODY_BYTES:
                    raise ProviderFault("the provider's reply is too long")
            headers = {name.lower(): value for name, value in response.headers.items()}
            return response.status_code, headers, bytes(answer)


def classify_failure(status: int, body: bytes, hint: PaceHint) -> ProviderError:
    """The error that a reply with another status than 200 is; nothing of the body is kept.

    >>> classify_failure(529, b"", PaceHint()).code
    'ProviderOverloaded'
    >>> classify_failure(429, b'{"error":{"code":"insufficient_quota"}}', PaceHint()).code
    'ProviderCredit'
    """
    message = f"the provider answered {status}"
    quota = b"credit balance" in body or b"insufficient_quota" in body
    if status == 402 or quota or (status == 429 and hint.is_permanent):
        return ProviderCredit(message, is_permanent=True)
    if status in {401, 403}:
        return ProviderCredentials(message, is_permanent=True)
    kind: type[ProviderError] = ProviderFault
    if status == 429:
        kind = ProviderRateLimit
    elif status in {503, 529}:
        kind = ProviderOverloaded
    elif status in {408, 504}:
        kind = ProviderTimeout
    elif status == 413 or (status == 400 and any(words in body for words in _TOO_LONG)):
        kind = ProviderTooLong
    elif status < 500:
        kind = ProviderRefused
    return kind(message, wait=hint.wait, is_permanent=issubclass(kind, ProviderRefused))


def count(tree: Any, *path: str) -> int:
    """The whole number at `path` of a JSON tree, 0 when it is missing or none.

    >>> count({"usage": {"input": 3}}, "usage", "input"), count({}, "usage", "input")
    (3, 0)
    """
    for key in path:
        tree = tree.get(key) if isinstance(tree, dict) else None
    return tree if isinstance(tree, int) and not isinstance(tree, bool) and tree > 0 else 0


def _read_object(answer: bytes) -> dict[str, Any]:
    try:
        tree = json.loads(answer)
    except (ValueError, RecursionError) as fault:
        raise ProviderFault("the provider's envelope is not JSON") from fault
    if not isinstance(tree, dict):
        raise ProviderFault("the provider's envelope is not a JSON object")
    return tree
