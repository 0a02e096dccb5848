"""The official clients understand the server: answers, usage, and each error as their own class."""

from __future__ import annotations

import json

import anthropic
import httpx2
import openai
import pytest

from tests.provider_server import Fault, ServerOptions, expected_translation, run_provider

TEXT = "Open <g1>the {file}</g1> now."
QUESTION = json.dumps({"units": [{"id": "1", "text": TEXT}]})
ANSWER = {"units": [{"id": "1", "text": expected_translation(TEXT)}]}


@pytest.fixture(scope="module")
def running():
    with run_provider(ServerOptions(announce="openai", keys=("key-a", "key-b"))) as server:
        yield server


@pytest.fixture
def server(running):
    running.clear_rules()
    return running


@pytest.fixture(scope="module")
def openai_client(running):
    with openai.OpenAI(base_url=running.openai_url, api_key="key-a", max_retries=0) as client:
        yield client


@pytest.fixture(scope="module")
def anthropic_client(running):
    with anthropic.Anthropic(base_url=running.url, api_key="key-a", max_retries=0) as client:
        yield client


def complete(client, text=QUESTION, system="Translate."):
    messages = [{"role": "system", "content": system}, {"role": "user", "content": text}]
    return client.chat.completions.create(model="m", messages=messages)


def write(client, text=QUESTION, system="Translate."):
    message = {"role": "user", "content": text}
    return client.messages.create(model="m", max_tokens=100, system=system, messages=[message])


def test_the_openai_client_reads_a_translation_and_its_usage(server, openai_client):
    answer = complete(openai_client)
    assert json.loads(answer.choices[0].message.content) == ANSWER
    assert answer.choices[0].finish_reason == "stop"
    seen = server.list_exchanges()[-1]
    assert answer.usage.prompt_tokens == -(-seen.body_bytes // 4)
    assert answer.usage.completion_tokens > 0


def test_the_anthropic_client_reads_a_translation_and_its_usage(server, anthropic_client):
    answer = write(anthropic_client)
    assert json.loads(answer.content[0].text) == ANSWER
    assert answer.stop_reason == "end_turn"
    assert answer.usage.input_tokens == -(-server.list_exchanges()[-1].body_bytes // 4)


def test_both_clients_see_cached_tokens(server, openai_client, anthropic_client):
    for ask, client in ((complete, openai_client), (write, anthropic_client)):
        ask(client, system=f"{ask.__name__} " + "Be brief. " * 600)
        answer = ask(client, system=f"{ask.__name__} " + "Be brief. " * 600)
        cached = server.list_exchanges()[-1].prefix_cached_bytes // 4
        assert cached > 1024
        if ask is complete:
            assert answer.usage.prompt_tokens_details.cached_tokens == cached
        else:
            assert answer.usage.cache_read_input_tokens == cached
            assert (
                answer.usage.input_tokens
                == -(-server.list_exchanges()[-1].body_bytes // 4) - cached
            )


@pytest.mark.usefixtures("server")
def test_content_blocks_are_read_as_one_text(openai_client, anthropic_client):
    blocks = [{"type": "text", "text": QUESTION[:9]}, {"type": "text", "text": QUESTION[9:]}]
    assert json.loads(complete(openai_client, blocks).choices[0].message.content) == ANSWER
    assert json.loads(write(anthropic_client, blocks).content[0].text) == ANSWER


@pytest.mark.usefixtures("server")
def test_another_message_gets_a_plain_answer(openai_client):
    assert complete(openai_client, "Hello").choices[0].message.content == "You said: Hello"


@pytest.mark.parametrize(
    ("fault", "of_openai", "of_anthropic"),
    [
        (Fault("limited", "openai"), openai.RateLimitError, anthropic.RateLimitError),
        (Fault("limited", "anthropic"), openai.RateLimitError, anthropic.RateLimitError),
        (Fault("limited", "gemini"), openai.RateLimitError, anthropic.RateLimitError),
        (Fault("quota"), openai.RateLimitError, anthropic.RateLimitError),
        (Fault("quota", "anthropic"), openai.BadRequestError, anthropic.BadRequestError),
        (
            Fault("status", status=401),
            openai.AuthenticationError,
            anthropic.AuthenticationError,
        ),
        (
            Fault("status", status=403),
            openai.PermissionDeniedError,
            anthropic.PermissionDeniedError,
        ),
        (Fault("status", status=500), openai.InternalServerError, anthropic.InternalServerError),
        (
            Fault("status", status=503),
            openai.InternalServerError,
            anthropic.ServiceUnavailableError,
        ),
        (Fault("status", status=529), openai.InternalServerError, anthropic.OverloadedError),
        (Fault("cut_before"), openai.APIConnectionError, anthropic.APIConnectionError),
        (Fault("cut_midway"), openai.APIConnectionError, anthropic.APIConnectionError),
    ],
    ids=lambda value: f"{value.kind}-{value.status}" if isinstance(value, Fault) else "",
)
def test_each_fault_is_the_clients_own_error(
    server, openai_client, anthropic_client, fault, of_openai, of_anthropic
):
    server.add_fault(fault)
    with pytest.raises(of_openai):
        complete(openai_client)
    with pytest.raises(of_anthropic) as caught:
        write(anthropic_client)
    if type(caught.value).__name__ == "OverloadedError":
        assert caught.value.body["error"]["type"] == "overloaded_error"


def test_a_spent_quota_has_the_code_that_clients_look_for(server, openai_client):
    server.add_fault(Fault("quota"))
    with pytest.raises(openai.RateLimitError) as caught:
        complete(openai_client)
    assert caught.value.code == "insufficient_quota"


def test_a_wrong_key_is_refused_and_never_logged(server):
    with (
        openai.OpenAI(base_url=server.openai_url, api_key="key-x", max_retries=0) as client,
        pytest.raises(openai.AuthenticationError) as caught,
    ):
        complete(client)
    assert caught.value.code == "invalid_api_key"
    assert "key-x" not in repr(server.list_exchanges()[-1])


def test_silence_is_a_timeout(server, openai_client, anthropic_client):
    server.add_fault(Fault("silence"))
    with pytest.raises(openai.APITimeoutError):
        complete(openai_client.with_options(timeout=0.2))
    with pytest.raises(anthropic.APITimeoutError):
        write(anthropic_client.with_options(timeout=0.2))
    assert [(one.status, one.is_gone) for one in server.settle()[-2:]] == [(0, True)] * 2


def test_a_truncated_answer_says_so(server, openai_client, anthropic_client):
    server.add_fault(Fault("truncated"))
    choice = complete(openai_client).choices[0]
    assert choice.finish_reason == "length"
    with pytest.raises(ValueError, match=r"Expecting|Unterminated"):
        json.loads(choice.message.content)
    assert write(anthropic_client).stop_reason == "max_tokens"


def test_a_refusal_is_one_in_either_dialect(server, openai_client, anthropic_client):
    server.add_fault(Fault("refused"))
    assert complete(openai_client).choices[0].message.refusal
    assert write(anthropic_client).stop_reason == "refusal"


def test_a_redirect_leads_nowhere_and_names_its_goal(server):
    server.add_fault(Fault("redirect"))
    body = {"model": "m", "messages": [{"role": "user", "content": "x"}]}
    answer = httpx2.post(
        f"{server.openai_url}/chat/completions",
        json=body,
        headers={"authorization": "Bearer key-a"},
    )
    assert (answer.status_code, bool(answer.headers["location"])) == (307, True)


@pytest.mark.usefixtures("server")
def test_limits_are_announced_with_each_answer(openai_client):
    messages = [{"role": "user", "content": "x"}]
    raw = openai_client.chat.completions.with_raw_response.create(model="m", messages=messages)
    assert raw.headers["x-ratelimit-limit-requests"] == "60000"


def test_messages_without_a_limit_of_tokens_are_a_bad_request(server):
    body = {"model": "m", "messages": [{"role": "user", "content": "x"}]}
    answer = httpx2.post(f"{server.url}/v1/messages", json=body, headers={"x-api-key": "key-a"})
    assert answer.status_code == 400
    assert answer.json()["error"]["type"] == "invalid_request_error"
