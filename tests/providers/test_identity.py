"""Identity gives back what it got."""

from __future__ import annotations

from dragoman.providers.identity import open_identity
from dragoman.providers.model import Model
from tests.providers.requests import TEXTS, ask_for, read_pairs


async def test_every_text_comes_back_as_it_was():
    provider = open_identity(Model("identity", "identity"))
    reply = await provider.translate(ask_for(*TEXTS))
    await provider.close()
    assert read_pairs(reply) == {"1": TEXTS[0], "2": TEXTS[1]}
