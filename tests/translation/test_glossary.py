from __future__ import annotations

import pytest

from dragoman.errors import ConfigurationError
from dragoman.translation.glossary import Term, find_missing_term, match_terms, read_glossary


def read(text: str, locale: str = "de") -> list[Term]:
    return read_glossary(text.encode(), "terms.csv", locale)


def test_rows_for_other_locales_are_left_out_and_the_nearest_wins():
    text = (
        "source,target,locale,case\nbranch,Zweig,,\nbranch,Ast,de,\nbranch,branche,fr,\n"
        "API,API,de-AT,exact\n"
    )
    assert read(text) == [Term("branch", "Ast")]
    assert read(text, "de-AT") == [Term("API", "API", is_case_exact=True), Term("branch", "Ast")]
    assert read(text, "it") == [Term("branch", "Zweig")]


def test_a_column_for_each_locale_is_read_as_well():
    text = '\ufeffsource,de,fr,case\n"pull request","Änderung, neu",,\nmerge,,fusionner,\n'
    assert read(text) == [Term("pull request", "Änderung, neu")]
    assert read(text, "fr") == [Term("merge", "fusionner")]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("", 1, "no column `source`"),
        ("branch,Zweig\n", 1, "no column `source`"),
        ("source,target\na,b,c\n", 2, "more cells"),
        ("source,target\n\n,b\n", 3, "no source term"),
        ("source,target,case\na,b,maybe\n", 2, "cannot be `maybe`"),
        ('source,target\n"a,b\n', 2, "broken CSV"),
    ],
)
def test_a_broken_line_is_named(text: str, line: int, message: str):
    with pytest.raises(ConfigurationError, match=message) as raised:
        read(text)
    assert (raised.value.path, raised.value.line) == ("terms.csv", line)
    assert raised.value.remedy


def test_invalid_utf_8_is_named_with_its_line():
    with pytest.raises(ConfigurationError, match="not valid UTF-8") as raised:
        read_glossary(b"source,target\na,\xff\n", "terms.csv", "de")
    assert raised.value.line == 2


@pytest.mark.parametrize(
    ("term", "text", "is_found"),
    [
        (Term("branch", "x"), "A Branch.", True),
        (Term("branch", "x"), "branches", False),
        (Term("Branch", "x", is_case_exact=True), "a branch", False),
        (Term("pull request", "x"), "a <g1>pull</g1> request", True),
        (Term("C++", "x"), "in C++, or", True),
        (Term("分支", "x"), "新分支名", True),
    ],
)
def test_terms_match_whole_words_by_their_case_rule(term: Term, text: str, is_found: bool):
    assert match_terms([term], text) == ([term] if is_found else [])


def test_a_translation_is_missed_only_where_it_is_not():
    term = Term("branch", "Zweig", is_case_exact=True)
    assert find_missing_term([term], "die Zweige") is None
    assert find_missing_term([term], "die zweige") == term
