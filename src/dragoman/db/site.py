"""Where the embedded server keeps its files, and who owns them."""

from __future__ import annotations

import hashlib
import os
import secrets
import stat
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import platformdirs

from dragoman.db.account import Account, find_account, find_barrier
from dragoman.errors import ConfigurationError, DatabaseUnavailable
from dragoman.settings import Settings

PORT: Final = 5432
"""Only part of the socket's name; the server does not listen on TCP."""

SOCKET_NAME: Final = f".s.PGSQL.{PORT}"

LONGEST_SOCKET_BYTES: Final = 100
"""Longest path of the socket itself, its directory included. *Source:* bench.md §4 asks this of
the directory; sockaddr_un holds 103 bytes on macOS and 107 on Linux, so the whole path obeys it."""

ROOTS_HOME: Final = Path("/var/lib/dragoman")
"""*Source:* bench.md §4: as root on Linux; root's own home is closed to the server's account."""


@dataclass(frozen=True, slots=True)
class Site:
    """The data directory and the account that owns the cluster in it; None = this user."""

    root: Path
    account: Account | None

    @property
    def lock(self) -> Path:
        """Locked around start and stop."""
        return self.root / "supervisor.lock"

    @property
    def clients(self) -> Path:
        """One locked file per command that uses the server."""
        return self.root / "clients"

    @property
    def cluster(self) -> Path:
        """PostgreSQL's own data directory."""
        return self.root / "cluster"

    @property
    def copies(self) -> Path:
        """Binaries that another account can run."""
        return self.root / "binaries"

    @property
    def secret(self) -> Path:
        """The password, in a file that only the caller can read."""
        return self.root / "secret"

    @property
    def log(self) -> Path:
        """What the server writes."""
        return self.root / "server.log"

    @property
    def owner(self) -> int:
        """The uid the server runs under."""
        return self.account.uid if self.account else os.geteuid()


def find_root(settings: Settings) -> Path:
    """The data directory that `settings` mean; it need not exist."""
    if settings.data_dir is not None:
        return settings.data_dir.expanduser().absolute()
    if os.geteuid() == 0 and sys.platform == "linux":
        return ROOTS_HOME
    return Path(platformdirs.user_data_dir("dragoman", appauthor=False))


def find_site(settings: Settings) -> Site:
    """The site of `settings`, looked at but not touched.

    Raises: ConfigurationError when its cluster belongs to another account, or the account cannot
    reach it.
    """
    site = Site(find_root(settings), find_account(settings.pg_user))
    _refuse_foreign_cluster(site)
    if site.account is not None:
        _refuse_closed_path(site.root, site.account)
    return site


def prepare_site(settings: Settings) -> Site:
    """The site of `settings` with its directories made.

    Raises: ConfigurationError, DatabaseUnavailable.
    """
    site = find_site(settings)
    try:
        # Root's own files stay closed one by one; the server's account must pass the directory.
        site.root.mkdir(mode=0o755 if site.account else 0o700, parents=True, exist_ok=True)
        site.clients.mkdir(mode=0o700, exist_ok=True)
    except OSError as fault:
        raise unwritable(site.root, fault) from fault
    # Again: the umask may have closed what was just made.
    if site.account is not None:
        _refuse_closed_path(site.root, site.account)
    return site


def unwritable(path: Path, fault: OSError) -> DatabaseUnavailable:
    """The error for a data directory that the system does not let us write."""
    return DatabaseUnavailable(
        f"the embedded database cannot be kept here: {fault.strerror or type(fault).__name__}",
        path=str(fault.filename or path),
        remedy="Make room or give access, or set DRAGOMAN_DATA_DIR to another directory.",
    )


def choose_socket_directory(site: Site) -> Path:
    """The directory of the socket: in the site, or in the temporary directory if that is too long.

    The second depends on the site alone (not on TMPDIR), so that every command finds the same.
    """
    inside = site.root / "socket"
    if len(os.fsencode(inside / SOCKET_NAME)) <= LONGEST_SOCKET_BYTES:
        return inside
    digest = hashlib.sha256(os.fsencode(site.root)).hexdigest()[:12]
    return Path("/tmp") / f"dragoman-{site.owner}-{digest}"  # noqa: S108 - checked when made


def make_socket_directory(site: Site) -> Path:
    """The directory of the socket, made, owned by the server's account and closed to others.

    Raises: DatabaseUnavailable when somebody else made it first.
    """
    directory = choose_socket_directory(site)
    try:
        directory.mkdir(mode=0o700)
        give_to(directory, site.account)
    except FileExistsError:
        pass
    status = directory.lstat()
    is_ours = stat.S_ISDIR(status.st_mode) and status.st_uid == site.owner
    if not is_ours or stat.S_IMODE(status.st_mode) != 0o700:
        raise DatabaseUnavailable(
            "the directory for the database's socket is not ours alone",
            path=str(directory),
            remedy="Remove it, or set DRAGOMAN_DATA_DIR to a directory with a shorter path.",
        )
    return directory


def locate_socket(site: Site) -> Path:
    """The socket of the server that last ran on the cluster, by its own notes; else the usual one.

    *Source:* PostgreSQL's postmaster.pid: line 4 is the port, line 5 the socket directory. Its
    first line, a pid, proves nothing: pids are used again.
    """
    try:
        notes = (site.cluster / "postmaster.pid").read_text(encoding="utf-8").splitlines()
    except OSError:
        notes = []
    if len(notes) >= 5 and notes[4]:
        return Path(notes[4]) / f".s.PGSQL.{notes[3]}"
    return choose_socket_directory(site) / SOCKET_NAME


def give_to(path: Path, account: Account | None) -> None:
    """Makes `account` the owner of `path`; nothing to do for an ordinary user."""
    if account is not None:
        os.chown(path, account.uid, account.gid)


def write_secret(site: Site) -> str:
    """A new random password, kept in the site's secret file, which only this user can read."""
    secret = secrets.token_urlsafe(32)
    descriptor, name = tempfile.mkstemp(dir=site.root, prefix="secret.")  # mode 0600
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(secret)
        file.flush()
        os.fsync(file.fileno())
    Path(name).replace(site.secret)
    return secret


def read_secret(site: Site) -> str:
    """The password of the cluster; "" when its file is missing."""
    try:
        return site.secret.read_text(encoding="ascii")
    except FileNotFoundError:
        return ""


def _refuse_foreign_cluster(site: Site) -> None:
    try:
        owner = site.cluster.stat().st_uid
    except FileNotFoundError:
        return
    except OSError as fault:
        raise unwritable(site.cluster, fault) from fault
    if owner != site.owner:
        raise ConfigurationError(
            f"the embedded database belongs to the account with uid {owner}, not {site.owner}",
            path=str(site.cluster),
            remedy="Run as that account (as root: set DRAGOMAN_PG_USER to it), or set "
            "DRAGOMAN_DATA_DIR to another directory.",
        )


def _refuse_closed_path(root: Path, account: Account) -> None:
    barrier = find_barrier(root, account)
    if barrier is not None:
        raise ConfigurationError(
            f"the account {account.name}, under which root runs PostgreSQL, cannot pass this "
            "directory",
            path=str(barrier),
            remedy="Set DRAGOMAN_DATA_DIR to a directory outside private homes, for example "
            f"{ROOTS_HOME}; dragoman never opens a directory that was closed.",
        )
