"""The Messages dialect."""

from __future__ import annotations

import pytest

from dragoman.errors import ProviderDeclined, ProviderFault, ProviderTruncated
from dragoman.providers.anthropic import open_anthropic, read_message, read_usage, write_message
from tests.provider_server import Fault, expected_translation, run_provider
from tests.providers.requests import TEXTS, ask_for, model_at, read_pairs


async def test_units_come_back_translated_with_the_tokens_the_provider_counted():
    with run_provider() as server:
        provider = open_anthropic(model_at(server, "anthropic"))
        reply = await provider.translate(ask_for(*TEXTS, context="Section: Files"))
        await provider.close()
        seen = server.settle()[0]
    assert read_pairs(reply) == {
        str(at): expected_translation(text) for at, text in enumerate(TEXTS, start=1)
    }
    assert reply.usage.input_tokens == -(-seen.body_bytes // 4)
    assert seen.dialect == "anthropic"


async def test_an_answer_cut_by_length_is_never_an_answer():
    with run_provider() as server:
        server.add_fault(Fault("truncated"))
        provider = open_anthropic(model_at(server, "anthropic"))
        with pytest.raises(ProviderTruncated):
            await provider.translate(ask_for(*TEXTS))
        await provider.close()


def test_only_a_long_prefix_asks_to_be_cached():
    short = write_message("m", ask_for("a", prefix="P"))
    long = write_message("m", ask_for("a", prefix="P" * 5000))
    assert "cache_control" not in short["system"][0]
    assert long["system"][0]["cache_control"] == {"type": "ephemeral"}


def test_the_units_are_the_last_message_and_a_limit_is_always_named():
    body = write_message("m", ask_for("a", context="C"))
    assert body["messages"][-1]["content"] == '{"units":[{"id":"1","text":"a"}]}'
    assert 8_192 < body["max_tokens"] <= 21_333
    assert write_message("m", ask_for("a", limit=5))["max_tokens"] == 5
    assert "system" not in write_message("m", ask_for("a", prefix=""))


def message(reason: str, *blocks: object) -> dict[str, object]:
    return {"stop_reason": reason, "content": list(blocks)}


@pytest.mark.parametrize(
    ("tree", "kind"),
    [
        (message("max_tokens", {"type": "text", "text": "{}"}), ProviderTruncated),
        (message("model_context_window_exceeded"), ProviderTruncated),
        (message("refusal"), ProviderDeclined),
        (message("pause_turn", {"type": "text", "text": "{}"}), ProviderFault),
        (message("tool_use", {"type": "text", "text": "{}"}), ProviderFault),
        (message("end_turn"), ProviderFault),
        (message("end_turn", "x", {"type": "thinking", "text": "y"}), ProviderFault),
        ({"stop_reason": "end_turn", "content": "x"}, ProviderFault),
        ({}, ProviderFault),
    ],
)
def test_an_envelope_without_a_finished_text_is_an_error(tree, kind):
    with pytest.raises(kind):
        read_message(tree)


def test_text_blocks_are_one_text():
    blocks = ({"type": "text", "text": "a"}, {"type": "thinking"}, {"type": "text", "text": "b"})
    assert read_message(message("end_turn", *blocks)) == "ab"


def test_cached_tokens_are_added_to_the_input():
    usage = {
        "input_tokens": 10,
        "cache_read_input_tokens": 60,
        "cache_creation_input_tokens": 30,
        "output_tokens": 7,
    }
    read = read_usage({"usage": usage})
    assert (read.input_tokens, read.cached_tokens, read.output_tokens) == (100, 60, 7)
