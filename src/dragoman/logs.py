"""Logs without content: JSON lines on standard error, and only keys from one list pass."""

from __future__ import annotations

import logging
import sys
from collections.abc import MutableMapping
from typing import Any

import structlog

ALLOWED_KEYS = frozenset(
    {
        "event", "level", "timestamp", "room", "code", "kind", "locale", "count", "attempt",
        "seconds", "provider", "model", "status", "credential_id", "units", "files", "requests",
        "input_tokens", "cached_tokens", "output_tokens", "pid", "rate", "path_hash",
    }
)  # fmt: skip
"""Every key a log line may carry; none of them can hold a text, a prompt, a key or a path."""


def drop_unlisted(
    _logger: object, _name: str, line: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    """The line with every key that is not listed removed.

    >>> drop_unlisted(None, "", {"event": "sent", "text": "secret"})
    {'event': 'sent'}
    """
    return {key: value for key, value in line.items() if key in ALLOWED_KEYS}


def configure_logs(level: str) -> None:
    """Sets up logging for this process; `level` is debug, info, warning or error."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            drop_unlisted,
            structlog.processors.JSONRenderer(sort_keys=True),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(
            logging.getLevelNamesMapping()[level.upper()]
        ),
        logger_factory=structlog.PrintLoggerFactory(file=sys.stderr),
        cache_logger_on_first_use=False,
    )


def get_logger(name: str) -> Any:
    """A logger whose lines carry `room=name`; events are fixed words, never formatted text."""
    return structlog.get_logger(room=name)
