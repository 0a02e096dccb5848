"""Validation commands, each in a private copy of the tree (spec: recovery §6)."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import stat
import tempfile
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from dragoman.errors import WriteFailed

TIME_LIMIT = timedelta(seconds=600)
"""*Source:* spec: recovery §6."""
OUTPUT_BYTES = 16_000
"""Output kept of one command; enough for a linter's findings, little enough for a prompt."""
_HEAD_BYTES = 4_000
_DRAIN_SECONDS = 2.0

_KEPT_NAMES = frozenset(
    {
        "PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LANGUAGE", "TZ", "TERM", "TMPDIR",
        "CI", "NO_COLOR", "NODE_PATH", "VIRTUAL_ENV", "PYTHONPATH", "GEM_HOME", "GEM_PATH",
        "GOPATH", "GOCACHE", "JAVA_HOME", "SYSTEMROOT", "LD_LIBRARY_PATH",
    }
)  # fmt: skip
"""Variables a command gets. A list of what is let through, because keys have any name."""
_KEPT_PREFIXES = ("LC_", "XDG_")


@dataclass(frozen=True, slots=True)
class Validation:
    """One candidate file to be judged.

    Paths are relative to `root`; `commands` are pairs of argv and the directory of the L10N.md that
    declares them. `environment` is the process's own; the commands see little of it.
    """

    root: Path
    source: str
    target: str
    locale: str
    candidate: bytes
    commands: Sequence[tuple[tuple[str, ...], str]]
    environment: Mapping[str, str]
    time_limit: timedelta = TIME_LIMIT


async def run_validation(validation: Validation) -> str | None:
    """None when every command accepts the candidate, else the reason.

    The reason is the first refusing command and its output, capped.
    Raises: WriteFailed when the copy cannot be made.
    """
    if not validation.commands:
        return None
    with _private_folder() as folder:
        tree = folder / "tree"
        try:
            await asyncio.to_thread(_copy_tree, validation, tree)
        except (OSError, shutil.Error) as fault:
            raise WriteFailed(
                f"the copy for validation cannot be made: {type(fault).__name__}",
                path=validation.target,
                remedy="Free some space in the temporary directory, or set TMPDIR.",
            ) from None
        for argv, directory in validation.commands:
            reason = await _run_command(validation, argv, tree / directory)
            if reason is not None:
                return reason.replace(str(tree), ".")
    return None


def scrub_environment(environment: Mapping[str, str]) -> dict[str, str]:
    """The variables that a command may see.

    >>> scrub_environment({"PATH": "/bin", "OPENAI_API_KEY": "k", "LC_ALL": "C"})
    {'PATH': '/bin', 'LC_ALL': 'C'}
    """
    return {
        name: value
        for name, value in environment.items()
        if name in _KEPT_NAMES or name.startswith(_KEPT_PREFIXES)
    }


@contextlib.contextmanager
def _private_folder() -> Iterator[Path]:
    folder = Path(os.path.realpath(tempfile.mkdtemp(prefix="dragoman-validation-")))
    try:
        yield folder
    finally:
        # A command may have taken its own permissions away; what cannot go stays in TMPDIR.
        shutil.rmtree(folder, ignore_errors=True)


def _copy_tree(validation: Validation, tree: Path) -> None:
    """Copies the repository without `.git` and puts the candidate at its target path."""
    root = validation.root.resolve()

    def leave_out(folder: str, names: list[str]) -> list[str]:
        return [name for name in names if name == ".git" or _is_special(Path(folder) / name)]

    shutil.copytree(root, tree, symlinks=True, ignore=leave_out)
    _bring_links_home(root, tree)
    target = Path(os.path.realpath(tree / validation.target))
    if not target.is_relative_to(tree):
        target = tree / validation.target
        target.unlink(missing_ok=True)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(validation.candidate)


def _is_special(path: Path) -> bool:
    """Whether `path` is a socket, pipe or device, which copying would wait on."""
    mode = path.lstat().st_mode
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode) or stat.S_ISLNK(mode))


def _bring_links_home(root: Path, tree: Path) -> None:
    """Points absolute links into the repository at the copy: nothing reaches the original."""
    for folder, folders, files in os.walk(tree):
        for name in (*folders, *files):
            link = Path(folder) / name
            if link.is_symlink() and (goal := link.readlink()).is_absolute():
                real = Path(os.path.realpath(goal))
                if real.is_relative_to(root):
                    link.unlink()
                    link.symlink_to(tree / real.relative_to(root))


async def _run_command(
    validation: Validation, argv: tuple[str, ...], directory: Path
) -> str | None:
    shown = " ".join(argv)
    seconds = validation.time_limit.total_seconds()
    async with _open_output() as (output, pipe):
        try:
            process = await asyncio.create_subprocess_exec(
                *argv,
                cwd=directory,
                env=_make_environment(validation),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=pipe,
                stderr=pipe,
                start_new_session=True,
            )
        except (OSError, ValueError) as fault:
            return f"{shown}: could not be started ({type(fault).__name__})"
        try:
            async with asyncio.timeout(seconds):
                status = await process.wait()
        except TimeoutError:
            status = None
        finally:
            # Also after a regular end: what it left in the background would go on working.
            _kill_group(process.pid)
            await process.wait()
    if status == 0:
        return None
    what = f"exit {status}" if status is not None else f"still running after {seconds:g} s"
    return f"{shown}: {what}\n{output.text()}".rstrip()


def _make_environment(validation: Validation) -> dict[str, str]:
    return {
        **scrub_environment(validation.environment),
        "DRAGOMAN_SOURCE_PATH": validation.source,
        "DRAGOMAN_TARGET_PATH": validation.target,
        "DRAGOMAN_LOCALE": validation.locale,
    }


@contextlib.asynccontextmanager
async def _open_output() -> AsyncIterator[tuple[_Output, int]]:
    """What a command will print, and the descriptor to print to.

    The pipe is our own: a child that left the process group could hold it open for ever, so after
    the end reading goes on only for a moment.
    """
    read_end, write_end = os.pipe()
    reader = asyncio.StreamReader()
    transport, _ = await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(read_end, "rb")
    )
    output = _Output()
    reading = asyncio.ensure_future(output.read(reader))
    try:
        yield output, write_end
    finally:
        os.close(write_end)
        await asyncio.wait([reading], timeout=_DRAIN_SECONDS)
        reading.cancel()
        transport.close()


def _kill_group(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)


class _Output:
    """The beginning and the end of what a command prints, whatever its length."""

    def __init__(self) -> None:
        """Starts empty."""
        self._head = b""
        self._tail = b""
        self._left_out = 0

    async def read(self, stream: asyncio.StreamReader) -> None:
        """Takes everything until the stream ends, keeping OUTPUT_BYTES of it."""
        while piece := await stream.read(65_536):
            room = _HEAD_BYTES - len(self._head)
            self._head += piece[:room] if room > 0 else b""
            rest = self._tail + (piece[room:] if room > 0 else piece)
            kept = rest[-(OUTPUT_BYTES - _HEAD_BYTES) :]
            self._left_out += len(rest) - len(kept)
            self._tail = kept

    def text(self) -> str:
        """What was kept, with a line where something is missing."""
        gap = f"\n[{self._left_out} bytes left out]\n".encode() if self._left_out else b""
        return (self._head + gap + self._tail).decode(errors="replace").strip()
