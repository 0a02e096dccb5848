"""What a reply's headers and body say about waiting and limits; header names in lower case."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Any, Final

from dragoman.model.exchange import PaceHint

LONGEST_WAIT: Final = timedelta(minutes=5)
"""A longer hint is cut to this. *Source:* spec/recovery §2."""

_UNITS: Final = {
    "ns": 1e-9,
    "us": 1e-6,
    "µs": 1e-6,
    "ms": 1e-3,
    "s": 1.0,
    "m": 60.0,
    "h": 3600.0,
    "d": 86400.0,
}
_DURATION: Final = re.compile(r"(?:\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h|d))+")
_PART: Final = re.compile(r"(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h|d)")
_TEXT_WAIT: Final = re.compile(r"retry after (\d+(?:\.\d+)?) seconds?", re.IGNORECASE)
_PERMANENT: Final = re.compile(
    r"insufficient_quota|credit balance|billing_hard_limit|limit: 0\b"
    r"|\"quotaId\"\s*:\s*\"[^\"]*per_?day",
    re.IGNORECASE,
)
"""What says that waiting is useless. Gemini says "exceeded your current quota" of a minute's window
too; there the id tells the window."""
_BUCKETS: Final = (
    *(("x-ratelimit-remaining-" + n, "x-ratelimit-reset-" + n) for n in ("requests", "tokens")),
    ("x-ratelimit-remaining", "x-ratelimit-reset"),
    ("x-ratelimit-remaining-tokens-minute", "x-ratelimit-reset-tokens-minute"),
    ("x-ratelimit-remaining-requests-day", "x-ratelimit-reset-requests-day"),
    *(
        (f"anthropic-ratelimit-{n}-remaining", f"anthropic-ratelimit-{n}-reset")
        for n in ("requests", "tokens", "input-tokens", "output-tokens")
    ),
)
"""Per bucket: what is left of it, and when it is full again."""

_PER_MINUTE: Final = (
    "x-ratelimit-limit-req-minute",
    "anthropic-ratelimit-requests-limit",
    "x-ratelimit-limit-requests",
)
_DAY: Final = 86_400.0
"""Seconds."""


def read_hint(headers: Mapping[str, str], body: bytes, now: datetime) -> PaceHint:
    """The hint of one reply received at `now` (aware).

    Order: milliseconds, retry-after, the body's own wait, the resets of exhausted buckets.
    *Source:* spec/recovery §2 and the providers' documented headers.

    >>> read_hint({"retry-after": "7"}, b"", datetime.now(UTC)).wait
    datetime.timedelta(seconds=7)
    """
    details = _read_body(body)
    wait = _first_wait(headers, details, body, now)
    if wait is not None:
        wait = min(wait, LONGEST_WAIT)
    return PaceHint(wait, read_limit(headers), is_permanent(headers, body))


def is_permanent(headers: Mapping[str, str], body: bytes) -> bool:
    """Whether waiting is useless: quota gone, a window of a day, an allowance of 0.

    >>> is_permanent({"x-ratelimit-limit-req-minute": "0"}, b"")
    True
    >>> is_permanent({"x-ratelimit-limit-requests": "0"}, b"")  # Azure says this when it knows none
    False
    """
    none = any(
        headers.get(f"x-ratelimit-limit-{name}", "").strip() == "0"
        for name in ("req-minute", "tokens-minute", "tokens-month")
    )
    text = body.decode("utf-8", "replace")
    is_used_up = "exceeded your current quota" in text and "google.rpc" not in text
    return none or is_used_up or _PERMANENT.search(text) is not None


def read_limit(headers: Mapping[str, str]) -> float:
    """The request limit per minute that `headers` name, 0 when unknown or of another window.

    >>> read_limit({"x-ratelimit-limit-requests": "600"})
    600.0
    >>> read_limit({"x-ratelimit-limit-requests": "14400", "x-ratelimit-reset-requests": "2m59s"})
    0.0
    """
    for name in _PER_MINUTE:
        limit = _read_number(headers.get(name, ""))
        if limit and not (name == "x-ratelimit-limit-requests" and _is_daily(headers, limit)):
            return limit
    if "x-tokenlimit-limit" in headers:  # Together: per second
        return 60 * (_read_number(headers.get("x-ratelimit-limit", "")) or 0.0)
    return 0.0


def _is_daily(headers: Mapping[str, str], limit: float) -> bool:
    """Groq's window is a day under OpenAI's name: its reset exceeds a minute, or refills in one."""
    reset = parse_duration(headers.get("x-ratelimit-reset-requests", ""))
    left = _read_number(headers.get("x-ratelimit-remaining-requests", ""))
    if reset is None:
        return False
    seconds = reset.total_seconds()
    used = limit - left if left is not None else 0.0
    return seconds > 60 or (used > 0 and abs(limit * seconds / used / _DAY - 1) < 0.1)


def parse_wait(text: str, now: datetime) -> timedelta | None:
    """The wait that a header value means, or None.

    A number over 1e12 is epoch milliseconds, over 1e9 epoch seconds, else relative seconds; then
    durations, HTTP dates and RFC 3339. NaN, negative values and the past say nothing.

    >>> parse_wait("6m0s", datetime.now(UTC))
    datetime.timedelta(seconds=360)
    >>> parse_wait("-1", datetime.now(UTC)) is parse_wait("nan", datetime.now(UTC)) is None
    True
    """
    text = text.strip()
    try:
        number = float(text)
    except ValueError:
        return parse_duration(text) or _until(_read_date(text), now)
    if not math.isfinite(number) or number < 0:
        return None
    if number > 1e9:
        return _until(_read_epoch(number / 1000 if number > 1e12 else number), now)
    return timedelta(seconds=number)


def parse_duration(text: str) -> timedelta | None:
    """The time that a duration like `6m0s`, `12ms` or a bare number of seconds means, or None."""
    number = _read_number(text)
    if number is not None:
        return timedelta(seconds=min(number, 1e9))
    if not _DURATION.fullmatch(text.strip()):
        return None
    seconds = sum(float(count) * _UNITS[unit] for count, unit in _PART.findall(text))
    return timedelta(seconds=min(seconds, 1e9))


def _first_wait(
    headers: Mapping[str, str], details: Any, body: bytes, now: datetime
) -> timedelta | None:
    milliseconds = _read_number(headers.get("retry-after-ms", ""))
    if milliseconds is not None:
        return timedelta(milliseconds=min(milliseconds, 1e9))
    waits = [parse_wait(headers.get("retry-after", ""), now), _body_wait(details, body)]
    for wait in waits:
        if wait is not None:
            return wait
    resets = [
        parse_wait(headers.get(reset, ""), now)
        for left, reset in _BUCKETS
        if _is_exhausted(headers, left, reset)
    ]
    return max((wait for wait in resets if wait is not None), default=None)


def _is_exhausted(headers: Mapping[str, str], left: str, reset: str) -> bool:
    if left not in headers:
        return reset == "x-ratelimit-reset"  # Together may send the reset alone
    return _read_number(headers[left]) == 0


def _body_wait(details: Any, body: bytes) -> timedelta | None:
    for detail in details:
        if str(detail.get("@type", "")).endswith("google.rpc.RetryInfo"):
            return parse_duration(str(detail.get("retryDelay", "")))
    match = _TEXT_WAIT.search(body.decode("utf-8", "replace"))
    return timedelta(seconds=min(float(match[1]), 1e9)) if match else None


def _read_body(body: bytes) -> list[dict[str, Any]]:
    """The `error.details` of a JSON body, whether it is one error or a list of one."""
    try:
        tree = json.loads(body)
    except (ValueError, RecursionError):
        return []
    tree = tree[0] if isinstance(tree, list) and tree else tree
    error = tree.get("error") if isinstance(tree, dict) else None
    details = error.get("details") if isinstance(error, dict) else None
    return [item for item in details if isinstance(item, dict)] if isinstance(details, list) else []


def _read_number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) and number >= 0 else None


def _read_date(text: str) -> datetime | None:
    try:
        date = datetime.fromisoformat(text)
    except ValueError:
        try:
            date = parsedate_to_datetime(text)
        except (ValueError, IndexError):
            return None
    return date if date.tzinfo else date.replace(tzinfo=UTC)


def _read_epoch(seconds: float) -> datetime | None:
    try:
        return datetime.fromtimestamp(seconds, UTC)
    except (ValueError, OverflowError, OSError):
        return None


def _until(date: datetime | None, now: datetime) -> timedelta | None:
    return date - now if date is not None and date > now else None
