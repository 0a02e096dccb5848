"""Numbers that a translation lost."""

from __future__ import annotations

import re
import unicodedata

from dragoman.checks.words import strip_markup
from dragoman.model.finding import PairedUnit

# Shorter numbers are legitimately written as words ("2" → "zwei") or converted ("2 pm" → "14 Uhr").
LEAST_DIGITS = 4

# A number with its grouping and decimal marks, as the many locales write them.
_NUMBER = re.compile(r"\d+(?:[.,'’٬٫\u00a0\u202f\u2009 ]\d+)*")
# 10,000 may become 1万: a text with a counting word for powers of ten is not compared.
_MAGNITUDES = re.compile("[万萬億亿兆만억조]|लाख|करोड़|lakh|crore", re.IGNORECASE)


def list_digits(text: str) -> set[str]:
    """The digits of each long number in `text`, marks and scripts levelled.

    >>> sorted(list_digits("port 8080, 1,024 files, ٢٠٢٦, 3.11"))
    ['1024', '2026', '8080']
    """
    plain = strip_markup(text)
    return {
        digits
        for number in _NUMBER.findall(plain)
        if len(digits := "".join(str(unicodedata.digit(sign, "")) for sign in number))
        >= LEAST_DIGITS
    }


def find_lost_numbers(unit: PairedUnit) -> str:
    """The fault of a target in which a long number of the source is nowhere, "" when there is none.

    >>> find_lost_numbers(PairedUnit("k", "p", "Port 8080 or 1,024", "Port 8008 oder 1.024", 1))
    'the number 8080 is missing'
    """
    wanted = list_digits(unit.source)
    if not wanted or _MAGNITUDES.search(unit.target):
        return ""
    found = "".join(str(unicodedata.digit(sign, " ")) for sign in strip_markup(unit.target))
    run_together = re.sub(r"(?<=\d)\s(?=\d)", "", found)
    lost = sorted(number for number in wanted if number not in run_together)
    return f"the number {', '.join(lost)} is missing" if lost else ""
