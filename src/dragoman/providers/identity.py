"""Identity: every text comes back as it was."""

from __future__ import annotations

from dragoman.model.exchange import Reply, Request, Usage
from dragoman.providers.contract import write_question
from dragoman.providers.model import Model


class IdentityProvider:
    """Answers at once with the question."""

    async def translate(self, request: Request) -> Reply:
        """Every unit unchanged."""
        return Reply(write_question(request), Usage(requests=1))

    async def close(self) -> None:
        """Nothing to release."""


def open_identity(_model: Model) -> IdentityProvider:
    """The identity provider."""
    return IdentityProvider()
