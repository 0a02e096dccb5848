from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from dragoman.checks import CHECKS, MEANINGS, check_unit, run_checks
from dragoman.model.finding import Fault, Pair, PairedUnit
from tests.checks.pairs import unit

SENTENCE = "Save it to the disk."


def pair(*units: PairedUnit, locale: str = "de", faults: tuple[Fault, ...] = ()) -> Pair:
    return Pair("a.md", f"{locale}/a.md", "en", locale, units, faults)


def test_findings_stand_by_file_and_line():
    found = run_checks(
        [
            pair(unit("a", "", 9), unit("{a}", "{b}", 2)),
            pair(faults=(Fault(4, "a list is missing"),), locale="fr"),
        ]
    )
    assert [(one.path, one.locale, one.line, one.code, one.severity) for one in found] == [
        ("de/a.md", "de", 2, "placeholders", "error"),
        ("de/a.md", "de", 9, "empty", "error"),
        ("fr/a.md", "fr", 4, "structure", "error"),
    ]


def test_a_unit_finding_names_its_unit():
    (found,) = run_checks([pair(unit("a", ""))])
    assert found.key == "key"


def test_equal_text_is_right_between_variants_of_one_language():
    assert run_checks([pair(unit(SENTENCE, SENTENCE), locale="en-GB")]) == []
    assert [one.code for one in run_checks([pair(unit(SENTENCE, SENTENCE))])] == ["untranslated"]


def test_an_error_hides_the_warnings_of_its_unit():
    both = unit("{a} on port 8080 ", "{b}")
    assert [check.code for check, _ in check_unit(both)] == ["placeholders"]


def test_every_code_has_a_meaning():
    assert {check.code for check in CHECKS} <= set(MEANINGS)
    assert {check.severity for check in CHECKS} == {"error", "warning"}


def test_a_good_translation_has_no_finding():
    good = unit(
        "Run <g1/> on port 8080, {name}: see https://a.org/x for 10,000 files.",
        "Führe <g1/> auf Port 8080 aus, {name}: siehe https://a.org/x für 10.000 Dateien.",
    )
    assert run_checks([pair(good)]) == []


@given(st.text(max_size=60))
def test_a_text_beside_itself_is_at_most_untranslated(text):
    codes = {check.code for check, _ in check_unit(unit(text, text))}
    assert codes <= {"untranslated"}


@given(st.text(max_size=60), st.text(max_size=60))
def test_no_text_breaks_a_check(source, target):
    order = list(CHECKS)
    random.shuffle(order)
    assert all(isinstance(check.find(unit(source, target)), str) for check in order)
