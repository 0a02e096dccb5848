"""The door to PostgreSQL: one pool, dict rows, and errors of our own tree."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

import psycopg
from psycopg import AsyncConnection
from psycopg.rows import dict_row
from psycopg_pool import AsyncConnectionPool, PoolClosed, PoolTimeout

from dragoman.db.migrate import migrate
from dragoman.db.named_sql import load_statements
from dragoman.errors import (
    ConfigurationError,
    DatabaseUnavailable,
    StorageError,
)
from dragoman.loading import load
from dragoman.settings import Settings

Row = dict[str, object]
Report = Callable[[str], None]

POOL_SIZE: Final = 8
"""Connections per process: as many as requests in flight by default; ten processes fit the
server's own limit of 100."""

CONNECT_LIMIT: Final = timedelta(seconds=30)
"""How long a server that should be there may take to give a connection."""

OLDEST_SERVER: Final = 140_000
"""PostgreSQL 14, as libpq numbers it. *Source:* HOUSE rules, "PostgreSQL >= 14"."""

_STATEMENTS = load_statements(Path(__file__).with_suffix(".sql"))


class Database:
    """An open database; a statement outside `transaction` is a transaction of its own."""

    def __init__(
        self,
        pool: AsyncConnectionPool[AsyncConnection[Row]],
        release: Callable[[], Awaitable[None]],
    ) -> None:
        """Takes an open pool and what lets go of the server behind it."""
        self._pool = pool
        self._release = release

    @contextlib.asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncConnection[Row]]:
        """A connection inside one transaction: committed at the end, rolled back on an error.

        Raises: DatabaseUnavailable, StorageError.
        """
        with wrap_errors():
            async with self._pool.connection() as connection, connection.transaction():
                yield connection

    async def fetch(self, statement: str, **parameters: object) -> list[Row]:
        """All rows of `statement`.

        Raises: DatabaseUnavailable, StorageError.
        """
        with wrap_errors():
            async with self._pool.connection() as connection:
                cursor = await connection.execute(statement.encode(), parameters)
                return await cursor.fetchall()

    async def execute(self, statement: str, **parameters: object) -> int:
        """The number of rows that `statement` touched.

        Raises: DatabaseUnavailable, StorageError.
        """
        with wrap_errors():
            async with self._pool.connection() as connection:
                cursor = await connection.execute(statement.encode(), parameters)
                return cursor.rowcount

    async def close(self) -> None:
        """Closes the pool and lets go of the server; may be called twice."""
        await self._pool.close()
        await self._release()


async def open_database(settings: Settings, report: Report = lambda _line: None) -> Database:
    """The database of `settings`, reachable and migrated.

    Without DRAGOMAN_DATABASE_URL the embedded server is started, or joined when it runs, and held
    until `close`; the last to close stops it. `report` gets a line when that takes a while.

    Raises: ConfigurationError, DatabaseUnavailable, SchemaTooNew.
    """
    if settings.database_url:
        return await _open_pool(settings.database_url, _release_nothing)
    if sys.platform == "win32":
        raise DatabaseUnavailable(
            "the embedded database needs Linux or macOS",
            remedy="Set DRAGOMAN_DATABASE_URL to a PostgreSQL >= 14.",
        )
    held = await load("dragoman.db.embedded:hold_server")(settings, report)
    try:
        return await _open_pool(held.conninfo, held.release)
    except BaseException:
        await held.release()
        raise


@contextlib.contextmanager
def wrap_errors() -> Iterator[None]:
    """Turns psycopg's errors into ours; the message names a class and a code, never a value.

    Raises: DatabaseUnavailable when the server is away, full or refuses us; StorageError when it
    refused a statement.
    """
    try:
        yield
    except (psycopg.OperationalError, psycopg.InterfaceError, PoolTimeout, PoolClosed) as fault:
        raise DatabaseUnavailable(
            f"the database does not answer ({_name_fault(fault)})",
            remedy="Run `dragoman db status`, then the command again; finished work is kept.",
        ) from fault
    except psycopg.Error as fault:
        raise StorageError(f"the database refused a statement ({_name_fault(fault)})") from fault


async def _open_pool(conninfo: str, release: Callable[[], Awaitable[None]]) -> Database:
    await _prepare_database(conninfo)
    pool: AsyncConnectionPool[AsyncConnection[Row]] = AsyncConnectionPool(
        conninfo,
        min_size=1,
        max_size=POOL_SIZE,
        open=False,
        timeout=CONNECT_LIMIT.total_seconds(),
        # autocommit: a lone statement costs one round trip instead of three.
        kwargs={"row_factory": dict_row, "autocommit": True, "application_name": "dragoman"},
        configure=_prepare_session,
        name="dragoman",
    )
    with wrap_errors():
        await pool.open(wait=True, timeout=CONNECT_LIMIT.total_seconds())
    return Database(pool, release)


async def _prepare_database(conninfo: str) -> None:
    """Migrates over a connection of its own, whose failure names its reason (a pool's does not)."""
    try:
        connection = await AsyncConnection.connect(
            conninfo, autocommit=True, connect_timeout=int(CONNECT_LIMIT.total_seconds())
        )
    except psycopg.ProgrammingError:
        # No cause: libpq's message repeats the URL, which may hold a password.
        raise ConfigurationError(
            "DRAGOMAN_DATABASE_URL is not a PostgreSQL URL",
            remedy="Write it as postgresql://user:password@host:5432/database.",
        ) from None
    except psycopg.Error as fault:
        raise DatabaseUnavailable(
            f"no connection to the database: {' '.join(str(fault).split())}",
            remedy="Check the server and DRAGOMAN_DATABASE_URL.",
        ) from fault
    async with connection:
        refuse_old_server(connection.info.server_version)
        with wrap_errors():
            await migrate(connection)


def refuse_old_server(version: int) -> None:
    """Nothing for PostgreSQL >= 14; `version` is libpq's number.

    Raises: DatabaseUnavailable.

    >>> refuse_old_server(150_018)
    """
    if version < OLDEST_SERVER:
        raise DatabaseUnavailable(
            f"the database is PostgreSQL {version // 10_000}; 14 or newer is needed",
            remedy="Point DRAGOMAN_DATABASE_URL to a newer server, or unset it.",
        )


async def _prepare_session(connection: AsyncConnection[Any]) -> None:
    await connection.execute(_STATEMENTS["prepare_session"].encode())


async def _release_nothing() -> None:
    """Your own server is not ours to stop."""


def _name_fault(fault: Exception) -> str:
    """The class and, where the server gave one, the SQLSTATE; both are free of content."""
    state = fault.sqlstate if isinstance(fault, psycopg.Error) else None
    return f"{type(fault).__name__} {state}" if state else type(fault).__name__
