"""What goes to a provider and what comes back."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta


@dataclass(frozen=True, slots=True)
class Ask:
    """One unit of a request; `id` is short, unique within the request and means nothing else."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Request:
    """One call to a provider.

    `prefix` (instructions, guidance, glossary) is byte-stable across the requests of one file and
    locale; `context` is the bounded surroundings, may be empty. `max_output_tokens` 0 leaves the
    provider's own limit. Languages are BCP 47 tags.
    """

    source_language: str
    target_language: str
    prefix: str
    context: str
    units: tuple[Ask, ...]
    max_output_tokens: int = 0


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens a provider says it counted. `input_tokens` includes `cached_tokens`."""

    requests: int = 0
    input_tokens: int = 0
    cached_tokens: int = 0
    output_tokens: int = 0

    def __add__(self, other: Usage) -> Usage:
        """The sum of two usages, field by field."""
        return Usage(
            self.requests + other.requests,
            self.input_tokens + other.input_tokens,
            self.cached_tokens + other.cached_tokens,
            self.output_tokens + other.output_tokens,
        )


@dataclass(frozen=True, slots=True)
class PaceHint:
    """What a reply's headers or body say about the pace.

    `wait` is the shortest wait the provider asks for; `per_minute` the request limit it names, 0
    when unknown; `is_permanent` means that waiting is useless (quota, credit, limit 0).
    """

    wait: timedelta | None = None
    per_minute: float = 0.0
    is_permanent: bool = False


@dataclass(frozen=True, slots=True)
class Reply:
    """A provider's complete answer: the text it sent, which should be the JSON of the contract."""

    content: str
    usage: Usage = Usage()
    hint: PaceHint = PaceHint()


@dataclass(frozen=True, slots=True)
class Candidate:
    """A translation of one unit that passed the checks made so far.

    `origin` is `machine`, `human` or (reserved) `memory`.
    """

    key: str
    text: str
    origin: str = "machine"
    model: str = ""


@dataclass(frozen=True, slots=True)
class Rejection:
    """A unit that got no usable translation.

    `code` is allow-listed and content-free; `reason` is what the next attempt is told and never
    reaches a log.
    """

    key: str
    code: str
    reason: str = field(repr=False, default="")
