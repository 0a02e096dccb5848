from __future__ import annotations

import json

import pytest
import structlog

from dragoman.logs import ALLOWED_KEYS, configure_logs, get_logger


@pytest.fixture(autouse=True)
def fresh_logs():
    yield
    structlog.reset_defaults()


def write_line(capsys, level: str = "info", **keys) -> list[dict]:
    configure_logs(level)
    get_logger("tests").info("sent", **keys)
    return [json.loads(line) for line in capsys.readouterr().err.splitlines()]


def test_a_line_is_json_on_standard_error(capsys):
    (line,) = write_line(capsys, units=3)
    assert (line["event"], line["units"], line["level"]) == ("sent", 3, "info")
    assert line["timestamp"].endswith("Z")


def test_only_listed_keys_pass(capsys):
    (line,) = write_line(capsys, text="secret words", prompt="p", path="/a", count=1)
    assert set(line) <= ALLOWED_KEYS
    assert "secret" not in json.dumps(line)


def test_a_lower_level_is_silent(capsys):
    assert write_line(capsys, level="warning") == []


def test_no_key_could_hold_content():
    assert not ALLOWED_KEYS & {"text", "source", "target", "prompt", "key", "path", "message"}
