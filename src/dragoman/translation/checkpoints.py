"""Accepted replies kept for seven days, so that nobody pays for one twice."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import astuple
from datetime import timedelta
from pathlib import Path

from dragoman.db.connect import Database
from dragoman.db.named_sql import load_statements
from dragoman.model.document import Unit
from dragoman.translation.candidate import Work
from dragoman.translation.glossary import match_terms, terms_hash
from dragoman.translation.prompt import voice_hash

LIFETIME = timedelta(days=7)
"""*Source:* spec: recovery §5."""

_STATEMENTS = load_statements(Path(__file__).with_suffix(".sql"))


class Checkpoints:
    """The checkpoint table; a scope is the SHA-256 (hex) of everything that must be equal."""

    def __init__(self, database: Database, lifetime: timedelta = LIFETIME) -> None:
        """Takes an open database."""
        self._database = database
        self._lifetime = lifetime

    async def find(self, scopes: Sequence[str]) -> Mapping[str, str]:
        """The unexpired translations of `scopes`, by scope."""
        rows = await self._database.fetch(_STATEMENTS["find_checkpoints"], scopes=list(scopes))
        return {str(row["scope"]): str(row["target"]) for row in rows}

    async def store(self, texts: Mapping[str, str], model: str) -> None:
        """Keeps `texts` (by scope), all in one statement."""
        await self._database.execute(
            _STATEMENTS["store_checkpoints"],
            scopes=list(texts),
            targets=list(texts.values()),
            model=model,
            lifetime=self._lifetime,
        )

    async def sweep(self) -> int:
        """Deletes what is expired; gives the number of rows."""
        return await self._database.execute(_STATEMENTS["sweep_checkpoints"])


def hash_scope(work: Work, unit: Unit, repair: int) -> str:
    """The scope of `unit` asked for the first time (`repair` 0) or in its nth repair.

    *Source:* spec: recovery §5 (project, target document, unit source with tags, credential, model,
    context, locale, attempt kind and number, owner; the document only under strict scope).
    """
    parts = (
        astuple(work.scope),
        unit.kind,
        unit.text,
        work.source_language,
        voice_hash(work.voice, work.language_name),
        terms_hash(match_terms(work.terms, unit.text)),
        repair,
    )
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()
