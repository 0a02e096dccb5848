"""Validation commands, each in a private copy of the tree (spec: recovery §6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Validation:
    """One candidate file to be judged: paths relative to `root`, and `commands` as pairs of argv and
    the directory (relative to `root`) of the L10N.md that declares them."""

    root: Path
    source: str
    target: str
    locale: str
    candidate: bytes
    commands: Sequence[tuple[tuple[str, ...], str]]
    environment: Mapping[str, str]
    time_limit: timedelta = timedelta(seconds=600)


async def run_validation(validation: Validation) -> str | None:
    """None when every command accepts the candidate, else the reason: the first refusing command
    and its output, capped."""
    raise NotImplementedError
