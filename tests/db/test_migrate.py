"""Migrations run once, in order, whole or not at all, and never backwards."""

import asyncio
import shutil

import psycopg
import pytest
from psycopg import AsyncConnection, sql
from psycopg.conninfo import make_conninfo

from dragoman.db.connect import open_database
from dragoman.db.migrate import MIGRATIONS, list_migrations, migrate, read_version
from dragoman.errors import SchemaTooNew, UsageError


@pytest.fixture
def empty_url(server_url, request):
    """A database without any schema of ours."""
    name = "dragoman_empty_" + str(abs(hash(request.node.nodeid)))
    with psycopg.connect(server_url, autocommit=True) as admin:
        admin.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        yield make_conninfo(server_url, dbname=name)
        admin.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def connect(url):
    return AsyncConnection.connect(url, autocommit=True)


async def test_an_empty_database_is_brought_to_the_last_number_and_then_left_alone(empty_url):
    async with await connect(empty_url) as connection:
        assert await read_version(connection) == 0
        assert await migrate(connection) == len(list_migrations(MIGRATIONS))
        assert await migrate(connection) == 0
        assert await read_version(connection) == len(list_migrations(MIGRATIONS))


async def test_eight_programs_at_once_migrate_once(empty_url):
    connections = [await connect(empty_url) for _ in range(8)]
    counts = await asyncio.gather(*(migrate(connection) for connection in connections))
    for connection in connections:
        await connection.close()
    assert sorted(counts) == [0] * 7 + [len(list_migrations(MIGRATIONS))]


async def test_a_migration_that_fails_leaves_nothing_of_those_before_it(empty_url, tmp_path):
    folder = tmp_path / "migrations"
    shutil.copytree(MIGRATIONS, folder)
    broken = len(list_migrations(folder)) + 1
    (folder / f"{broken:04}_broken.sql").write_text("CREATE TABLE dragoman.x (); SELECT 1 / 0;")
    async with await connect(empty_url) as connection:
        with pytest.raises(psycopg.errors.DivisionByZero):
            await migrate(connection, folder)
        assert await read_version(connection) == 0
        assert await migrate(connection) == broken - 1


async def test_only_what_is_new_runs(empty_url, tmp_path):
    folder = tmp_path / "migrations"
    shutil.copytree(MIGRATIONS, folder)
    number = len(list_migrations(folder)) + 1
    async with await connect(empty_url) as connection:
        await migrate(connection)
        (folder / f"{number:04}_more.sql").write_text("CREATE TABLE dragoman.more (id int)")
        assert await migrate(connection, folder) == 1


async def test_a_newer_schema_is_refused_with_a_remedy_as_a_usage_error(settings, database_url):
    newer = len(list_migrations(MIGRATIONS)) + 1
    with psycopg.connect(database_url, autocommit=True) as admin:
        admin.execute("INSERT INTO dragoman.migration VALUES ('dragoman', %s, 'later')", [newer])
        try:
            with pytest.raises(SchemaTooNew, match=f"schema {newer}") as caught:
                await open_database(settings)
        finally:
            admin.execute("DELETE FROM dragoman.migration WHERE number = %s", [newer])
    assert isinstance(caught.value, UsageError)  # exit 2
    assert caught.value.remedy


async def test_lines_are_numbered_apart(empty_url, tmp_path):
    (tmp_path / "0001_engine.sql").write_text("CREATE SCHEMA dragoman_engine")
    async with await connect(empty_url) as connection:
        await migrate(connection)
        assert await migrate(connection, tmp_path, "dragoman_engine") == 1
        assert await read_version(connection, "dragoman_engine") == 1
        assert await read_version(connection) == len(list_migrations(MIGRATIONS))


@pytest.mark.parametrize("names", [["0002_gap.sql"], ["first.sql"], ["0001_a.sql", "0001_b.sql"]])
def test_files_that_are_not_numbered_in_a_row_are_refused(tmp_path, names):
    for name in names:
        (tmp_path / name).write_text("SELECT 1")
    with pytest.raises(ValueError, match=r"\.sql"):
        list_migrations(tmp_path)


def test_every_migration_says_why_and_which_lock():
    for migration in list_migrations(MIGRATIONS):
        head = migration.text.split("\n\n")[0]
        assert head.startswith("-- Why: "), migration.name
        assert "\n-- Lock: " in head, migration.name
