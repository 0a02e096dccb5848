"""A cluster is made by initdb, under the site's account, whole or not at all."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any, Final

from dragoman.db.binaries import Binaries
from dragoman.db.sighting import ROLE
from dragoman.db.site import Site, give_to, unwritable, write_secret
from dragoman.errors import DatabaseUnavailable

_FAULT: Final = re.compile(r"(?:FATAL|PANIC|error|could not)[: ].*")
_PASSED_ON: Final = ("PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "TZDIR")


async def make_cluster(site: Site, binaries: Binaries) -> None:
    """Makes the site's cluster, or nothing: it is made aside and renamed.

    Aside is a new place every time: the initdb of a killed command may still be writing in its own.

    The password goes to initdb through a file without a name, since other daemons may run under
    the same account. *Source:* bench.md §4: locale C, UTF-8, scram-sha-256.

    Raises: DatabaseUnavailable with the last line that initdb said.
    """
    with tempfile.TemporaryFile() as letter:
        staging = _prepare_staging(site, letter)
        command = [
            str(binaries.folder / "initdb"),
            f"--pgdata={staging}",
            f"--username={ROLE}",
            f"--pwfile=/dev/fd/{letter.fileno()}",
            "--auth=scram-sha-256",
            "--encoding=UTF8",
            "--locale=C",
        ]
        status, output = await _run_program(site, command, staging, letter.fileno())
    if status != 0:
        shutil.rmtree(staging, ignore_errors=True)
        raise DatabaseUnavailable(
            f"initdb could not make the embedded database: {find_fault(output, status)}",
            path=str(site.root),
            remedy="Make room or give access, or set DRAGOMAN_DATA_DIR to another directory.",
        )
    staging.rename(site.cluster)


async def read_major(binaries: Binaries) -> str:
    """The major version of the programs, as PG_VERSION writes it.

    Raises: DatabaseUnavailable when they cannot be run.
    """
    command = [str(binaries.folder / "postgres"), "--version"]
    process = await asyncio.create_subprocess_exec(
        *command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=scrub_environment(os.environ)
    )
    output, errors = await process.communicate()
    match = re.search(rb"\) (\d+)", output)
    if match is None:
        raise DatabaseUnavailable(
            f"PostgreSQL's programs do not run here: {errors.decode(errors='replace').strip()}",
            path=command[0],
            remedy="Install another PostgreSQL and name its bin directory in DRAGOMAN_PG_BIN.",
        )
    return match[1].decode()


def find_fault(output: str, status: int) -> str:
    r"""The last line of `output` that names a fault, else how the program ended.

    >>> find_fault("LOG:  x\nFATAL:  no room\nLOG:  down", 1), find_fault("", 1)
    ('FATAL:  no room', 'it ended with status 1')
    """
    found = _FAULT.findall(output)
    return found[-1] if found else describe_status(status)


def describe_status(status: int) -> str:
    """How a program with this exit status ended.

    >>> describe_status(2), describe_status(-9)
    ('it ended with status 2', 'it was ended by SIGKILL')
    """
    if status >= 0:
        return f"it ended with status {status}"
    return f"it was ended by {signal.Signals(-status).name}"


def scrub_environment(environment: Mapping[str, str]) -> dict[str, str]:
    """What the server may see of `environment`: no PG… variables, no keys, messages in English.

    >>> scrub_environment({"PATH": "/bin", "PGPORT": "1", "OPENAI_API_KEY": "x"})
    {'PATH': '/bin', 'LC_ALL': 'C'}
    """
    kept = {name: environment[name] for name in _PASSED_ON if name in environment}
    return {**kept, "LC_ALL": "C"}


def drop_to(site: Site) -> dict[str, Any]:
    """The arguments with which a program starts under the site's account."""
    if site.account is None:
        return {}
    return {"user": site.account.uid, "group": site.account.gid, "extra_groups": []}


def _prepare_staging(site: Site, letter: IO[bytes]) -> Path:
    """A new directory for initdb, and the password in `letter`; removes what killed ones left."""
    try:
        for abandoned in site.root.glob("cluster.new-*"):
            shutil.rmtree(abandoned, ignore_errors=True)
        staging = Path(tempfile.mkdtemp(dir=site.root, prefix="cluster.new-"))  # mode 0700
        give_to(staging, site.account)
        letter.write(write_secret(site).encode())
        letter.flush()
        letter.seek(0)
        if site.account is not None:
            os.fchown(letter.fileno(), site.account.uid, site.account.gid)
    except OSError as fault:
        raise unwritable(site.root, fault) from fault
    return staging


async def _run_program(
    site: Site, command: list[str], folder: Path, letter: int
) -> tuple[int, str]:
    process = await asyncio.create_subprocess_exec(
        *command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        cwd=folder,
        env=scrub_environment(os.environ),
        pass_fds=(letter,),
        umask=0o077,
        **drop_to(site),
    )
    output, _ = await process.communicate()
    return process.returncode or 0, output.decode(errors="replace")
