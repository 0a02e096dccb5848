"""What paces calls: the seam between `PacedCalls` and where the pace is kept."""

from __future__ import annotations

from datetime import timedelta
from typing import Final, Protocol

from dragoman.model.exchange import PaceHint

KEPT: Final = 256
"""Hurried requests in flight that a keeper remembers. *Source:* our own choice, far above any
concurrency; forgetting one costs only what it would have taught."""


class PaceKeeper(Protocol):
    """The pace of one credential and model, shared by whoever holds a keeper of it."""

    async def admit(self, tokens: float, /) -> float:
        """Returns when a request of about `tokens` tokens may leave: the keeper's time of that."""
        ...

    async def note_success(self, admitted_at: float, hint: PaceHint, /) -> None:
        """Notes that the request admitted at `admitted_at` was answered."""
        ...

    async def note_limit(self, admitted_at: float, wait: timedelta | None, /) -> None:
        """Notes that it was rejected by a rate limit whose reply asked for `wait`."""
        ...

    async def note_overload(self, wait: timedelta | None, /) -> None:
        """Notes that the platform asks for patience below our own rate."""
        ...


class FreePace:
    """No pace at all, for models on this machine."""

    async def admit(self, _tokens: float) -> float:
        """Returns at once."""
        return 0.0

    async def note_success(self, _admitted_at: float, _hint: PaceHint) -> None:
        """Nothing to note."""

    async def note_limit(self, _admitted_at: float, _wait: timedelta | None) -> None:
        """Nothing to note."""

    async def note_overload(self, _wait: timedelta | None) -> None:
        """Nothing to note."""
