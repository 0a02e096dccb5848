"""The Messages dialect, at any address."""

from __future__ import annotations

from typing import Any, Final

from dragoman.errors import ProviderDeclined, ProviderFault, ProviderTruncated
from dragoman.model.exchange import Reply, Request, Usage
from dragoman.providers.contract import SCHEMA, write_question
from dragoman.providers.model import Model
from dragoman.providers.wire import Wire, count

VERSION: Final = "2023-06-01"
"""Value of the header anthropic-version. *Source:* the Messages API; the only one it names."""

OUTPUT_TOKENS: Final = 16_384
"""Sent when a request names no limit, because the dialect demands one; it costs nothing by itself.
Thinking counts into it, and newer models think unasked. *Source:* every model with structured
output writes 64,000 or more; the official client refuses over 21,333 without streaming."""

CACHED_BYTES: Final = 4_096
"""A shorter block is not marked: writing a cache costs a quarter more than it would without, and
most models ignore what has fewer than 1,024 tokens. *Source:* the documentation of prompt caching;
the least length is 512 to 4,096 tokens by model, and a mark on less is no error."""


class AnthropicProvider:
    """One model that speaks Messages."""

    def __init__(self, model: Model) -> None:
        """Takes a resolved model with address and key."""
        self._model = model
        headers = {"x-api-key": model.key, "anthropic-version": VERSION}
        self._wire = Wire(model, "/v1/messages", headers)

    async def translate(self, request: Request) -> Reply:
        """One attempt. Raises: ProviderError."""
        tree, hint = await self._wire.post(write_message(self._model.remote_name, request))
        return Reply(read_message(tree), read_usage(tree), hint)

    async def close(self) -> None:
        """Closes the connections."""
        await self._wire.close()


def open_anthropic(model: Model) -> AnthropicProvider:
    """The provider of `model`."""
    return AnthropicProvider(model)


def write_message(name: str, request: Request) -> dict[str, Any]:
    """The body: system and context first and cached where that pays, units last."""
    messages: list[dict[str, Any]] = []
    if request.context:
        messages.append({"role": "user", "content": [_write_block(request.context)]})
    messages.append({"role": "user", "content": write_question(request)})
    body: dict[str, Any] = {
        "model": name,
        "max_tokens": request.max_output_tokens or OUTPUT_TOKENS,
        "output_config": {"format": {"type": "json_schema", "schema": SCHEMA}},
        "messages": messages,
    }
    if request.prefix:
        body = {"system": [_write_block(request.prefix)]} | body
    return body


def read_message(tree: dict[str, Any]) -> str:
    """The text of a message. Raises: ProviderTruncated, ProviderDeclined, ProviderFault."""
    reason = tree.get("stop_reason")
    if reason in {"max_tokens", "model_context_window_exceeded"}:
        raise ProviderTruncated("the answer ended by length")
    if reason == "refusal":
        raise ProviderDeclined("the model refused to answer")
    blocks = tree.get("content")
    texts = [
        block.get("text")
        for block in (blocks if isinstance(blocks, list) else [])
        if isinstance(block, dict) and block.get("type") == "text"
    ]
    if reason not in {"end_turn", "stop_sequence"} or not texts:
        raise ProviderFault("the provider's envelope holds no finished text")
    return "".join(text for text in texts if isinstance(text, str))


def read_usage(tree: dict[str, Any]) -> Usage:
    """The tokens of a message; ours include the cached ones, the dialect's do not."""
    cached = count(tree, "usage", "cache_read_input_tokens")
    written = count(tree, "usage", "cache_creation_input_tokens")
    fresh = count(tree, "usage", "input_tokens")
    return Usage(1, fresh + cached + written, cached, count(tree, "usage", "output_tokens"))


def _write_block(text: str) -> dict[str, Any]:
    block: dict[str, Any] = {"type": "text", "text": text}
    if len(text.encode()) >= CACHED_BYTES:
        block["cache_control"] = {"type": "ephemeral"}
    return block
