"""The chat-completions dialect."""

from __future__ import annotations

import json

import pytest

from dragoman.errors import ProviderDeclined, ProviderFault, ProviderTruncated
from dragoman.providers.openai import open_openai, read_chat, read_usage, write_chat
from tests.provider_server import Fault, ServerOptions, expected_translation, run_provider
from tests.providers.requests import TEXTS, ask_for, model_at, read_pairs


async def test_units_come_back_translated_with_the_tokens_the_provider_counted():
    with run_provider(ServerOptions()) as server:
        provider = open_openai(model_at(server, "openai"))
        reply = await provider.translate(ask_for(*TEXTS, context="Section: Files"))
        await provider.close()
        seen = server.settle()[0]
    assert read_pairs(reply) == {
        str(at): expected_translation(text) for at, text in enumerate(TEXTS, start=1)
    }
    assert reply.usage.input_tokens == -(-seen.body_bytes // 4)
    assert reply.usage.output_tokens > 0
    assert seen.texts == TEXTS


async def test_an_answer_cut_by_length_is_never_an_answer():
    with run_provider() as server:
        server.add_fault(Fault("truncated"))
        provider = open_openai(model_at(server, "openai"))
        with pytest.raises(ProviderTruncated):
            await provider.translate(ask_for(*TEXTS))
        await provider.close()


def test_what_stays_the_same_comes_first_and_the_units_last():
    body = write_chat("m", ask_for("a", prefix="P", context="C", limit=9))
    assert [message["content"] for message in body["messages"]] == [
        "P", "C", '{"units":[{"id":"1","text":"a"}]}',
    ]  # fmt: skip
    assert body["max_completion_tokens"] == 9
    assert body["response_format"]["json_schema"]["strict"] is True
    assert list(body)[-2:] == ["messages", "max_completion_tokens"]


def test_two_requests_of_one_file_differ_in_nothing_before_their_units():
    one, two = (json.dumps(write_chat("m", ask_for(text, prefix="P" * 50))) for text in "ab")
    at = next(at for at, (left, right) in enumerate(zip(one, two, strict=True)) if left != right)
    assert one[at:].startswith("a")
    assert "P" * 50 in one[:at]


def choice(reason: str | None, **message: object) -> dict[str, object]:
    return {"choices": [{"finish_reason": reason, "message": message}]}


@pytest.mark.parametrize(
    ("tree", "kind"),
    [
        (choice("length", content="{}"), ProviderTruncated),
        (choice("content_filter", content="{}"), ProviderDeclined),
        (choice("stop", content=None, refusal="No."), ProviderDeclined),
        (choice("stop", content=None), ProviderFault),
        (choice("tool_calls", content="{}"), ProviderFault),
        (choice(None, content="{}"), ProviderFault),
        ({"choices": []}, ProviderFault),
        ({"choices": ["x"]}, ProviderFault),
        ({"choices": {"0": {}}}, ProviderFault),
        ({}, ProviderFault),
    ],
)
def test_an_envelope_without_a_finished_text_is_an_error(tree, kind):
    with pytest.raises(kind):
        read_chat(tree)


def test_cached_tokens_are_part_of_the_input():
    tree = {
        "usage": {
            "prompt_tokens": 100,
            "completion_tokens": 7,
            "prompt_tokens_details": {"cached_tokens": 60},
        }
    }
    usage = read_usage({**tree, "prompt_tokens_details": {"cached_tokens": 1}})
    assert (usage.input_tokens, usage.cached_tokens, usage.output_tokens) == (100, 60, 7)
