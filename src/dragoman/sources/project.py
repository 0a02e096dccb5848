"""The identity of a project that names none: a random id in `.dragoman/project`."""

from __future__ import annotations

from pathlib import Path


def load_project(root: Path) -> str:
    """The id in `.dragoman/project`, made at the first call.

    Raises: ConfigurationError (the file holds something else), WriteFailed.
    """
    raise NotImplementedError
