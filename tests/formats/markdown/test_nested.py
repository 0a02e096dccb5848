"""Attributes, summaries and titles."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.formats.markdown import MARKDOWN
from dragoman.formats.markdown.nested import decode_title, encode_summary, encode_title
from dragoman.model.document import FormatOptions

VISIBLE = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1)


@given(VISIBLE)
def test_a_title_says_what_was_written(text: str) -> None:
    assert decode_title(encode_title(text)) == text


@given(VISIBLE)
def test_a_summary_comes_back_as_it_was_meant(text: str) -> None:
    if not text.strip() or "<g" in text:
        return
    source = f"<details>\n<summary>{encode_summary(text)}</summary>\n</details>\n"
    document = MARKDOWN.extract(source.encode(), FormatOptions(flavour="gfm"))
    assert [unit.text for unit in document.units] == [text]


@pytest.mark.parametrize(
    ("source", "title"),
    [
        ('[a](b "c")', "c"),
        ("[a](<b c> 'd \"e\"' )", 'd "e"'),
        ("[a](b (c \\( d))", "c ( d"),
        ('[a](b "\\"c\\" &amp;")', '"c" &'),
    ],
)
def test_a_title_is_found_in_its_quotes(source: str, title: str) -> None:
    document = MARKDOWN.extract(source.encode(), FormatOptions(flavour="gfm"))
    assert [unit.text for unit in document.units if unit.kind == "title"] == [title]


def test_attributes_of_the_setting_are_units() -> None:
    source = b'<p data-label="x" title="y">\n</p>\n'
    plain = MARKDOWN.extract(source, FormatOptions(flavour="gfm"))
    more = MARKDOWN.extract(source, FormatOptions(flavour="gfm", attributes=("data-label",)))
    assert [unit.text for unit in plain.units] == ["y"]
    assert [unit.text for unit in more.units] == ["x", "y"]


def test_the_title_of_a_comment_in_disguise_is_no_unit() -> None:
    source = b"[//]: # 'Android'\n[comment]: <> (no)\n\n[a]: /b 'Yes'\n"
    document = MARKDOWN.extract(source, FormatOptions(flavour="gfm"))
    assert [unit.text for unit in document.units] == ["Yes"]


def test_a_title_may_hold_the_placeholder_of_views() -> None:
    assert encode_title("⁂") == b"&#8258;"


def test_a_title_over_two_lines_is_one_text() -> None:
    document = MARKDOWN.extract(b'a [b](c "d\ne") f\n', FormatOptions(flavour="gfm"))
    assert [unit.text for unit in document.units] == ["a <g1>b</g1> f", "d e"]
