"""The pool, its transactions and its errors, on a real server."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import psycopg
import pytest

from dragoman.db.connect import open_database, refuse_old_server
from dragoman.errors import ConfigurationError, DatabaseUnavailable, StorageError

ADD = """INSERT INTO dragoman.checkpoint (scope, target, model, expires_at)
VALUES (%(scope)s, %(target)s, 'pseudo', clock_timestamp() + interval '7 days')"""
COUNT = "SELECT count(*) AS rows FROM dragoman.checkpoint"


async def test_rows_are_dicts_and_touched_rows_are_counted(database):
    assert await database.execute(ADD, scope="a", target="Á") == 1
    assert await database.fetch("SELECT scope, target FROM dragoman.checkpoint") == [
        {"scope": "a", "target": "Á"}
    ]
    assert await database.execute("DELETE FROM dragoman.checkpoint") == 1


async def test_a_database_starts_empty_whatever_the_test_before_it_left(database):
    assert await database.fetch(COUNT) == [{"rows": 0}]
    await database.execute(ADD, scope="a", target="left behind")


async def add_and_fail(database):
    async with database.transaction() as connection:
        await connection.execute(ADD.encode(), {"scope": "a", "target": "b"})
        raise ZeroDivisionError


async def test_an_error_rolls_the_transaction_back(database):
    with pytest.raises(ZeroDivisionError):
        await add_and_fail(database)
    assert await database.fetch(COUNT) == [{"rows": 0}]


async def test_a_transaction_that_ends_well_is_seen_by_others(database):
    async with database.transaction() as connection:
        await connection.execute(ADD.encode(), {"scope": "a", "target": "b"})
        assert await database.fetch(COUNT) == [{"rows": 0}]
    assert await database.fetch(COUNT) == [{"rows": 1}]


async def test_times_arrive_aware_and_in_utc(database):
    [row] = await database.fetch("SELECT clock_timestamp() AS now")
    assert row["now"].tzinfo.utcoffset(None) == timedelta()
    assert abs(datetime.now(UTC) - row["now"]) < timedelta(minutes=1)


async def test_a_refused_statement_names_its_state_and_no_value(database):
    await database.execute(ADD, scope="a", target="secret text")
    with pytest.raises(StorageError) as caught:
        await database.execute(ADD, scope="a", target="secret text")
    assert "UniqueViolation 23505" in str(caught.value)
    assert "secret" not in str(caught.value)


async def lose_connection(database, server_url):
    async with database.transaction() as connection:
        with psycopg.connect(server_url, autocommit=True) as admin:
            admin.execute("SELECT pg_terminate_backend(%s, 5000)", [connection.info.backend_pid])
        await connection.execute("SELECT 1")


async def test_a_connection_that_is_lost_is_an_error_of_ours_and_the_next_one_works(
    database, server_url
):
    [before] = await database.fetch("SELECT pg_backend_pid() AS pid")
    with pytest.raises(DatabaseUnavailable, match="AdminShutdown 57P01"):
        await lose_connection(database, server_url)
    [after] = await database.fetch("SELECT pg_backend_pid() AS pid")
    assert after["pid"] != before["pid"]


async def test_a_closed_database_is_unavailable_and_closes_again(settings):
    database = await open_database(settings)
    await database.close()
    with pytest.raises(DatabaseUnavailable):
        await database.fetch("SELECT 1")
    await database.close()


async def test_a_server_that_is_not_there_names_the_reason_and_the_remedy(settings):
    absent = replace(settings, database_url="postgresql://someone:secret@127.0.0.1:1/x")
    with pytest.raises(DatabaseUnavailable, match="refused") as caught:
        await open_database(absent)
    assert "DRAGOMAN_DATABASE_URL" in caught.value.remedy
    assert "secret" not in str(caught.value)


async def test_an_address_that_is_none_is_a_mistake_of_configuration(settings):
    with pytest.raises(ConfigurationError) as caught:
        await open_database(replace(settings, database_url="mysql:secret"))
    assert "secret" not in str(caught.value)


def test_a_server_older_than_14_is_refused():
    with pytest.raises(DatabaseUnavailable, match="PostgreSQL 13; 14 or newer"):
        refuse_old_server(130_022)
