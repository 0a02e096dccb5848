"""One HTTP exchange with a provider: one attempt, one time limit, and errors of our own tree."""

from __future__ import annotations

import asyncio
import ipaddress
import json
from datetime import UTC, datetime
from typing import Any, Final
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import httpx2

from dragoman.errors import (
    ConfigurationError,
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

CONNECT_SECONDS: Final = 10.0
"""How long a connection may take to open; an address that is not there is said soon.
*Source:* twice what the official clients allow."""

_OUT_OF_CREDIT: Final = (
    b"insufficient_quota",
    b"credit balance",
    b"credit_balance_exhausted",
    b"spend_limit",
    b"specified API usage limits",
)
"""What says, under any status, that money or its own limit is used up.

*Source:* OpenAI's error codes under 429 (insufficient_quota, credit_balance_exhausted,
project_spend_limit_exceeded); Anthropic's messages under 400 and its enforced_spend_limit_reached
under 429."""

_TOO_LONG: Final = (
    b"context_length",
    b"maximum context length",
    b"prompt is too long",
    b"exceed context limit",
)
"""How a 400 says that the request is longer than the model reads.

*Source:* error bodies of OpenAI and its imitators (code and message) and of Anthropic."""


class Wire:
    """A connection pool to one model's address. Never retries and never follows redirects."""

    def __init__(self, model: Model, path: str, headers: dict[str, str]) -> None:
        """Takes the path behind the base URL and the headers that carry the key.

        Raises: ConfigurationError for an address, or a proxy of the environment, of no use.
        """
        self._limit = model.timeout.total_seconds()
        try:
            self._url = httpx2.URL(model.base_url + path)
        except httpx2.InvalidURL:
            raise ConfigurationError(
                f"the address of the model {model.name!r} cannot be used",
                remedy="Correct its base URL.",
            ) from None
        try:
            self._client = httpx2.AsyncClient(
                headers=headers | {"content-type": "application/json"},
                timeout=httpx2.Timeout(self._limit, connect=min(self._limit, CONNECT_SECONDS)),
                limits=httpx2.Limits(max_connections=None, max_keepalive_connections=64),
                verify=httpx2.create_ssl_context(),
                proxy=find_proxy(model.base_url),
                trust_env=False,
                follow_redirects=False,
            )
        except (ImportError, ValueError, httpx2.InvalidURL):
            # Without the cause, because a proxy's address may hold a password.
            raise ConfigurationError(
                "the proxy that the environment names is not an http or https one",
                remedy="Correct HTTPS_PROXY or ALL_PROXY, or name the model's host in NO_PROXY.",
            ) from None

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


def find_proxy(url: str) -> str | None:
    """The proxy that the environment names for `url`; never one for this machine's own addresses.

    Of HTTPS_PROXY, HTTP_PROXY and ALL_PROXY only the one that concerns `url` is looked at, so that
    a proxy of another kind harms nothing. NO_PROXY is obeyed.

    >>> find_proxy("http://127.0.0.1:8000/v1") is None
    True
    """
    parts = urlsplit(url)
    if is_loopback(parts.hostname or "") or proxy_bypass(parts.netloc):
        return None
    proxies = getproxies()
    proxy = proxies.get(parts.scheme) or proxies.get("all")
    return proxy if not proxy or "://" in proxy else f"http://{proxy}"


def is_loopback(host: str) -> bool:
    """Whether `host` is this machine.

    >>> [is_loopback(host) for host in ("localhost", "127.0.0.9", "::1", "api.example")]
    [True, True, True, False]
    """
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def classify_failure(status: int, body: bytes, hint: PaceHint) -> ProviderError:
    """The error that a reply with another status than 200 is; nothing of the body is kept.

    >>> classify_failure(529, b"", PaceHint()).code
    'ProviderOverloaded'
    >>> classify_failure(429, b'{"error":{"code":"insufficient_quota"}}', PaceHint()).code
    'ProviderCredit'
    """
    message = f"the provider answered {status}"
    is_spent = any(words in body for words in _OUT_OF_CREDIT)
    if status == 402 or is_spent or (status == 429 and hint.is_permanent):
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
    elif status < 500 and status not in {409, 425}:
        # Both mean "later", and the official clients ask again after 409.
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
