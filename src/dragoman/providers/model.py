"""A model as this machine knows it: where it is asked, as whom, how fast and for how much."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta

OFFLINE_DIALECTS = frozenset({"pseudo", "identity", "apertium", "replay"})
"""Dialects that send nothing over a network and need neither key nor pace."""


@dataclass(frozen=True, slots=True)
class Tariff:
    """What a provider charges: `currency` units per million tokens, as of `date` (ISO 8601)."""

    input: float
    output: float
    cached: float
    currency: str = "USD"
    date: str = ""


@dataclass(frozen=True, slots=True)
class Limits:
    """What the account is allowed per minute; 0 when unknown."""

    requests_per_minute: float = 0.0
    tokens_per_minute: float = 0.0


@dataclass(frozen=True, slots=True)
class Model:
    """One model, resolved. `credential_id` names the credential and never holds it.

    `remote_name` is the provider's own name of the model; for `replay` it is the file.
    """

    name: str
    dialect: str
    remote_name: str = ""
    base_url: str = ""
    credential_id: str = ""
    key: str = field(default="", repr=False)
    tariff: Tariff | None = None
    limits: Limits = Limits()
    concurrency: int = 8
    timeout: timedelta = timedelta(seconds=120)

    @property
    def is_offline(self) -> bool:
        """Whether asking it leaves this machine alone."""
        return self.dialect in OFFLINE_DIALECTS
