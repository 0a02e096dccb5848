"""The embedded server's story: join or start it, hold it, and stop it when nobody is left.

Every start and stop happens under one lock file. Who uses the server is told by files that stay
locked while their process lives; so kill -9 of any command leaves nothing wrong, at most a server
that nobody uses, and the next command joins that and stops it in the end.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from dragoman.db.binaries import Binaries, find_binaries, place_binaries
from dragoman.db.cluster import make_cluster, read_major
from dragoman.db.registry import Client, hold_lock, list_clients, register_client
from dragoman.db.server import start_server, stop_server
from dragoman.db.sighting import Presence, describe_conninfo, look_at_server
from dragoman.db.site import Site, find_root, find_site, locate_socket, prepare_site, unwritable
from dragoman.errors import DatabaseUnavailable, RepositoryBusy
from dragoman.settings import Settings

Report = Callable[[str], None]


class HeldServer:
    """A running server that does not go away before `release`."""

    def __init__(self, site: Site, client: Client) -> None:
        """Takes the site of a ready server and our place in its list of clients."""
        self.conninfo = describe_conninfo(site)
        self._site = site
        self._client: Client | None = client

    async def release(self) -> None:
        """Leaves the server, and stops it if nobody else is there and we (any of us) started it."""
        client, self._client = self._client, None
        if client is None:
            return
        async with hold_lock(self._site.lock, _say_nothing):
            client.close()
            if list_clients(self._site.clients):
                return
            if (await look_at_server(self._site)).is_ours:
                await stop_server(self._site)


@dataclass(frozen=True, slots=True)
class ServerStatus:
    """What `dragoman db status` tells."""

    root: Path
    socket: Path
    presence: Presence
    version: str
    is_ours: bool
    clients: list[int]


async def hold_server(settings: Settings, report: Report) -> HeldServer:
    """The embedded server of `settings`: joined or started, ready, and held.

    Raises: ConfigurationError, DatabaseUnavailable.
    """
    site = prepare_site(settings)
    try:
        async with hold_lock(site.lock, report):
            client = register_client(site.clients)
            try:
                await _ensure_ready(site, settings, report)
                return HeldServer(site, client)
            except BaseException:
                client.close()
                raise
    except OSError as fault:
        raise unwritable(site.root, fault) from fault


async def find_status(settings: Settings) -> ServerStatus:
    """What is there; starts nothing, makes nothing and waits for nobody."""
    site = find_site(settings)
    seen = await look_at_server(site)
    return ServerStatus(
        root=site.root,
        socket=locate_socket(site),
        presence=seen.presence,
        version=seen.version,
        is_ours=seen.is_ours,
        clients=list_clients(site.clients),
    )


async def stop_idle_server(settings: Settings, *, is_forced: bool, report: Report) -> Presence:
    """What was there before; it is stopped now, one in use only if `is_forced`.

    Raises: RepositoryBusy with the pids of its users; DatabaseUnavailable when it does not stop or
    is not one of ours.
    """
    if not find_root(settings).is_dir():
        return Presence.ABSENT
    site = prepare_site(settings)
    async with hold_lock(site.lock, report):
        seen = await look_at_server(site)
        if seen.presence is Presence.ABSENT:
            return Presence.ABSENT
        users = list_clients(site.clients)
        if users and not is_forced:
            raise RepositoryBusy(
                f"the database is in use by pid {', '.join(map(str, users))}",
                remedy="Wait for these commands, or stop it under them with --force; "
                "nothing committed is lost.",
            )
        if seen.presence is Presence.READY and not seen.is_ours:
            raise DatabaseUnavailable(
                "this server was not started by dragoman",
                path=str(site.cluster),
                remedy="Stop it the way it was started (pg_ctl stop).",
            )
        await stop_server(site)
    return seen.presence


async def _ensure_ready(site: Site, settings: Settings, report: Report) -> None:
    seen = await look_at_server(site)
    if seen.presence in {Presence.ABSENT, Presence.COMING}:
        binaries = await _make_ready(site, settings, report)
        seen = await start_server(site, binaries, report)
    if seen.presence is Presence.CLOSED:
        raise DatabaseUnavailable(
            "the embedded database does not accept its password",
            path=str(site.secret),
            remedy="Restore this file, or set DRAGOMAN_DATA_DIR to a fresh directory.",
        )


async def _make_ready(site: Site, settings: Settings, report: Report) -> Binaries:
    """Programs that can run, and a cluster they can open."""
    found = find_binaries(settings)
    is_new = not site.cluster.is_dir()
    if is_new:
        report(f"Preparing the embedded database in {site.root} (once) …")
    if site.account is not None:
        site.copies.mkdir(mode=0o755, exist_ok=True)
    binaries = await asyncio.to_thread(place_binaries, found, site.account, site.copies)
    if is_new:
        await make_cluster(site, binaries)
    else:
        await _refuse_other_major(site, binaries)
    return binaries


async def _refuse_other_major(site: Site, binaries: Binaries) -> None:
    theirs = (site.cluster / "PG_VERSION").read_text(encoding="ascii").strip()
    ours = await read_major(binaries)
    if theirs != ours:
        raise DatabaseUnavailable(
            f"the embedded database was made by PostgreSQL {theirs}; "
            f"the programs here ({binaries.origin}) are PostgreSQL {ours}",
            path=str(site.cluster),
            remedy=f"Set DRAGOMAN_PG_BIN to the programs of PostgreSQL {theirs}, or move this "
            "directory away: a new one is made, without the checkpoints and paces in it.",
        )


def _say_nothing(_line: str) -> None:
    """A release waits in silence."""
