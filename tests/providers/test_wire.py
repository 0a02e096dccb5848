"""One HTTP exchange: what each failure is, and that nothing secret is in it."""

from __future__ import annotations

import traceback
from dataclasses import replace

import pytest

from dragoman.errors import (
    ConfigurationError,
    ProviderCredentials,
    ProviderCredit,
    ProviderDeclined,
    ProviderError,
    ProviderFault,
    ProviderOverloaded,
    ProviderRateLimit,
    ProviderRefused,
    ProviderTimeout,
    ProviderTooLong,
)
from dragoman.model.exchange import PaceHint
from dragoman.providers.models import open_provider
from dragoman.providers.wire import classify_failure, count, find_proxy
from tests.provider_server import ANNOUNCERS, QUOTAS, Fault, run_provider
from tests.providers.requests import SECRET, ask_for, model_at

TEXT = "A sentence that nobody may find in an error."

FAULTS = [
    (Fault("status", status=401), ProviderCredentials),
    (Fault("status", status=403), ProviderCredentials),
    (Fault("status", status=402), ProviderCredit),
    (Fault("status", status=400), ProviderRefused),
    (Fault("status", status=404), ProviderRefused),
    (Fault("status", status=413), ProviderTooLong),
    (Fault("status", status=422), ProviderRefused),
    (Fault("status", status=408), ProviderTimeout),
    (Fault("status", status=409), ProviderFault),
    (Fault("status", status=500), ProviderFault),
    (Fault("status", status=502), ProviderFault),
    (Fault("status", status=503), ProviderOverloaded),
    (Fault("status", status=504), ProviderTimeout),
    (Fault("status", status=529), ProviderOverloaded),
    (Fault("cut_before"), ProviderFault),
    (Fault("cut_midway"), ProviderFault),
    (Fault("half_json"), ProviderFault),
    (Fault("html"), ProviderFault),
    (Fault("redirect"), ProviderRefused),
    (Fault("refused"), ProviderDeclined),
    *[
        (Fault("limited", family=family, wait_seconds=7), ProviderRateLimit)
        for family in ANNOUNCERS
    ],
    *[(Fault("quota", family=family), ProviderCredit) for family in QUOTAS],
]


@pytest.fixture(scope="module")
def running():
    with run_provider() as server:
        yield server


async def fail(server, dialect: str, fault: Fault, timeout_seconds: float = 20.0) -> ProviderError:
    """The error of one request that meets `fault`; no second request is made."""
    server.clear_rules()
    server.add_fault(fault)
    before = len(server.list_exchanges())
    provider = open_provider(model_at(server, dialect, timeout_seconds))
    try:
        with pytest.raises(ProviderError) as raised:
            await provider.translate(ask_for(TEXT))
    finally:
        await provider.close()
    assert len(server.list_exchanges()) == before + 1
    return raised.value


@pytest.mark.parametrize("dialect", ["openai", "anthropic"])
@pytest.mark.parametrize(("fault", "kind"), FAULTS, ids=lambda value: str(value)[:60])
async def test_each_failure_is_its_own_error_after_one_attempt(running, dialect, fault, kind):
    error = await fail(running, dialect, fault)
    assert type(error) is kind
    shown = "".join(traceback.format_exception(error)) + repr(error)
    assert SECRET not in shown
    assert TEXT not in shown


@pytest.mark.parametrize("dialect", ["openai", "anthropic"])
async def test_an_answer_that_never_comes_is_a_timeout(running, dialect):
    error = await fail(running, dialect, Fault("silence"), timeout_seconds=0.3)
    assert type(error) is ProviderTimeout


@pytest.fixture
def proxied(monkeypatch):
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    return monkeypatch


async def test_this_machine_is_asked_without_the_proxy_of_the_environment(running, proxied):
    running.clear_rules()
    for name in ("HTTP_PROXY", "HTTPS_PROXY"):
        proxied.setenv(name, "http://127.0.0.1:9")
    proxied.setenv("ALL_PROXY", "socks5://127.0.0.1:9")
    for dialect in ("openai", "anthropic"):
        provider = open_provider(model_at(running, dialect))
        await provider.translate(ask_for(TEXT))
        await provider.close()


def test_only_the_proxy_that_concerns_the_address_is_used(proxied):
    proxied.setenv("HTTPS_PROXY", "proxy.example:3128")
    proxied.setenv("ALL_PROXY", "socks5://127.0.0.1:9")
    proxied.setenv("NO_PROXY", "near.example")
    assert find_proxy("https://api.example/v1") == "http://proxy.example:3128"
    assert find_proxy("http://api.example/v1") == "socks5://127.0.0.1:9"
    assert find_proxy("https://near.example/v1") is None
    assert find_proxy("http://[::1]:8000/v1") is None


@pytest.mark.parametrize("proxy", ["socks5://u:hush@a", "ftp://u:hush@a", "http://u:hush@a:b"])
def test_a_proxy_of_no_use_is_said_without_its_password(running, proxied, proxy):
    proxied.setenv("ALL_PROXY", proxy)
    model = replace(model_at(running, "openai"), base_url="https://api.example/v1")
    with pytest.raises(ConfigurationError, match="proxy") as raised:
        open_provider(model)
    assert raised.value.remedy
    assert "hush" not in "".join(traceback.format_exception(raised.value))


def test_an_address_that_is_none_is_a_configuration_error(running):
    model = replace(model_at(running, "openai"), base_url="http://999.1.1.1/v1")
    with pytest.raises(ConfigurationError, match="address of the model"):
        open_provider(model)


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (400, b'{"error":{"message":"You have reached your specified API usage limits."}}'),
        (429, b'{"error":{"type":"x","code":"credit_balance_exhausted"}}'),
        (429, b'{"error":{"type":"x","code":"project_spend_limit_exceeded"}}'),
        (429, b'{"error":{"type":"rate_limit_error","code":"enforced_spend_limit_reached"}}'),
        (400, b'{"error":{"message":"Your credit balance is too low to access the API."}}'),
    ],
)
def test_money_used_up_is_no_matter_of_waiting(status, body):
    error = classify_failure(status, body, PaceHint())
    assert type(error) is ProviderCredit
    assert error.is_permanent


async def test_an_address_where_nobody_listens_is_a_fault(running):
    model = replace(model_at(running, "openai"), base_url="http://127.0.0.1:9/v1")
    provider = open_provider(model)
    with pytest.raises(ProviderFault):
        await provider.translate(ask_for(TEXT))
    await provider.close()


def test_a_wrong_request_is_permanent_and_a_crowded_provider_is_not():
    assert classify_failure(400, b"", PaceHint()).is_permanent
    assert not classify_failure(429, b"", PaceHint()).is_permanent
    assert not classify_failure(529, b"", PaceHint()).is_permanent


@pytest.mark.parametrize(
    "body",
    [
        b'{"error":{"code":"context_length_exceeded","message":"too many"}}',
        b'{"message":"This model\'s maximum context length is 8192 tokens"}',
        b'{"error":{"type":"invalid_request_error","message":"prompt is too long: 9 > 8"}}',
    ],
)
def test_a_request_longer_than_the_model_reads_is_told_from_a_wrong_one(body):
    assert type(classify_failure(400, body, PaceHint())) is ProviderTooLong
    assert type(classify_failure(404, body, PaceHint())) is ProviderRefused


def test_only_whole_numbers_of_at_least_one_are_counted():
    tree = {"a": {"b": 3, "c": True, "d": -1, "e": "5", "f": 2.5}}
    assert [count(tree, "a", key) for key in "bcdefg"] == [3, 0, 0, 0, 0, 0]
    assert count(None, "a") == 0
