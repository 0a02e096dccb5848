"""What holds for one file and locale, and where each value was said."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple


class Origin(NamedTuple):
    """Where a value was said: a file relative to the repository and a 1-based line.

    A default has the file `""` and the line 0.
    """

    file: str = ""
    line: int = 0

    def __str__(self) -> str:
        """`file:line`, or `default`.

        >>> str(Origin("docs/L10N.md", 4)), str(Origin())
        ('docs/L10N.md:4', 'default')
        """
        return f"{self.file}:{self.line}" if self.file else "default"


class Command(NamedTuple):
    """One validation command: its words, and the repository directory it runs in ("" = root)."""

    argv: tuple[str, ...]
    directory: str = ""


PRESERVED = ("code_blocks", "inline_code", "urls", "placeholders")
"""Everything `preserve` may name; all on by default. *Source:* spec: config §1."""


@dataclass(frozen=True, slots=True)
class FileSettings:
    """The values for one file and locale after precedence.

    `origins` says for every key where its value came from. `guidance` is the bodies from root to
    leaf, then overlays and rule prompts. Paths are relative to the repository. `project` and
    `model` "" mean: not said. *Source:* spec: config §1 (keys and defaults), markdown §1.10, §2.
    """

    project: str = ""
    source_language: str = "en"
    model: str = ""
    language_name: str = ""
    """The target's name from a `targets` map, for the prompt; "" when the list form was used."""
    preserve: tuple[str, ...] = PRESERVED
    frontmatter: str | tuple[str, ...] = "preserve"
    glossary: tuple[str, ...] = ()
    review: str = "pull_request"
    anchors: str = "keep"
    validation: tuple[Command, ...] = ()
    retries: int = 2
    context: str = "bounded"
    """`bounded` or `document` (the whole source travels with each batch)."""
    flavour: str = ""
    attributes: tuple[str, ...] = ()
    guidance: str = ""
    origins: Mapping[str, Origin] = field(default_factory=dict)


class Explained(NamedTuple):
    """One line of `config explain`: a key, its value as text, and where it came from."""

    key: str
    value: str
    origin: Origin


class Warned(NamedTuple):
    """Something in a configuration file that is odd but harmless; `--strict` makes it an error."""

    file: str
    line: int
    message: str
    remedy: str
