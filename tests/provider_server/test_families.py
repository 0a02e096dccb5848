"""Each family says its limits in its own way, traps included."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

from dragoman.providers.hints import read_hint
from tests.provider_server import ANNOUNCERS, QUOTAS
from tests.provider_server.answers import refuse
from tests.provider_server.families import format_go, refuse_quota, refuse_rate
from tests.provider_server.limits import LimitState

STATE = LimitState(limit=600, remaining=0, wait_seconds=7.0, reset_seconds=42.0)
TELLING = sorted(ANNOUNCERS.keys() - {"silent"})


def read(refusal):
    answer = refuse("openai", refusal)
    return read_hint(answer.headers, answer.body, datetime.now(UTC))


@pytest.mark.parametrize("family", TELLING)
def test_the_wait_of_every_family_can_be_read(family):
    wait = read(refuse_rate(family, STATE)).wait
    assert wait is not None
    assert 5 <= wait.total_seconds() <= 9


def test_the_silent_say_nothing():
    assert read(refuse_rate("silent", STATE)).wait is None


@pytest.mark.parametrize("family", sorted(QUOTAS.keys() - {"payment"}))
def test_a_quota_that_is_spent_reads_as_permanent(family):
    assert read(refuse_quota(family)).is_permanent


@pytest.mark.parametrize("family", sorted(ANNOUNCERS))
def test_a_limit_of_rate_is_no_spent_quota(family):
    assert not read(refuse_rate(family, STATE)).is_permanent


def test_gemini_says_everything_in_the_body():
    refusal = refuse_rate("gemini", STATE)
    assert refusal.headers == {}
    assert json.loads(refuse("openai", refusal).body)[0]["error"]["status"] == "RESOURCE_EXHAUSTED"


def test_azure_counts_in_seconds_what_openai_writes_as_a_duration():
    name = "x-ratelimit-reset-requests"
    assert ANNOUNCERS["azure"](STATE)[name] == "42"
    assert ANNOUNCERS["openai"](STATE)[name] == "42s"


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.0, "0ms"), (0.5, "500ms"), (59.5, "59.5s"), (60, "1m0s"), (90.5, "1m30.5s")],
)
def test_durations_are_written_as_go_does(seconds, text):
    assert format_go(seconds) == text
