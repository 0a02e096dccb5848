"""What a run may cost: a small local price table with a date, and an error band around it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from dragoman.providers.model import Model, Tariff

OPENAI_DATE: Final = "2026-06"
OPENAI_NEWER_DATE: Final = "2026-10-16"
ANTHROPIC_DATE: Final = "2026-10-24"
"""When the sources of the prices below read them; providers change them unannounced."""

_SNAPSHOT: Final = re.compile(r"-(?:\d{4}-\d{2}-\d{2}|\d{8}|latest)$")

TABLE: Mapping[str, Tariff] = MappingProxyType(
    {
        "openai/gpt-6-astra": Tariff(10.00, 50.00, 1.00, "USD", OPENAI_NEWER_DATE),
        "openai/gpt-6.1-sol": Tariff(2.00, 10.00, 0.10, "USD", OPENAI_NEWER_DATE),
        "openai/gpt-5.6-terra": Tariff(2.00, 12.00, 0.20, "USD", OPENAI_NEWER_DATE),
        "openai/gpt-5.6-luna": Tariff(0.20, 1.20, 0.02, "USD", OPENAI_NEWER_DATE),
        "openai/gpt-5.5": Tariff(5.00, 30.00, 0.50, "USD", OPENAI_DATE),
        "openai/gpt-5.4": Tariff(2.50, 15.00, 0.25, "USD", OPENAI_DATE),
        "openai/gpt-5.4-mini": Tariff(0.75, 4.50, 0.075, "USD", OPENAI_DATE),
        "openai/gpt-5.4-nano": Tariff(0.20, 1.25, 0.02, "USD", OPENAI_DATE),
        "openai/gpt-5": Tariff(1.25, 10.00, 0.125, "USD", OPENAI_DATE),
        "openai/gpt-5-mini": Tariff(0.25, 2.00, 0.025, "USD", OPENAI_DATE),
        "openai/gpt-5-nano": Tariff(0.05, 0.40, 0.005, "USD", OPENAI_DATE),
        "openai/gpt-4.1": Tariff(2.00, 8.00, 0.50, "USD", OPENAI_DATE),
        "openai/gpt-4.1-mini": Tariff(0.40, 1.60, 0.10, "USD", OPENAI_DATE),
        "openai/gpt-4.1-nano": Tariff(0.10, 0.40, 0.025, "USD", OPENAI_DATE),
        "openai/gpt-4o": Tariff(2.50, 10.00, 1.25, "USD", OPENAI_DATE),
        "openai/gpt-4o-mini": Tariff(0.15, 0.60, 0.075, "USD", OPENAI_DATE),
        "anthropic/claude-opus-5-5": Tariff(4.00, 20.00, 0.20, "USD", ANTHROPIC_DATE),
        "anthropic/claude-sonnet-5-5": Tariff(2.00, 10.00, 0.10, "USD", ANTHROPIC_DATE),
        "anthropic/claude-haiku-5-5": Tariff(0.10, 0.50, 0.01, "USD", ANTHROPIC_DATE),
        "anthropic/claude-opus-5": Tariff(5.00, 25.00, 0.50, "USD", ANTHROPIC_DATE),
        "anthropic/claude-opus-4-8": Tariff(5.00, 25.00, 0.50, "USD", ANTHROPIC_DATE),
        "anthropic/claude-opus-4-7": Tariff(5.00, 25.00, 0.50, "USD", ANTHROPIC_DATE),
        "anthropic/claude-opus-4-6": Tariff(5.00, 25.00, 0.50, "USD", ANTHROPIC_DATE),
        "anthropic/claude-opus-4-5": Tariff(5.00, 25.00, 0.50, "USD", ANTHROPIC_DATE),
        "anthropic/claude-sonnet-5": Tariff(2.00, 10.00, 0.20, "USD", ANTHROPIC_DATE),
        "anthropic/claude-sonnet-4-6": Tariff(3.00, 15.00, 0.30, "USD", ANTHROPIC_DATE),
        "anthropic/claude-sonnet-4-5": Tariff(3.00, 15.00, 0.30, "USD", ANTHROPIC_DATE),
        "anthropic/claude-haiku-4-5": Tariff(1.00, 5.00, 0.10, "USD", ANTHROPIC_DATE),
    }
)
"""List prices per million tokens of prompts below 100,000 tokens. *Source:* the providers' price
pages as docs/decisions/0003-prices.md lists them; each price stands in two sources."""

TOKEN_ERROR: Final = 0.35
"""How far tokens estimated as UTF-8 bytes / 4 may be from the provider's count, either way.
*Source:* our own assumption, docs/decisions/0003-prices.md; a run reports the provider's count."""


@dataclass(frozen=True, slots=True)
class Price:
    """What tokens cost, between `low` and `high`; equal to 0 for a model on this machine.

    `currency` is "" when no price is known; then both are 0 and mean nothing.
    """

    low: float
    high: float
    currency: str


def find_tariff(name: str) -> Tariff | None:
    """The price of `name`, or of the model that `name` is a dated snapshot of.

    Any other ending is another model, often at ten times the price (`-pro`), and has none.

    >>> find_tariff("openai/gpt-4o-2024-11-20") == TABLE["openai/gpt-4o"]
    True
    >>> find_tariff("openai/gpt-5.4-pro") is None
    True
    """
    return TABLE.get(name) or TABLE.get(_SNAPSHOT.sub("", name))


def estimate_price(model: Model, input_tokens: int, output_tokens: int) -> Price:
    """The price of so many tokens: low = all input cached and fewer tokens, high = none and more.

    >>> estimate_price(Model("pseudo", "pseudo"), 1000, 1000)
    Price(low=0.0, high=0.0, currency='USD')
    """
    if model.is_offline:
        return Price(0.0, 0.0, "USD")
    tariff = model.tariff
    if tariff is None:
        return Price(0.0, 0.0, "")
    cheapest = min(tariff.input, tariff.cached)
    low = (input_tokens * cheapest + output_tokens * tariff.output) * (1 - TOKEN_ERROR)
    high = (input_tokens * tariff.input + output_tokens * tariff.output) * (1 + TOKEN_ERROR)
    return Price(low / 1e6, high / 1e6, tariff.currency)
