"""Accepted replies kept for seven days, so that nobody pays for one twice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dragoman.db import Database


class Checkpoints:
    """The checkpoint table; a scope is the SHA-256 (hex) of everything that must be equal."""

    def __init__(self, database: Database) -> None:
        """Takes an open database."""
        self._database = database

    async def find(self, scopes: Sequence[str]) -> Mapping[str, str]:
        """The unexpired translations of `scopes`, by scope."""
        raise NotImplementedError

    async def store(self, texts: Mapping[str, str]) -> None:
        """Keeps `texts` (by scope), all in one statement."""
        raise NotImplementedError

    async def sweep(self) -> int:
        """Deletes what is expired; gives the number of rows."""
        raise NotImplementedError
