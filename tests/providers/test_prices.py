"""Prices and their band."""

from __future__ import annotations

import pytest

from dragoman.providers.model import Model, Tariff
from dragoman.providers.prices import TABLE, estimate_price, find_tariff


def test_the_band_holds_the_price_of_exactly_these_tokens():
    model = Model("openai/m", "openai", tariff=Tariff(2.0, 8.0, 0.5, "EUR"))
    price = estimate_price(model, 1_000_000, 500_000)
    assert price.low < 2.0 + 4.0 < price.high
    assert price.currency == "EUR"


def test_a_model_without_a_known_price_has_none():
    price = estimate_price(Model("openai/m", "openai"), 1000, 1000)
    assert (price.low, price.high, price.currency) == (0.0, 0.0, "")


def test_a_dated_name_has_the_price_of_its_family_and_a_stranger_none():
    assert find_tariff("openai/gpt-4o-mini-2024-07-18") == TABLE["openai/gpt-4o-mini"]
    assert find_tariff("anthropic/claude-haiku-4-5-20251001") == TABLE["anthropic/claude-haiku-4-5"]
    assert find_tariff("openai/gpt-5-latest") == TABLE["openai/gpt-5"]
    assert find_tariff("openai/gpt-5x") is None


@pytest.mark.parametrize(
    "name",
    ["openai/gpt-5-pro", "openai/gpt-5.4-pro", "openai/gpt-4o-audio-preview", "openai/gpt-5-2026",
     "anthropic/claude-opus-5-6", "house/gpt-5"],
)  # fmt: skip
def test_another_model_of_the_family_has_no_price_rather_than_a_wrong_one(name):
    assert find_tariff(name) is None


def test_a_version_has_its_own_price():
    assert TABLE["anthropic/claude-opus-5-5"].input < TABLE["anthropic/claude-opus-5"].input


@pytest.mark.parametrize("name", sorted(TABLE))
def test_every_price_is_dated_and_cached_input_is_never_dearer(name):
    tariff = TABLE[name]
    assert tariff.date.startswith("2026-")
    assert 0 < tariff.cached <= tariff.input < tariff.output
