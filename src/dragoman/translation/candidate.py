"""What the room takes and gives: work, outcome, and the codes a rejection may carry."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

from dragoman.errors import ProviderError
from dragoman.model.document import Document
from dragoman.model.exchange import Candidate, Rejection, Reply, Request, Usage
from dragoman.plugs import Format
from dragoman.translation.glossary import Term

AskProvider = Callable[[Request], Awaitable[Reply]]
"""Sends one request and gives the complete reply; raises ProviderError."""

REJECTION_CODES = frozenset(
    {
        "missing",
        "repeated",
        "wrong-type",
        "empty",
        "too-long",
        "characters",
        "refused",
        "term",
        "malformed",
        "truncated",
        "oversized",
        "declined",
    }
)
"""Every code a rejection may carry; none of them says anything about the text."""


@dataclass(frozen=True, slots=True)
class Scope:
    """Whose checkpoints these are, beside what each unit adds. *Source:* spec: recovery §5.

    `attempt` is 0 for the first attempt at the document and n for its nth repair.
    """

    project: str
    target_path: str
    locale: str
    credential_id: str
    model: str
    owner: str = "translate"
    attempt: int = 0
    document_hash: str = ""
    """Set only under strict scope."""


@dataclass(frozen=True, slots=True)
class Work:
    """Units of one document to be translated into one locale.

    `keys` are the units to send; `known` the texts (with tags) that already stand, by key, for
    context; `reasons` why the last attempt at the document failed, by key ("" = all units).
    `concurrency` is the number of requests for this document in flight at once.
    """

    document: Document
    plug: Format
    keys: tuple[str, ...]
    scope: Scope
    source_language: str
    language_name: str = ""
    voice: str = ""
    terms: tuple[Term, ...] = ()
    known: Mapping[str, str] = field(default_factory=dict)
    reasons: Mapping[str, str] = field(default_factory=dict)
    whole_document: bool = False
    batch_bytes: int = 8_000
    concurrency: int = 4


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of the work.

    `candidates` and `rejections` together cover every key, unless `stopped` says which error made
    the provider unusable: then the rest was not asked.
    """

    candidates: Mapping[str, Candidate]
    rejections: tuple[Rejection, ...]
    usage: Usage
    checkpoint_hits: int = 0
    sent: int = 0
    """Different texts sent to the provider at least once."""
    stopped: ProviderError | None = None
