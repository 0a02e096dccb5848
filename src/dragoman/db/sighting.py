"""A look at the embedded server: who stands behind its socket."""

from __future__ import annotations

import os
import socket
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Final

import psycopg
from psycopg import AsyncConnection
from psycopg.conninfo import make_conninfo
from psycopg.rows import dict_row

from dragoman.db.named_sql import load_statements
from dragoman.db.site import Site, locate_socket, read_secret

MARK: Final = "dragoman-supervised"
"""cluster_name of every server we start: how a later command knows that it may stop it. The server
itself says it, so no file can be lost or out of date."""

ROLE: Final = "dragoman"
"""The superuser that initdb makes; no account of the system has to bear its name."""

DATABASE: Final = "postgres"
"""initdb makes this database; one more of our own would only be one more step that can fail."""

_STATEMENTS = load_statements(Path(__file__).with_suffix(".sql"))


class Presence(Enum):
    """What stands behind the socket."""

    ABSENT = "absent"
    COMING = "coming"
    """Something listens, but gives no connection: it recovers, or it is about to stop."""
    CLOSED = "closed"
    """A server is there and refuses our password."""
    READY = "ready"
    """*Source:* bench.md §4: ready = a successful connection, never a pid."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """What a look at the server found."""

    presence: Presence
    version: str = ""
    is_ours: bool = False


def describe_conninfo(site: Site) -> str:
    """How to connect to the site's server; says everything, so that PG… variables say nothing."""
    place = locate_socket(site)
    return make_conninfo(
        host=str(place.parent),
        port=place.suffix.removeprefix("."),
        user=ROLE,
        password=read_secret(site),
        dbname=DATABASE,
        options="",
        sslmode="disable",
        connect_timeout=10,
        application_name="dragoman",
    )


async def look_at_server(site: Site) -> Sighting:
    """What stands behind the site's socket right now."""
    if not has_listener(locate_socket(site)):
        return Sighting(Presence.ABSENT)
    try:
        connection = await AsyncConnection.connect(
            describe_conninfo(site), autocommit=True, row_factory=dict_row
        )
        async with connection:
            cursor = await connection.execute(_STATEMENTS["describe_server"].encode())
            row = await cursor.fetchone() or {}
    except psycopg.OperationalError as fault:
        is_closed = "password authentication failed" in str(fault)
        return Sighting(Presence.CLOSED if is_closed else Presence.COMING)
    is_ours = row["cluster_name"] == MARK and Path(row["data_directory"]) == site.cluster.resolve()
    return Sighting(Presence.READY, row["version"].partition(" ")[0], is_ours)


def has_listener(place: Path) -> bool:
    """Whether anything listens on the socket; a dead server's socket file refuses."""
    with socket.socket(socket.AF_UNIX) as probe:
        probe.settimeout(0)
        try:
            probe.connect(os.fsencode(place))
        except BlockingIOError:
            return True
        except OSError:
            return False
    return True
