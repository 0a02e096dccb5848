"""The account the server runs under when the command runs as root; PostgreSQL refuses root."""

from __future__ import annotations

import os
import pwd
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from dragoman.errors import ConfigurationError

_SEARCH_BITS: Final = (stat.S_IXUSR, stat.S_IXGRP, stat.S_IXOTH)


@dataclass(frozen=True, slots=True)
class Account:
    """An existing, ordinary account; we never make one."""

    name: str
    uid: int
    gid: int


def find_account(name: str) -> Account | None:
    """The account to drop to, or None when this process is an ordinary user's and needs none.

    Raises: ConfigurationError when `name` is unknown or is root itself.
    """
    if os.geteuid() != 0:
        return None
    try:
        entry = pwd.getpwnam(name)
    except KeyError:
        raise ConfigurationError(
            f"DRAGOMAN_PG_USER names the account {name!r}, which does not exist here",
            remedy="Name an existing ordinary account; dragoman never creates one.",
        ) from None
    if entry.pw_uid == 0:
        raise ConfigurationError(
            f"DRAGOMAN_PG_USER names {name!r}, which is root; PostgreSQL does not run as root",
            remedy="Name an ordinary account, for example nobody.",
        )
    return Account(entry.pw_name, entry.pw_uid, entry.pw_gid)


def find_barrier(path: Path, account: Account) -> Path | None:
    """The first existing directory on the way to `path` that `account` may not pass, or None."""
    for directory in [*reversed(path.parents), path]:
        try:
            status = directory.stat()
        except FileNotFoundError:
            return None
        if stat.S_ISDIR(status.st_mode) and not is_searchable(status, account):
            return directory
    return None


def is_searchable(status: os.stat_result, account: Account) -> bool:
    """Whether the mode bits of a directory let `account` pass; ACLs can only add to that.

    >>> is_searchable(os.stat("/"), Account("anybody", 54321, 54321))
    True
    """
    own, group, others = _SEARCH_BITS
    if status.st_uid == account.uid:
        return bool(status.st_mode & own)
    if status.st_gid == account.gid:
        return bool(status.st_mode & group)
    return bool(status.st_mode & others)
