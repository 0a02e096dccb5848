"""The wire contract with a translating model: units out and in as one small JSON object."""

from __future__ import annotations

import json
from typing import Any, Final

from dragoman.model.exchange import Request

SCHEMA: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "units": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"id": {"type": "string"}, "text": {"type": "string"}},
                "required": ["id", "text"],
                "additionalProperties": False,
            },
        }
    },
    "required": ["units"],
    "additionalProperties": False,
}
"""The JSON Schema of an answer; small, because every request carries it."""


def write_units(pairs: list[tuple[str, str]]) -> str:
    """The JSON object of (id, text) pairs, compact, every character as itself.

    >>> write_units([("1", "né")])
    '{"units":[{"id":"1","text":"né"}]}'
    """
    units = [{"id": unit_id, "text": text} for unit_id, text in pairs]
    return json.dumps({"units": units}, ensure_ascii=False, separators=(",", ":"))


def write_question(request: Request) -> str:
    """The last user message of `request`."""
    return write_units([(unit.id, unit.text) for unit in request.units])
