"""What a story needs from the rooms, handed over ready for use by `app`."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Protocol

from dragoman.errors import DragomanError
from dragoman.model.exchange import Usage
from dragoman.translation.candidate import AskProvider
from dragoman.translation.checkpoints import Checkpoints


@dataclass(frozen=True, slots=True)
class Desk:
    """One model made ready: its name in lock files, its credential, and where to ask.

    A model that is not a language model (`is_offline`) reads no glossary, so that a missing term is
    no reason to ask it again.
    """

    model: str
    credential_id: str
    ask: AskProvider
    checkpoints: Checkpoints
    is_offline: bool = False


class Office(Protocol):
    """Every desk of a run, each opened when the first file needs it."""

    def canonical_name(self, model: str) -> str:
        """The name under which `model` stands in lock files; needs no database and no network.

        Raises: NotConfigured, Disabled.
        """
        ...

    async def desk_for(self, model: str) -> Desk:
        """The desk of `model`; opens the database at the first call.

        Raises: StorageError, UsageError.
        """
        ...

    def sent_units(self) -> int:
        """How many units the providers were asked for, counted where requests leave."""
        ...

    def usage(self) -> Usage:
        """What the providers say they counted."""
        ...

    def cost(self) -> tuple[float, str]:
        """What that cost by the price table, and the currency ("" when no price is known)."""
        ...


OfficeContext = AbstractAsyncContextManager[Office]


@dataclass(slots=True)
class StopSign:
    """Why no further file is begun; "" while there is no reason."""

    code: str = ""
    fault: DragomanError | None = field(default=None, repr=False)

    def interrupt(self) -> None:
        """The person wants the run to end; files in work finish."""
        self.code = self.code or "interrupted"

    def raise_flag(self, fault: DragomanError) -> None:
        """A provider or the database is of no use any more; the first reason stays."""
        if self.fault is None:
            self.code, self.fault = self.code or fault.code, fault


@dataclass(frozen=True, slots=True)
class Orders:
    """How a run translates. `model` "" leaves the choice to L10N.md, and there to `pseudo`.

    `environment` is the process's own (validation commands get it scrubbed). `reasons` (by source
    path and locale, then unit key) asks for units again although they have a translation; an empty
    entry has the file put together anew.
    """

    environment: Mapping[str, str]
    model: str = ""
    refresh: bool = False
    may_delete: bool = False
    owner: str = "translate"
    reasons: Mapping[tuple[str, str], Mapping[str, str]] = field(default_factory=dict)
