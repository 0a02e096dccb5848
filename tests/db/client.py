"""A command that uses the database: says when its server started, and waits for a line or its end.

A program of the tests, started as a process of its own so that it can be killed.
"""

import asyncio
import os
import sys

from dragoman.db.connect import open_database
from dragoman.errors import DragomanError
from dragoman.settings import Settings


async def main() -> None:
    database = await open_database(Settings.load(os.environ))
    [row] = await database.fetch("SELECT pg_postmaster_start_time()::text AS started")
    print(row["started"], flush=True)  # noqa: T201 - how it speaks to the test
    await asyncio.to_thread(sys.stdin.readline)
    await database.close()


if __name__ == "__main__":
    try:
        asyncio.run(main())
    except DragomanError as fault:
        sys.exit(f"{fault.code}: {fault}")
