"""The identity of a project that names none: a random id in `.dragoman/project`."""

from __future__ import annotations

import os
import re
import secrets
import tempfile
from pathlib import Path

from dragoman.errors import ConfigurationError, WriteFailed
from dragoman.sources.lock_file import LOCK_DIRECTORY


def load_project(root: Path) -> str:
    """The id in `.dragoman/project`, made at the first call.

    Raises: ConfigurationError (the file holds something else), WriteFailed.
    """
    path = root / LOCK_DIRECTORY / "project"
    try:
        if not path.exists():
            _create(path)
        text = path.read_text(encoding="ascii", errors="replace").strip()
    except OSError as fault:
        raise WriteFailed(
            f"the project's identity cannot be kept: {fault.strerror}",
            path=str(path),
            remedy="Make .dragoman writable, or set `project` in L10N.md.",
        ) from None
    if not re.fullmatch(r"[0-9a-f]{32}", text):
        raise ConfigurationError(
            "not a project's identity",
            path=str(path),
            line=1,
            remedy="Delete the file, or set `project` in L10N.md.",
        )
    return text


def _create(path: Path) -> None:
    """Writes a new id whole; of two commands that try at once the first wins."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".project-")
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(secrets.token_hex(16) + "\n")
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(0o644)
        try:
            os.link(name, path)
        except FileExistsError:
            return
    finally:
        Path(name).unlink()
