"""What a document remembers of each unit beyond what the model shows."""

from __future__ import annotations

from typing import NamedTuple, cast

from dragoman.formats.markdown.pieces import Payload
from dragoman.model.document import Document


class Form(NamedTuple):
    """How a unit's bytes are made: `codec` "" is Markdown; `payloads` in source offsets."""

    codec: str
    payloads: tuple[Payload, ...] = ()


PLAIN = Form("")


class Block(NamedTuple):
    """A unit before it has key and parent."""

    kind: str
    text: str
    start: int
    end: int
    context: str
    form: Form


def forms_of(document: Document) -> tuple[Form, ...]:
    """The forms of the units of `document`, in the same order."""
    return cast("tuple[Form, ...]", document.detail)
