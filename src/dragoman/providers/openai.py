"""The chat-completions dialect, at any address."""

from __future__ import annotations

from typing import Any

from dragoman.errors import ProviderDeclined, ProviderFault, ProviderTruncated
from dragoman.model.exchange import Reply, Request, Usage
from dragoman.providers.contract import SCHEMA, write_question
from dragoman.providers.model import Model
from dragoman.providers.wire import Wire, count


class OpenAIProvider:
    """One model that speaks chat completions."""

    def __init__(self, model: Model) -> None:
        """Takes a resolved model with address and key."""
        self._model = model
        self._wire = Wire(model, "/chat/completions", {"authorization": f"Bearer {model.key}"})

    async def translate(self, request: Request) -> Reply:
        """One attempt. Raises: ProviderError."""
        tree, hint = await self._wire.post(write_chat(self._model.remote_name, request))
        return Reply(read_chat(tree), read_usage(tree), hint)

    async def close(self) -> None:
        """Closes the connections."""
        await self._wire.close()


def open_openai(model: Model) -> OpenAIProvider:
    """The provider of `model`."""
    return OpenAIProvider(model)


def write_chat(name: str, request: Request) -> dict[str, Any]:
    """The body: what stays the same first, so that the provider's cache finds it; units last."""
    messages = [{"role": "system", "content": request.prefix}]
    if request.context:
        messages.append({"role": "user", "content": request.context})
    messages.append({"role": "user", "content": write_question(request)})
    schema = {"name": "units", "strict": True, "schema": SCHEMA}
    body: dict[str, Any] = {
        "model": name,
        "response_format": {"type": "json_schema", "json_schema": schema},
        "messages": messages,
    }
    if request.max_output_tokens:
        body["max_completion_tokens"] = request.max_output_tokens
    return body


def read_chat(tree: dict[str, Any]) -> str:
    """The text of a completion. Raises: ProviderTruncated, ProviderDeclined, ProviderFault."""
    choices = tree.get("choices")
    choice = choices[0] if isinstance(choices, list) and choices else None
    message = choice.get("message") if isinstance(choice, dict) else None
    if not isinstance(choice, dict) or not isinstance(message, dict):
        raise ProviderFault("the provider's envelope holds no message")
    reason = choice.get("finish_reason")
    if reason == "length":
        raise ProviderTruncated("the answer ended by length")
    if reason == "content_filter" or message.get("refusal"):
        raise ProviderDeclined("the model refused to answer")
    content = message.get("content")
    if reason != "stop" or not isinstance(content, str):
        raise ProviderFault("the provider's envelope holds no finished text")
    return content


def read_usage(tree: dict[str, Any]) -> Usage:
    """The tokens of a completion; `prompt_tokens` includes the cached ones."""
    return Usage(
        1,
        count(tree, "usage", "prompt_tokens"),
        count(tree, "usage", "prompt_tokens_details", "cached_tokens"),
        count(tree, "usage", "completion_tokens"),
    )
