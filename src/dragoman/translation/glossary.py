"""Terms a translation must use: read from CSV, found in units, checked in replies."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from dragoman.errors import ConfigurationError
from dragoman.formats.tags import strip_tags

_EXACT = {"exact": True, "yes": True, "true": True, "1": True}
_LOOSE = {"": False, "any": False, "no": False, "false": False, "0": False}
_CASE_RULES: Mapping[str, bool] = {**_EXACT, **_LOOSE}


class Term(NamedTuple):
    """One glossary entry for one locale. An exact-case term matches only as it is written."""

    source: str
    target: str
    is_case_exact: bool = False


def read_glossary(content: bytes, path: str, locale: str) -> list[Term]:
    """The terms for `locale` in a CSV file, sorted; of two for one source the nearer locale's.

    Takes columns `source,target[,locale][,case]` or `source,<locale>,…[,case]` with a header line;
    `case` is `exact` or empty; an empty target is no entry; a row for `de` also serves `de-AT`.
    Raises: ConfigurationError with file and line.
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line = content.count(b"\n", 0, fault.start) + 1
        raise _refuse(path, line, "not valid UTF-8", "Save the file as UTF-8.") from None
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    found: dict[str, tuple[int, Term]] = {}
    try:
        columns = _read_header(next(reader, []), path)
        for row in reader:
            if not any(cell.strip() for cell in row):
                continue
            for nearness, term in _read_row(columns, row, locale, (path, reader.line_num)):
                if nearness > found.get(term.source, (0,))[0]:
                    found[term.source] = (nearness, term)
    except csv.Error as fault:
        raise _refuse(path, reader.line_num, f"broken CSV: {fault}", "Close the quotes.") from None
    return sorted(term for _, term in found.values())


def match_terms(terms: Sequence[Term], text: str) -> list[Term]:
    """The terms that occur in `text` as whole words, sorted; tags are looked through.

    >>> match_terms([Term("pull request", "Änderung"), Term("pull", "x", True)], "A <g1>Pull</g1> \
request")
    [Term(source='pull request', target='Änderung', is_case_exact=False)]
    """
    if not terms:
        return []
    plain = strip_tags(text)
    folded = plain.casefold()
    return sorted(
        term
        for term in terms
        if _fold(term, term.source) in (plain if term.is_case_exact else folded)
        and _word_pattern(_fold(term, term.source)).search(plain if term.is_case_exact else folded)
    )


def find_missing_term(terms: Sequence[Term], target: str) -> Term | None:
    """The first of `terms` whose translation is not in `target`.

    A translation inside a longer word counts, so that endings are no fault.

    >>> find_missing_term([Term("branch", "Zweig")], "Die Zweige")
    """
    plain = strip_tags(target)
    for term in terms:
        text = plain if term.is_case_exact else plain.casefold()
        if _fold(term, term.target) not in text:
            return term
    return None


def terms_hash(terms: Iterable[Term]) -> str:
    """A fingerprint of `terms` in whatever order, "" for none.

    >>> terms_hash([]), len(terms_hash([Term("a", "b")]))
    ('', 16)
    """
    rows = sorted(terms)
    return hashlib.sha256(json.dumps(rows).encode()).hexdigest()[:16] if rows else ""


def _fold(term: Term, text: str) -> str:
    return text if term.is_case_exact else text.casefold()


def _word_pattern(text: str) -> re.Pattern[str]:
    """The text where no word goes on at its ends; scripts without blanks know no such ends."""
    before = r"(?<!\w)" if _is_alphabetic(text[0]) else ""
    after = r"(?!\w)" if _is_alphabetic(text[-1]) else ""
    return re.compile(before + re.escape(text) + after)


def _is_alphabetic(letter: str) -> bool:
    """Whether blanks separate words in the letter's script (below U+2E80 they mostly do)."""
    return letter.isalnum() and ord(letter) < 0x2E80


def _read_header(cells: Sequence[str], path: str) -> list[str]:
    columns = [cell.strip() for cell in cells]
    if "source" not in columns or len(columns) < 2:
        raise _refuse(
            path, 1, "the header names no column `source`", "Begin with source,target or source,de."
        )
    return columns


def _read_row(
    columns: Sequence[str], row: Sequence[str], locale: str, place: tuple[str, int]
) -> list[tuple[int, Term]]:
    if len(row) > len(columns):
        raise _refuse(*place, "more cells than columns", "Quote texts that hold a comma.")
    cells = dict(zip(columns, (cell.strip() for cell in row), strict=False))
    case = cells.get("case", "").lower()
    if case not in _CASE_RULES:
        raise _refuse(*place, f"`case` cannot be `{case}`", "Write exact, or leave it empty.")
    if not cells["source"]:
        raise _refuse(*place, "no source term", "Fill the column `source`.")
    candidates = [(cells.get("locale", ""), cells.get("target", ""))]
    candidates += [(name, cells.get(name, "")) for name in columns if name not in _FIXED]
    return [
        (_nearness(said, locale), Term(cells["source"], target, _CASE_RULES[case]))
        for said, target in candidates
        if target and _nearness(said, locale)
    ]


_FIXED = frozenset({"source", "target", "locale", "case"})


def _nearness(said: str, locale: str) -> int:
    """0 = another locale; more = nearer.

    >>> [_nearness(said, "de-AT") for said in ("fr", "", "de", "de-AT")]
    [0, 1, 2, 3]
    """
    if not said:
        return 1
    if said.lower() == locale.lower():
        return 3
    return 2 if locale.lower().startswith(said.lower() + "-") else 0


def _refuse(path: str, line: int, message: str, remedy: str) -> ConfigurationError:
    return ConfigurationError(message, path=path, line=line, remedy=remedy)
