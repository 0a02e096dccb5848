"""A server that cannot start says why; its log stays small and quotes no rows."""

import subprocess

import psycopg
import pytest

from dragoman.db import server
from dragoman.db.binaries import Binaries
from dragoman.db.server import LARGEST_LOG_BYTES, ServerProcess, _open_log, start_server
from dragoman.db.site import Site, find_site
from dragoman.errors import DatabaseUnavailable


@pytest.fixture
def broken_site(tmp_path, monkeypatch):
    monkeypatch.setattr("dragoman.db.site.LONGEST_SOCKET_BYTES", 1000)
    site = Site(tmp_path / "root", None)
    site.cluster.mkdir(parents=True)
    return site


def write_server(folder, script):
    (folder / "postgres").write_text(f"#!/bin/sh\n{script}\n")
    (folder / "postgres").chmod(0o755)
    return Binaries(folder, "system")


async def test_the_reason_comes_from_the_servers_log(broken_site, tmp_path):
    binaries = write_server(tmp_path, 'echo "x FATAL:  No space left on device" >&2; exit 1')
    with pytest.raises(DatabaseUnavailable, match="No space left on device") as caught:
        await start_server(broken_site, binaries, print)
    assert caught.value.path == str(broken_site.log)


async def test_the_remains_of_a_killed_server_are_waited_for(broken_site, tmp_path):
    count = tmp_path / "count"
    binaries = write_server(
        tmp_path,
        f"echo x >> {count}; [ $(wc -l < {count}) -lt 4 ] && "
        'echo "FATAL:  pre-existing shared memory block is still in use" >&2 || '
        'echo "FATAL:  gave up" >&2; exit 1',
    )
    with pytest.raises(DatabaseUnavailable, match="gave up"):
        await start_server(broken_site, binaries, print)
    assert len(count.read_text().split()) == 4


async def test_a_start_that_never_ends_is_told_and_ends(broken_site, tmp_path, monkeypatch):
    monkeypatch.setattr(server, "START_LIMIT", server._LOOK_AGAIN * 10)
    monkeypatch.setattr(server, "_SPEAK_EVERY", server._LOOK_AGAIN * 2)
    told = []
    binaries = write_server(tmp_path, "exec sleep 5")
    with pytest.raises(DatabaseUnavailable, match="gives no connection after"):
        await start_server(broken_site, binaries, told.append)
    assert told


def test_a_large_log_starts_anew(tmp_path):
    path = tmp_path / "log"
    path.write_bytes(b"x" * 10)
    with _open_log(path) as log:
        assert log.tell() == 10
    path.write_bytes(b"x" * (LARGEST_LOG_BYTES + 1))
    with _open_log(path) as log:
        assert log.tell() == 0


def test_a_server_that_ended_by_itself_gives_its_status(tmp_path):
    (tmp_path / "log").touch()
    process = ServerProcess(subprocess.Popen(["false"]), tmp_path / "log", 0)
    process._process.wait()
    assert process.has_ended
    assert process.find_reason() == "it ended with status 1"


async def test_the_log_of_the_server_never_quotes_a_row(database, embedded_settings):
    with pytest.raises(psycopg.errors.CheckViolation):
        async with database._pool.connection() as connection:
            await connection.execute(
                "INSERT INTO dragoman.checkpoint (scope, target, model, expires_at)"
                " VALUES (%s, %s, 'm', '2000-01-01')",
                ["a", "a very secret sentence"],
            )
    log = find_site(embedded_settings).log.read_text()
    assert "checkpoint_check" in log
    assert "a very secret sentence" not in log
