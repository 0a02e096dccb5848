"""The person's own limit: no request leaves that might exceed it."""

from __future__ import annotations

from dragoman.errors import CostLimit, NotConfigured
from dragoman.model.exchange import Reply, Request, Usage
from dragoman.providers.model import Model, Tariff
from dragoman.providers.prices import estimate_price
from dragoman.translation.candidate import AskProvider


class Budget:
    """What a run may cost; `limit` None = anything, else units of the models' currency."""

    def __init__(self, limit: float | None) -> None:
        """Takes the limit; nothing is spent yet."""
        self._limit = limit
        self._spent: dict[str, float] = {}
        self._reserved = 0.0

    def spent(self) -> tuple[float, str]:
        """What the answered requests cost, and in which currency ("" when nothing has a price)."""
        if not self._spent:
            return 0.0, ""
        return sum(self._spent.values()), "+".join(self._spent)

    def watch(self, model: Model, ask: AskProvider) -> AskProvider:
        """`ask` with every request counted against the limit.

        Raises: NotConfigured when there is a limit and `model` has no price.
        """
        if self._limit is not None and not model.is_offline and model.tariff is None:
            raise NotConfigured(
                f"--max-cost needs a price, and none is known for {model.name!r}",
                remedy="Give the model a price in dragoman.toml of this user or machine.",
            )

        async def ask_within(request: Request) -> Reply:
            worst = _price_worst(model, request)
            self._reserve(worst)
            try:
                reply = await ask(request)
            finally:
                self._reserved -= worst
            self._book(model.tariff, reply.usage)
            return reply

        return ask_within

    def _reserve(self, worst: float) -> None:
        total = sum(self._spent.values()) + self._reserved + worst
        if self._limit is not None and total > self._limit:
            raise CostLimit(f"the next request might exceed the limit of {self._limit:g}")
        self._reserved += worst

    def _book(self, tariff: Tariff | None, usage: Usage) -> None:
        if tariff is not None:
            before = self._spent.get(tariff.currency, 0.0)
            self._spent[tariff.currency] = before + price_usage(tariff, usage)


def price_usage(tariff: Tariff, usage: Usage) -> float:
    """What `usage` costs; cached tokens, part of the input, have a price of their own.

    >>> price_usage(Tariff(2.0, 10.0, 1.0), Usage(1, 1_000_000, 500_000, 100_000))
    2.5
    """
    fresh = usage.input_tokens - usage.cached_tokens
    paid = fresh * tariff.input + usage.cached_tokens * tariff.cached
    return (paid + usage.output_tokens * tariff.output) / 1_000_000


def _price_worst(model: Model, request: Request) -> float:
    """The upper estimate of one request: nothing cached, an answer twice as long as the units."""
    asked = sum(len(unit.text.encode()) for unit in request.units)
    head = len(request.prefix.encode()) + len(request.context.encode())
    return estimate_price(model, (head + asked) // 4, asked // 2).high
