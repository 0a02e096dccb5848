"""Hints of every provider family, and the traps in them."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.providers.hints import parse_duration, parse_wait, read_hint

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
SOON = NOW + timedelta(seconds=42)


def gemini(message: str, *details: dict[str, object]) -> bytes:
    return json.dumps({"error": {"code": 429, "message": message, "details": details}}).encode()


RETRY = {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "46s"}
OPENAI = {"x-ratelimit-remaining-requests": "0", "x-ratelimit-reset-requests": "6m0s"}


@pytest.mark.parametrize(
    ("headers", "body", "seconds"),
    [
        ({"retry-after": "7"}, b"", 7),
        ({"retry-after": format_datetime(SOON, usegmt=True)}, b"", 42),
        ({"retry-after-ms": "1500", "retry-after": "2"}, b"", 1.5),
        ({"retry-after": "nan"}, b"", None),
        ({"retry-after": "-1"}, b"", None),
        ({"retry-after": "inf"}, b"", None),
        ({"retry-after": "soon"}, b"", None),
        ({"retry-after": format_datetime(NOW - timedelta(hours=1), usegmt=True)}, b"", None),
        ({"retry-after": str(int(SOON.timestamp()))}, b"", 42),
        ({"retry-after": str(int(SOON.timestamp() * 1000))}, b"", 42),
        ({"retry-after": "99999"}, b"", 300),
        (OPENAI, b"", 300),
        ({**OPENAI, "x-ratelimit-reset-requests": "12ms"}, b"", 0.012),
        ({**OPENAI, "x-ratelimit-remaining-requests": "3"}, b"", None),
        ({"x-ratelimit-remaining-tokens": "0", "x-ratelimit-reset-tokens": "1m30s"}, b"", 90),
        ({"x-ratelimit-remaining-requests": "-1", "x-ratelimit-reset-requests": "9"}, b"", None),
        (
            {
                "anthropic-ratelimit-requests-remaining": "0",
                "anthropic-ratelimit-requests-reset": "2026-03-01T12:00:42Z",
            },
            b"",
            42,
        ),
        ({"x-ratelimit-reset": "3.5"}, b"", 3.5),
        ({}, gemini("Quota exceeded.", RETRY), 46),
        ({}, b"not json", None),
        ({}, b'[{"error":{"details":"x"}}]', None),
        ({"retry-after": "5"}, gemini("Quota exceeded.", RETRY), 5),
    ],
)
def test_the_wait_of_each_family_is_understood(headers, body, seconds):
    wait = read_hint(headers, body, NOW).wait
    assert (None if wait is None else wait.total_seconds()) == pytest.approx(seconds)


def quota(identity: str) -> dict[str, object]:
    kind = "type.googleapis.com/google.rpc.QuotaFailure"
    return {"@type": kind, "violations": [{"quotaId": identity}]}


@pytest.mark.parametrize(
    ("headers", "body", "expected"),
    [
        ({}, b'{"error":{"code":"insufficient_quota"}}', True),
        ({"x-ratelimit-limit-req-minute": "0"}, b"", True),
        ({"x-ratelimit-limit-requests": "0"}, b"", False),
        ({}, gemini("You exceeded your current quota.", quota("RequestsPerDay-Free")), True),
        ({}, gemini("You exceeded your current quota, limit: 0", RETRY), True),
        ({}, gemini("You exceeded your current quota.", quota("RequestsPerMinute"), RETRY), False),
        ({}, b'{"error":{"message":"Rate limit reached, try again"}}', False),
        ({}, b"", False),
    ],
)
def test_waiting_is_useless_only_where_the_quota_is_gone(headers, body, expected):
    assert read_hint(headers, body, NOW).is_permanent is expected


@pytest.mark.parametrize(
    ("headers", "limit"),
    [
        ({"x-ratelimit-limit-requests": "600"}, 600),
        ({"anthropic-ratelimit-requests-limit": "50"}, 50),
        ({"x-ratelimit-limit-req-minute": "60"}, 60),
        ({"x-ratelimit-limit": "10", "x-tokenlimit-limit": "1"}, 600),
        ({"x-ratelimit-limit-requests": "14400", "x-ratelimit-reset-requests": "2m59s"}, 0),
        ({"x-ratelimit-limit-requests": "-1"}, 0),
        ({"x-ratelimit-limit-requests": "nan"}, 0),
        ({}, 0),
    ],
)
def test_a_limit_per_minute_is_read_and_one_per_day_is_not(headers, limit):
    assert read_hint(headers, b"", NOW).per_minute == limit


@given(st.text(max_size=20))
def test_no_value_of_a_header_breaks_the_reader_or_gives_a_past_wait(text):
    for read in (lambda: parse_wait(text, NOW), lambda: parse_duration(text)):
        wait = read()
        assert wait is None or wait >= timedelta()


@given(st.binary(max_size=80))
def test_no_body_breaks_the_reader(body):
    assert read_hint({}, body, NOW).per_minute == 0
