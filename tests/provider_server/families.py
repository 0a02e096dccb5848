"""How each provider tells its limits: headers of every answer, and its 429 and quota answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

from tests.provider_server.limits import LimitState

Headers = dict[str, str]


@dataclass(frozen=True, slots=True)
class Refusal:
    """An answer that refuses: status, headers, and a message, code or whole body of its own."""

    status: int = 429
    headers: Mapping[str, str] = field(default_factory=dict)
    message: str = "Rate limit reached. Please try again later."
    code: str = "rate_limit_exceeded"
    body: Any = None


def format_go(seconds: float) -> str:
    """A duration as Go writes it.

    >>> format_go(0.012), format_go(7.5), format_go(360)
    ('12ms', '7.5s', '6m0s')
    """
    if seconds < 1:
        return f"{round(seconds * 1000)}ms"
    minutes, rest = divmod(round(seconds, 3), 60)
    return f"{int(minutes)}m{rest:g}s" if minutes else f"{rest:g}s"


def format_instant(seconds: float) -> str:
    """The RFC 3339 time that many seconds from now."""
    return (datetime.now(UTC) + timedelta(seconds=seconds)).strftime("%Y-%m-%dT%H:%M:%SZ")


def announce_openai(state: LimitState) -> Headers:
    """Requests in Go durations, and a token window that is never the tight one."""
    return {
        "x-ratelimit-limit-requests": str(state.limit),
        "x-ratelimit-remaining-requests": str(state.remaining),
        "x-ratelimit-reset-requests": format_go(state.reset_seconds),
        "x-ratelimit-limit-tokens": "2000000",
        "x-ratelimit-remaining-tokens": "1999000",
        "x-ratelimit-reset-tokens": "12ms",
    }


def announce_azure(state: LimitState) -> Headers:
    """OpenAI's names, resets in whole seconds."""
    return {
        **announce_openai(state),
        "x-ratelimit-reset-requests": str(round(state.reset_seconds)),
        "x-ratelimit-reset-tokens": "0",
    }


def announce_anthropic(state: LimitState) -> Headers:
    """Resets as absolute times."""
    headers = {}
    for name, limit, left in (
        ("requests", state.limit, state.remaining),
        ("tokens", 480_000, 479_000),
        ("input-tokens", 400_000, 399_000),
        ("output-tokens", 80_000, 80_000),
    ):
        headers[f"anthropic-ratelimit-{name}-limit"] = str(limit)
        headers[f"anthropic-ratelimit-{name}-remaining"] = str(left)
        headers[f"anthropic-ratelimit-{name}-reset"] = format_instant(state.reset_seconds)
    return headers


def announce_together(state: LimitState) -> Headers:
    """Rates by the second."""
    return {
        "x-ratelimit-limit": f"{state.limit / 60:g}",
        "x-ratelimit-remaining": str(state.remaining),
        "x-ratelimit-reset": f"{state.wait_seconds or 1:g}",
        "x-tokenlimit-limit": "30000",
        "x-tokenlimit-remaining": "29000",
    }


def announce_groq(state: LimitState) -> Headers:
    """Requests of a day under OpenAI's names, tokens of a minute."""
    left = max(0, 14_400 - (state.limit - state.remaining))
    return {
        "x-ratelimit-limit-requests": "14400",
        "x-ratelimit-remaining-requests": str(left),
        "x-ratelimit-reset-requests": format_go((14_400 - left) * 6.0),
        "x-ratelimit-limit-tokens": "18000",
        "x-ratelimit-remaining-tokens": "17000" if state.wait_seconds == 0 else "0",
        "x-ratelimit-reset-tokens": format_go(state.wait_seconds or 3.3),
    }


def announce_mistral(state: LimitState) -> Headers:
    """Requests and tokens of a minute, tokens of a month."""
    return {
        "x-ratelimit-limit-req-minute": str(state.limit),
        "x-ratelimit-remaining-req-minute": str(state.remaining),
        "x-ratelimit-limit-tokens-minute": "500000",
        "x-ratelimit-remaining-tokens-minute": "499000",
        "x-ratelimit-tokens-query-cost": "120",
    }


def announce_cerebras(state: LimitState) -> Headers:
    """Requests of a day, tokens of a minute, resets in decimal seconds."""
    is_tight = state.wait_seconds > 0
    return {
        "x-ratelimit-limit-requests-day": "14400",
        "x-ratelimit-remaining-requests-day": "14000",
        "x-ratelimit-reset-requests-day": "33011.382867",
        "x-ratelimit-limit-tokens-minute": "60000",
        "x-ratelimit-remaining-tokens-minute": "0" if is_tight else "59000",
        "x-ratelimit-reset-tokens-minute": f"{state.wait_seconds or 11.38:.6f}",
    }


def announce_nothing(_state: LimitState) -> Headers:
    """No headers."""
    return {}


def refuse_gemini(wait: float) -> Refusal:
    """Nothing in the headers, everything in the body."""
    violation = {"quotaId": "GenerateRequestsPerMinutePerProjectPerModel", "quotaValue": "60"}
    return Refusal(body=write_gemini(violation, {"@type": _RETRY_INFO, "retryDelay": f"{wait:g}s"}))


_RETRY_INFO = "type.googleapis.com/google.rpc.RetryInfo"
_QUOTA_FAILURE = "type.googleapis.com/google.rpc.QuotaFailure"


def write_gemini(violation: Mapping[str, str], *more: Mapping[str, str]) -> list[Any]:
    """Gemini's error, a list of one, as its OpenAI-compatible address sends it."""
    details = [{"@type": _QUOTA_FAILURE, "violations": [violation]}, *more]
    return [
        {
            "error": {
                "code": 429,
                "message": "Resource has been exhausted (e.g. check quota).",
                "status": "RESOURCE_EXHAUSTED",
                "details": details,
            }
        }
    ]


def _wait_unsaid(_wait: float) -> Headers:
    return {}


def _wait_header(wait: float) -> Headers:
    return {"retry-after": str(max(1, -int(-wait // 1)))}


def _wait_ms(wait: float) -> Headers:
    return {"retry-after-ms": str(max(1, round(wait * 1000)))}


def _wait_date(wait: float) -> Headers:
    end = datetime.now(UTC) + timedelta(seconds=max(1.0, wait) + 1)
    return {"retry-after": format_datetime(end, usegmt=True)}


ANNOUNCERS: Mapping[str, Callable[[LimitState], Headers]] = {
    "silent": announce_nothing,
    "plain": announce_nothing,
    "date": announce_nothing,
    "openai": announce_openai,
    "openai-ms": announce_openai,
    "azure": announce_azure,
    "azure-text": announce_nothing,
    "anthropic": announce_anthropic,
    "together": announce_together,
    "groq": announce_groq,
    "mistral": announce_mistral,
    "gemini": announce_nothing,
    "cerebras": announce_cerebras,
}
"""What a family adds to every answer."""

_WAITS: Mapping[str, Callable[[float], Headers]] = {
    "plain": _wait_header,
    "date": _wait_date,
    "openai": _wait_header,
    "openai-ms": lambda wait: {**_wait_header(wait), **_wait_ms(wait)},
    "azure": lambda wait: {**_wait_header(wait), **_wait_ms(wait)},
    "anthropic": _wait_header,
    "together": _wait_header,
    "groq": _wait_header,
    "mistral": _wait_header,
}
"""What a family adds to its 429; the others say nothing but their announcement or body."""


def refuse_rate(family: str, state: LimitState) -> Refusal:
    """The 429 of a family for a limit that admits again in `state.wait_seconds`."""
    if family == "gemini":
        return refuse_gemini(state.wait_seconds)
    headers = {
        **ANNOUNCERS[family](state),
        **_WAITS.get(family, _wait_unsaid)(state.wait_seconds),
    }
    if family == "azure-text":
        seconds = max(1, round(state.wait_seconds))
        return Refusal(headers=headers, message=f"Please retry after {seconds} seconds.")
    return Refusal(headers=headers)


def refuse_quota(family: str) -> Refusal:
    """The answer of a family to whom waiting is useless."""
    return QUOTAS[family]


QUOTAS: Mapping[str, Refusal] = {
    "openai": Refusal(
        message="You exceeded your current quota, please check your plan and billing details.",
        code="insufficient_quota",
    ),
    "anthropic": Refusal(
        400,
        message="Your credit balance is too low to access the Anthropic API.",
        code="invalid_request_error",
    ),
    "mistral": Refusal(headers={"x-ratelimit-limit-req-minute": "0"}),
    "gemini": Refusal(
        body=write_gemini(
            {"quotaId": "GenerateRequestsPerDayPerProjectPerModel-FreeTier", "quotaValue": "0"},
            {"@type": _RETRY_INFO, "retryDelay": "46s"},
        )
    ),
    "payment": Refusal(402, message="Insufficient balance.", code="billing_error"),
}
