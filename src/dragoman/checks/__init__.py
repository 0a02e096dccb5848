"""The checks of a translation, made by anyone: one file per check, one line per check here.

Pure: they see values of the model and know neither file nor database.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from dragoman.checks.characters import find_stray_characters
from dragoman.checks.edges import find_changed_edges
from dragoman.checks.empty import find_empty
from dragoman.checks.numbers import find_lost_numbers
from dragoman.checks.placeholders import find_changed_placeholders
from dragoman.checks.unsafe_html import find_unsafe_html
from dragoman.checks.untranslated import find_untranslated
from dragoman.checks.urls import find_changed_urls
from dragoman.model.finding import Finding, Pair, PairedUnit

VERSION = 1
"""Of the rules; raised whenever a check's answer to some text changes (spec: review §3)."""


class Check(NamedTuple):
    """A check of single units: `find` gives a unit's fault as a sentence, "" when there is none."""

    code: str
    severity: str
    find: Callable[[PairedUnit], str]


CHECKS = (
    Check("empty", "error", find_empty),
    Check("untranslated", "error", find_untranslated),
    Check("placeholders", "error", find_changed_placeholders),
    Check("unsafe-html", "error", find_unsafe_html),
    Check("characters", "error", find_stray_characters),
    Check("urls", "warning", find_changed_urls),
    Check("numbers", "warning", find_lost_numbers),
    Check("edges", "warning", find_changed_edges),
)
"""In order; the first error of a unit hides its warnings, since it will be written anew."""

MEANINGS = {
    "missing": "The target file does not exist.",
    "stale": "The source changed after the translation was made.",
    "unreadable": "The target cannot be read or taken apart.",
    "structure": "The target is not the source with other words: markup was lost or added.",
    "dead-anchor": "A link names a heading's id that the translated page no longer has.",
    "empty": "A unit with words in the source has none in the target.",
    "untranslated": "Running text of at least four words is still the source's.",
    "placeholders": "A placeholder (printf, Python, brace, ICU, shell, Mustache) is lost or new.",
    "unsafe-html": "Active HTML (script, event attribute, javascript:) stands only in the target.",
    "characters": "A replacement, control or byte order mark stands only in the target.",
    "urls": "A URL in plain text is missing or new.",
    "numbers": "A number of at least four digits is missing.",
    "edges": "The white space at the edges of a unit differs.",
}
"""Every code a finding may carry, and what it means."""


def run_checks(pairs: Iterable[Pair]) -> list[Finding]:
    """The findings of `pairs`, file by file, each file's by line."""
    return [finding for pair in pairs for finding in check_pair(pair)]


def check_pair(pair: Pair) -> list[Finding]:
    """The findings of one pair by line.

    >>> unit = PairedUnit("k", "p", "Hi {name}", "Hola {nombre}", 3)
    >>> [(f.line, f.code) for f in check_pair(Pair("a.md", "es/a.md", "en", "es", (unit,)))]
    [(3, 'placeholders')]
    """
    found = [
        Finding(pair.path, pair.locale, fault.line, "structure", "error", fault.message)
        for fault in pair.faults
    ]
    for unit in pair.units:
        faults = check_unit(
            unit, is_same_language=_language(pair.source_language) == _language(pair.locale)
        )
        found += [
            Finding(pair.path, pair.locale, unit.line, check.code, check.severity, fault, unit.key)
            for check, fault in faults
        ]
    return sorted(found, key=lambda finding: finding.line)


def check_unit(unit: PairedUnit, *, is_same_language: bool = False) -> list[tuple[Check, str]]:
    """The checks that `unit` fails, each with its sentence.

    Takes `is_same_language` for en → en-GB, where equal text is right.
    """
    faults: list[tuple[Check, str]] = []
    for check in CHECKS:
        if is_same_language and check.code == "untranslated":
            continue
        if check.severity == "warning" and any(seen.severity == "error" for seen, _ in faults):
            continue
        if fault := check.find(unit):
            faults.append((check, fault))
    return faults


def _language(tag: str) -> str:
    """The primary subtag: `pt` of `pt-BR`, `pt_BR`."""
    return tag.replace("_", "-").split("-")[0].lower()
