"""One embedded server per test run, one database per worker; never the user's own."""

from __future__ import annotations

import asyncio
import os
import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.rows import tuple_row

from dragoman.db.connect import Database, open_database
from dragoman.db.embedded import hold_server
from dragoman.db.migrate import migrate
from dragoman.settings import Settings

ROOT_VARIABLE = "DRAGOMAN_TESTS_ROOT"
TEMPLATE = "dragoman_template"
KEPT = {"DRAGOMAN_PG_BIN", "DRAGOMAN_PG_USER", ROOT_VARIABLE}


def pytest_configure(config):
    """Gives this run and its xdist workers one directory, and forgets the user's settings."""
    for name in [name for name in os.environ if name.startswith("DRAGOMAN_")]:
        if name not in KEPT:
            del os.environ[name]
    if ROOT_VARIABLE not in os.environ:
        os.environ[ROOT_VARIABLE] = config.dragoman_root = str(make_open_directory())


def pytest_unconfigure(config):
    """Removes the directory where it was made: the workers are gone by then."""
    root = getattr(config, "dragoman_root", None)
    if root is not None:
        del os.environ[ROOT_VARIABLE]
        shutil.rmtree(root)


def make_open_directory() -> Path:
    """A new directory with a short path that the server's account may pass when root tests."""
    path = Path(tempfile.mkdtemp(prefix="dragoman-"))
    path.chmod(0o755 if os.geteuid() == 0 else 0o700)
    return path


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """psycopg runs on asyncio."""
    return "asyncio"


@pytest.fixture(scope="session")
def embedded_settings() -> Settings:
    """The settings with which this run's own embedded server is started and joined."""
    data_dir = Path(os.environ[ROOT_VARIABLE]) / "data"
    return Settings.load({**os.environ, "DRAGOMAN_DATA_DIR": str(data_dir)})


@pytest.fixture(scope="session")
def server_url(embedded_settings: Settings) -> Iterator[str]:
    """The address of a superuser on this run's server, which stays until the run's end."""
    held = asyncio.run(hold_server(embedded_settings, print))
    yield held.conninfo
    asyncio.run(held.release())


@pytest.fixture(scope="session")
def database_url(server_url: str, request: pytest.FixtureRequest) -> str:
    """The address of this worker's database, copied from a template that is migrated once."""
    worker = getattr(request.config, "workerinput", {}).get("workerid", "main")
    make_template(server_url)
    copy_template(server_url, f"dragoman_{worker}")
    return make_conninfo(server_url, dbname=f"dragoman_{worker}")


@pytest.fixture
def settings(database_url: str, tmp_path: Path) -> Settings:
    """Settings whose database is this worker's; every directory in them is this test's own."""
    return Settings(
        database_url=database_url, data_dir=tmp_path / "data", machine_file=tmp_path / "no.toml"
    )


@pytest.fixture
async def database(settings: Settings) -> AsyncIterator[Database]:
    """An open database without rows; emptied by DELETE afterwards, 30 times faster than anew."""
    database = await open_database(settings)
    yield database
    await database.close()
    delete_rows(settings.database_url)


def make_template(server_url: str) -> None:
    """Makes and migrates the template unless another worker did; the lock lets one at a time."""
    with psycopg.connect(server_url, autocommit=True) as admin:
        admin.execute("SELECT pg_advisory_lock(1)")
        found = admin.execute("SELECT 1 FROM pg_database WHERE datname = %s", [TEMPLATE])
        if found.fetchone() is None:
            admin.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(TEMPLATE)))
            asyncio.run(migrate_database(make_conninfo(server_url, dbname=TEMPLATE)))


def copy_template(server_url: str, name: str) -> None:
    """Makes the database `name` from the template, one worker at a time as PostgreSQL wants it."""
    with psycopg.connect(server_url, autocommit=True) as admin:
        admin.execute("SELECT pg_advisory_lock(1)")
        admin.execute(
            sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(
                sql.Identifier(name), sql.Identifier(TEMPLATE)
            )
        )


async def migrate_database(url: str) -> None:
    """Brings the database at `url` to the program's schema."""
    async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
        await migrate(connection)


def delete_rows(url: str) -> None:
    """Empties every table of ours but the list of migrations, whatever refers to what."""
    assert conninfo_to_dict(url)["dbname"] != TEMPLATE
    with psycopg.connect(url, autocommit=True, row_factory=tuple_row) as connection:
        connection.execute("SET session_replication_role = replica")  # no foreign-key triggers
        tables = connection.execute(
            "SELECT schemaname, tablename FROM pg_tables"
            " WHERE schemaname LIKE 'dragoman%' AND tablename <> 'migration'"
        ).fetchall()
        for schema, table in tables:
            connection.execute(sql.SQL("DELETE FROM {}").format(sql.Identifier(schema, table)))
