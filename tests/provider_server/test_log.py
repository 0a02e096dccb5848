"""The log file says what the server saw, while it is still running too."""

from __future__ import annotations

import json
from dataclasses import replace

import httpx2
import pytest

from tests.provider_server import Fault, ServerOptions, count_exchanges, read_log, run_provider
from tests.provider_server.log import hash_credential

KEY = "key-of-nobody"


def post(url, text="x", timeout=10):
    units = json.dumps({"units": [{"id": "1", "text": text}]})
    body = {"model": "m", "messages": [{"role": "user", "content": units}]}
    headers = {"authorization": f"Bearer {KEY}"}
    return httpx2.post(f"{url}/chat/completions", json=body, headers=headers, timeout=timeout)


def test_the_file_holds_what_memory_holds_and_no_key(tmp_path):
    path = tmp_path / "log.jsonl"
    with run_provider(ServerOptions(log=path, keep_bodies=True)) as server:
        server.add_fault(Fault("status", status=503), 2)
        assert [post(server.openai_url).status_code for _ in range(3)] == [200, 503, 200]
        seen = server.settle()
        assert read_log(path) == [replace(one, body=b"") for one in seen]
    assert [one.fault for one in seen] == ["", "status", ""]
    assert {one.credential for one in seen} == {hash_credential(KEY)}
    assert KEY not in path.read_text()


def test_a_request_is_logged_before_it_is_answered(tmp_path):
    path = tmp_path / "log.jsonl"
    with run_provider(ServerOptions(log=path)) as server:
        server.add_fault(Fault("silence"))
        with pytest.raises(httpx2.TimeoutException):
            post(server.openai_url, timeout=0.2)
        (one,) = read_log(path)
        assert one.texts == ("x",)
        server.settle()
        (one,) = read_log(path)
        assert (one.status, one.is_gone, one.is_answered) == (0, True, False)


def test_a_client_that_left_before_the_answer_is_marked():
    with run_provider(ServerOptions(latency_seconds=0.5)) as server:
        with pytest.raises(httpx2.TimeoutException):
            post(server.openai_url, timeout=0.1)
        assert server.settle()[0].is_gone


def test_sums_are_those_of_the_exchanges():
    with run_provider() as server:
        for _ in range(2):
            post(server.openai_url, "y" * 5000)
        sums = httpx2.get(server.url + "/stats").json()
        seen = server.list_exchanges()
    assert sums == count_exchanges(seen)
    assert (sums["requests"], sums["answered"], sums["units"]) == (2, 2, 2)
    assert sums["unit_text_bytes"] == 10_000
    assert sums["cached_bytes"] == seen[0].body_bytes
    assert sums["tokens"] == sum(one.body_bytes for one in seen) / 4
