"""The server on a site's cluster: started until it is ready, and stopped."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import threading
from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from pathlib import Path
from typing import IO, Final

from dragoman.db.binaries import Binaries
from dragoman.db.cluster import drop_to, find_fault, scrub_environment
from dragoman.db.sighting import MARK, Presence, Sighting, look_at_server
from dragoman.db.site import PORT, Site, make_socket_directory
from dragoman.errors import DatabaseUnavailable

START_LIMIT: Final = timedelta(seconds=120)
"""*Source:* bench.md §4: recovery after a crash may take long; at least 120 s."""

STOP_LIMIT: Final = timedelta(seconds=20)
"""How long each of the two stops may take: the fast one writes a checkpoint, and the immediate
one, which loses nothing, leaves that to the next start."""

LARGEST_LOG_BYTES: Final = 1_000_000
"""The server's log starts anew at a start beyond this size."""

# A warm start takes about 200 ms; a person starts to wonder after some seconds.
_LOOK_AGAIN: Final = timedelta(milliseconds=30)
_SPEAK_EVERY: Final = timedelta(seconds=5)
_IN_THE_WAY = ("lock file", "pre-existing shared memory block", "is in use")
"""What a server says that meets the remains of a killed one: they go away, so we try again."""


class ServerProcess:
    """A postmaster that this process started, and its log from here on."""

    def __init__(self, process: subprocess.Popen[bytes], log: Path, offset: int) -> None:
        """Takes the process and the place in its log where its own lines begin."""
        self._process = process
        self._log = log
        self._offset = offset
        # Reaps it whenever it ends: as a zombie it would keep its pid, and postmaster.pid with that
        # pid would keep the next server from starting.
        threading.Thread(target=process.wait, daemon=True).start()

    @property
    def has_ended(self) -> bool:
        """Whether it is gone."""
        return self._process.returncode is not None

    def find_reason(self) -> str:
        """The last line of its log that names a failure, or its exit status."""
        with self._log.open("rb") as file:
            file.seek(self._offset)
            output = file.read().decode(errors="replace")
        return find_fault(output, self._process.returncode or 0)


def start_process(site: Site, binaries: Binaries) -> ServerProcess:
    """A server that has been told to start; whether it does, `look_at_server` shows.

    It gets a session of its own: Ctrl-C in a terminal does not reach it.
    """
    directory = make_socket_directory(site)
    options = {
        "listen_addresses": "",
        "unix_socket_directories": '"' + str(directory).replace('"', '""') + '"',
        "unix_socket_permissions": "0700",
        "port": str(PORT),
        "cluster_name": MARK,
        "fsync": "on",
        "logging_collector": "off",
        "log_destination": "stderr",
        # Leaves out DETAIL lines, which quote rows and with them texts.
        "log_error_verbosity": "terse",
    }
    command = [str(binaries.folder / "postgres"), "-D", str(site.cluster)]
    for name, value in options.items():
        command += ["-c", f"{name}={value}"]
    with _open_log(site.log) as log:
        offset = log.tell()
        process = subprocess.Popen(  # noqa: S603 - our own arguments, no shell
            command,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            cwd=site.cluster,
            env=scrub_environment(os.environ),
            start_new_session=True,
            umask=0o077,
            **drop_to(site),
        )
    return ServerProcess(process, site.log, offset)


async def start_server(site: Site, binaries: Binaries, report: Callable[[str], None]) -> Sighting:
    """The server, ready; started as often as it takes until `START_LIMIT`.

    Right after kill -9 of a server its children still hold the shared memory, and every start
    fails until they are gone (14 of 14 measured, bench.md §4). Whatever listens already is waited
    for: it may be the server of a command that was killed during its start.

    Raises: DatabaseUnavailable with the reason from the server's log.
    """
    process: ServerProcess | None = None
    reason = "it gives no connection"
    try:
        async with asyncio.timeout(START_LIMIT.total_seconds()), _tell_progress(report):
            while True:
                seen = await look_at_server(site)
                if seen.presence in {Presence.READY, Presence.CLOSED}:
                    return seen
                if process is not None and process.has_ended:
                    reason = process.find_reason()
                    process = None
                    if not any(words in reason for words in _IN_THE_WAY):
                        break
                elif process is None and seen.presence is Presence.ABSENT:
                    process = start_process(site, binaries)
                await asyncio.sleep(_LOOK_AGAIN.total_seconds())
    except TimeoutError:
        reason = f"{reason} after {START_LIMIT.seconds} seconds"
    raise DatabaseUnavailable(
        f"the embedded database does not start: {reason}",
        path=str(site.log),
        remedy="Read this log; the data itself is kept. DRAGOMAN_DATA_DIR can name a fresh place.",
    )


async def stop_server(site: Site) -> None:
    """Stops the server that runs on the site's cluster: fast, and if that takes long, immediately.

    Takes: a site whose server was just seen, so that the pid in its notes is its own.
    Raises: DatabaseUnavailable when it does not go.
    """
    for order in (signal.SIGINT, signal.SIGQUIT):
        pid = read_server_pid(site)
        if pid is None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, order)
        if await _wait_until_gone(site, pid):
            return
    raise DatabaseUnavailable(
        "the embedded database does not stop",
        path=str(site.log),
        remedy="Read this log, then run `dragoman db stop` again.",
    )


def read_server_pid(site: Site) -> int | None:
    """The pid in the server's notes, or None without notes: it takes them away as its last act."""
    try:
        return int((site.cluster / "postmaster.pid").read_text(encoding="utf-8").split("\n")[0])
    except (OSError, ValueError):
        return None


async def _wait_until_gone(site: Site, pid: int) -> bool:
    for _ in range(STOP_LIMIT // _LOOK_AGAIN):
        if read_server_pid(site) != pid or not _is_alive(pid):
            return True
        await asyncio.sleep(_LOOK_AGAIN.total_seconds())
    return False


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def _open_log(path: Path) -> IO[bytes]:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    if os.fstat(descriptor).st_size > LARGEST_LOG_BYTES:
        os.ftruncate(descriptor, 0)
    log = os.fdopen(descriptor, "ab")
    log.seek(0, os.SEEK_END)
    return log


@contextlib.asynccontextmanager
async def _tell_progress(report: Callable[[str], None]) -> AsyncIterator[None]:
    async def tell() -> None:
        seconds = 0
        while True:
            await asyncio.sleep(_SPEAK_EVERY.total_seconds())
            seconds += _SPEAK_EVERY.seconds
            report(f"The database is still starting after {seconds} seconds …")

    teller = asyncio.create_task(tell())
    try:
        yield
    finally:
        teller.cancel()
