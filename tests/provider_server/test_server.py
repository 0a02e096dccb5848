"""The server speaks HTTP/1.1, keeps limits per credential, and can be changed while it runs."""

from __future__ import annotations

import asyncio
import json
import socket
import subprocess
import sys
import time
from urllib.parse import urlsplit

import httpx2
import pytest

from tests.house.tree import ROOT
from tests.provider_server import Fault, Rule, ServerOptions, read_log, run_provider

BODY = {"model": "m", "messages": [{"role": "user", "content": "x"}]}


def ask(client, url, key="k", body=BODY):
    return client.post(f"{url}/v1/chat/completions", json=body, headers={"x-api-key": key})


def talk(url, content):
    """Everything the server sends on one connection until it closes."""
    with socket.create_connection((urlsplit(url).hostname, urlsplit(url).port), 10) as line:
        line.sendall(content)
        if b"connection: close" not in content:
            line.shutdown(socket.SHUT_WR)
        return b"".join(iter(lambda: line.recv(65536), b""))


def write_raw(*, chunked=False, last=True):
    body = json.dumps(BODY).encode()
    size = b"transfer-encoding: chunked" if chunked else b"content-length: %d" % len(body)
    pieces = b"".join(b"%x\r\n%s\r\n" % (len(p), p) for p in (body[:9], body[9:])) + b"0\r\n\r\n"
    end = b"connection: close\r\n" if last else b""
    head = b"POST /v1/chat/completions HTTP/1.1\r\nx-api-key: k\r\n" + end + size + b"\r\n\r\n"
    return head + (pieces if chunked else body)


def test_a_connection_is_kept_until_the_client_closes_it():
    with run_provider() as server:
        assert talk(server.url, write_raw(last=False) * 2 + write_raw()).count(b"HTTP/1.1 200") == 3
        assert talk(server.url, write_raw() * 2).count(b"HTTP/1.1 200") == 1


def test_a_body_in_chunks_is_read():
    with run_provider() as server:
        assert b"You said: x" in talk(server.url, write_raw(chunked=True))


@pytest.mark.parametrize(
    "content", [b"nonsense\r\n\r\n", b"POST / HTTP/1.1\r\ncontent-length: -5\r\n\r\n", b"GET", b""]
)
def test_what_is_no_http_is_hung_up_on(content):
    with run_provider() as server:
        assert talk(server.url, content) == b""
        assert httpx2.get(server.url + "/stats").status_code == 200


def test_a_body_that_is_no_request_is_refused():
    with run_provider() as server, httpx2.Client() as client:
        for body in ([], {"model": "m", "messages": []}, {**BODY, "stream": True}):
            assert ask(client, server.url, body=body).status_code == 400
        assert client.get(server.url + "/v1/models").status_code == 404
        assert server.list_exchanges() == []


async def test_a_hundred_connections_are_served_at_once():
    with run_provider(ServerOptions(latency_seconds=0.3)) as server:
        limits = httpx2.Limits(max_connections=None)
        async with httpx2.AsyncClient(limits=limits, timeout=30) as client:
            answers = await asyncio.gather(*(ask(client, server.url) for _ in range(100)))
        seen = server.settle()
    assert {answer.status_code for answer in answers} == {200}
    first_answer = min(one.answered_mono for one in seen)
    assert sum(one.received_mono < first_answer for one in seen) > 50
    assert all(one.answered_mono - one.received_mono >= 0.3 for one in seen)


def test_each_credential_has_a_limit_of_its_own():
    options = ServerOptions(per_minute=60, burst=2, announce="anthropic")
    with run_provider(options) as server, httpx2.Client() as client:
        statuses = [ask(client, server.url, key).status_code for key in "aaabb"]
        refused = ask(client, server.url, "a")
    assert statuses == [200, 200, 429, 200, 200]
    assert refused.headers["anthropic-ratelimit-requests-remaining"] == "0"
    assert int(refused.headers["retry-after"]) >= 1


def test_a_sliding_window_refuses_beyond_its_limit():
    options = ServerOptions(per_minute=3, window="sliding")
    with run_provider(options) as server, httpx2.Client() as client:
        answers = [ask(client, server.url) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert not [name for name in answers[3].headers if "limit" in name or "retry" in name]


def test_a_refused_request_leaves_nothing_in_the_cache():
    long = {"model": "m", "messages": [{"role": "user", "content": "y" * 5000}]}
    with run_provider() as server, httpx2.Client() as client:
        server.add_rule(Rule(Fault("html"), times=1))
        options = ServerOptions(per_minute=1)
        for _ in range(2):
            ask(client, server.url, body=long)
        assert [bool(one.prefix_cached_bytes) for one in server.list_exchanges()] == [False, True]
        with run_provider(options) as other:
            ask(client, other.url)
            for _ in range(2):
                assert ask(client, other.url, body=long).status_code == 429
            assert [one.prefix_cached_bytes for one in other.list_exchanges()] == [0, 0, 0]


def test_rules_and_latency_change_while_it_runs():
    with run_provider() as server, httpx2.Client() as client:
        rule = {"kind": "status", "status": 529, "times": 1}
        done = client.post(server.url + "/control", json={"rules": [rule], "latency": 0.2})
        assert done.status_code == 200
        assert [ask(client, server.url).status_code for _ in range(2)] == [529, 200]
        one = server.settle()[-1]
        assert one.answered_mono - one.received_mono >= 0.2
        refused = client.post(server.url + "/control", json={"rules": [{"kind": "nonsense"}]})
        assert (refused.status_code, "nonsense" in refused.text) == (400, True)


def test_a_cut_answer_is_logged_as_none():
    with run_provider() as server, httpx2.Client() as client:
        for kind in ("cut_before", "cut_midway"):
            server.clear_rules()
            server.add_fault(Fault(kind))
            with pytest.raises(httpx2.TransportError):
                ask(client, server.url)
        seen = server.settle()
    assert [one.is_answered for one in seen] == [False, False]
    assert seen[1].answer_bytes > 0


def test_the_program_prints_its_address_and_ends_cleanly(tmp_path):
    script = tmp_path / "script.json"
    script.write_text('[{"kind": "status", "status": 503, "requests": [1]}]')
    log = tmp_path / "log.jsonl"
    options = ["--log", str(log), "--script", str(script), "--latency", "0.01"]
    program = subprocess.Popen(
        [sys.executable, "-m", "tests.provider_server", "--port", "0", *options],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert program.stdout
    url = program.stdout.readline().strip()
    with httpx2.Client() as client:
        assert [ask(client, url).status_code for _ in range(2)] == [503, 200]
        program.terminate()
        out, err = program.communicate(timeout=20)
    assert (program.returncode, out, err) == (0, "", "")
    assert [one.status for one in read_log(log)] == [503, 200]


def test_it_listens_on_loopback_only():
    with run_provider() as server:
        assert urlsplit(server.url).hostname == "127.0.0.1"


def test_times_are_those_of_the_wall_and_in_order():
    before = time.time()
    with run_provider() as server, httpx2.Client() as client:
        ask(client, server.url)
        (one,) = server.settle()
    assert before <= one.received_at <= one.answered_at <= time.time()
