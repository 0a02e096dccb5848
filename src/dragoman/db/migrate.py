"""Brings a database to the schema of the program: numbered files, forward only, one at a time."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from psycopg import AsyncConnection

from dragoman.db.named_sql import load_statements
from dragoman.errors import SchemaTooNew

MIGRATIONS: Final = Path(__file__).with_name("migrations")
"""The folder of the schema `dragoman`."""

LINE: Final = "dragoman"
"""The line of migrations of the rooms; the engine numbers its own."""

_TURN: Final = 0x6472_6167_6F6D_616E
"""Key of the advisory lock: the eight letters of dragoman, so that nobody else's key meets ours."""

_STATEMENTS = load_statements(Path(__file__).with_suffix(".sql"))
_FILE_NAME = re.compile(r"(?P<number>[0-9]{4})_(?P<name>[a-z0-9_]+)\.sql")


@dataclass(frozen=True, slots=True)
class Migration:
    """One file: its number, its name, and SQL that may hold several statements."""

    number: int
    name: str
    text: str


def list_migrations(folder: Path) -> list[Migration]:
    """The migrations in `folder` by number.

    Raises: ValueError for another file name or a gap in the numbers 1, 2, 3, …
    """
    found: list[Migration] = []
    for path in sorted(folder.glob("*.sql")):
        match = _FILE_NAME.fullmatch(path.name)
        if match is None:
            raise ValueError(f"{path.name} is not named like 0001_what.sql")
        if int(match["number"]) != len(found) + 1:
            raise ValueError(f"{path.name} should have the number {len(found) + 1:04}")
        found.append(Migration(len(found) + 1, match["name"], path.read_text(encoding="utf-8")))
    return found


async def migrate(
    connection: AsyncConnection[Any], folder: Path = MIGRATIONS, line: str = LINE
) -> int:
    """How many migrations ran; afterwards the database is at the last number of `folder`.

    All of them run in one transaction, so a killed program leaves nothing half done. A database
    that is up to date costs two reads and takes no lock.

    Takes: a connection in autocommit mode.
    Raises: SchemaTooNew when the database knows a higher number than `folder`.
    """
    known = list_migrations(folder)
    if not _list_pending(known, await read_version(connection, line)):
        return 0
    async with connection.transaction():
        await connection.execute(_sql("take_turn"), {"key": _TURN})
        await connection.execute(_sql("make_schema"))
        await connection.execute(_sql("make_table"))
        # Read again: another program may have migrated while this one waited for its turn.
        pending = _list_pending(known, await read_version(connection, line))
        for migration in pending:
            await connection.execute(migration.text.encode())
            await connection.execute(
                _sql("record_migration"),
                {"line": line, "number": migration.number, "name": migration.name},
            )
    return len(pending)


async def read_version(connection: AsyncConnection[Any], line: str = LINE) -> int:
    """The number of the newest migration that ran in this database; 0 for an empty one."""
    cursor = await connection.execute(_sql("has_table"))
    if not _first_value(await cursor.fetchone()):
        return 0
    cursor = await connection.execute(_sql("find_latest"), {"line": line})
    return int(_first_value(await cursor.fetchone()))


def _list_pending(known: Sequence[Migration], version: int) -> Sequence[Migration]:
    if version > len(known):
        raise SchemaTooNew(
            f"the database is at schema {version}, this program knows {len(known)}",
            remedy="Install the version of dragoman that migrated it, or a newer one.",
        )
    return known[version:]


def _sql(name: str) -> bytes:
    return _STATEMENTS[name].encode()


def _first_value(row: Any) -> Any:
    """The only value of a row, whatever the connection makes rows of."""
    return next(iter(row.values())) if isinstance(row, dict) else row[0]
