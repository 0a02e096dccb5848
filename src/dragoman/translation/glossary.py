"""Terms a translation must use: read from CSV, found in units, checked in replies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Term(NamedTuple):
    """One glossary entry for one locale. An exact-case term matches only as it is written."""

    source: str
    target: str
    is_case_exact: bool = False


def read_glossary(content: bytes, path: str, locale: str) -> list[Term]:
    """The terms for `locale` in a CSV file.

    Takes columns `source,target[,locale][,case]` or `source,<locale>,…` with a header line.
    Raises: ConfigurationError with file and line.
    """
    raise NotImplementedError


def match_terms(terms: Sequence[Term], text: str) -> list[Term]:
    """The terms that occur in `text` as whole words, sorted."""
    raise NotImplementedError


def terms_hash(terms: Iterable[Term]) -> str:
    """A fingerprint of `terms`, "" for none."""
    raise NotImplementedError
