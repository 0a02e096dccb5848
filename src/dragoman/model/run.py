"""What a command over many files plans, does and reports."""

from __future__ import annotations

from dataclasses import dataclass, field

from dragoman.model.exchange import Usage


@dataclass(frozen=True, slots=True)
class PriceBand:
    """What a run may cost: two bounds in one currency (ISO 4217; "" when no price is known)."""

    low: float
    high: float
    currency: str


@dataclass(frozen=True, slots=True)
class PlanRow:
    """What one file needs in one locale. Counts are units; `tokens` are input plus output."""

    path: str
    locale: str
    new: int
    changed: int
    reused: int
    human: int
    outdated: int
    tokens: int
    price: PriceBand


@dataclass(frozen=True, slots=True)
class FileOutcome:
    """How one file fared in one locale.

    `state` is `written`, `untouched` or `failed`. `sent`, `from_checkpoints`, `reused` and `human`
    are units. `code` is the error's code, `message` a sentence for the person, both "" on success.
    """

    path: str
    locale: str
    target: str
    state: str
    units: int = 0
    sent: int = 0
    from_checkpoints: int = 0
    reused: int = 0
    human: int = 0
    is_verified: bool = False
    code: str = ""
    kind: str = ""
    message: str = field(repr=False, default="")


@dataclass(frozen=True, slots=True)
class RunReport:
    """How a whole run fared.

    `sent` is the provider's own count of units it was asked for; `stopped_by` is the error code
    that ended the launching of files, or "interrupted", or "". `left` counts files never begun.
    """

    outcomes: tuple[FileOutcome, ...]
    sent: int
    usage: Usage
    cost: float
    currency: str
    stopped_by: str = ""
    is_stopped_by_provider: bool = False
    left: int = 0

    def count(self, state: str) -> int:
        """The number of files in `state`."""
        return sum(outcome.state == state for outcome in self.outcomes)
