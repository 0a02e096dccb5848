"""Requests and models for the tests of the room."""

from __future__ import annotations

import json
from datetime import timedelta

from dragoman.model.exchange import Ask, Reply, Request
from dragoman.providers.model import Model
from tests.provider_server import RunningServer

TEXTS = ("Open <g1>the {file}</g1> now.", "Two <g1/> words at https://a.example/b")
SECRET = "sk-a-key-that-nobody-may-see"


def ask_for(*texts: str, prefix: str = "Translate.", context: str = "", limit: int = 0) -> Request:
    units = tuple(Ask(str(number), text) for number, text in enumerate(texts, start=1))
    return Request("en", "es", prefix, context, units, limit)


def model_at(server: RunningServer, dialect: str, timeout_seconds: float = 20.0) -> Model:
    base = server.openai_url if dialect == "openai" else server.url
    return Model(
        f"{dialect}/m",
        dialect,
        "m",
        base_url=base,
        credential_id="test",
        key=SECRET,
        timeout=timedelta(seconds=timeout_seconds),
    )


def read_pairs(reply: Reply) -> dict[str, str]:
    return {unit["id"]: unit["text"] for unit in json.loads(reply.content)["units"]}
