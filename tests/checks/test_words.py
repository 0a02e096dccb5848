from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from dragoman.checks.words import URL, compare_counts, list_words, strip_markup


def test_a_url_ends_before_the_punctuation_of_its_sentence():
    text = "See https://a.org/x_(y)?q=1#z, <https://b.org>. (https://c.org/d)! **http://e.org/f**"
    assert URL.findall(text) == [
        "https://a.org/x_(y)?q=1#z",
        "https://b.org",
        "https://c.org/d",
        "http://e.org/f",
    ]


def test_full_width_text_may_touch_a_url():
    assert list_words("见https://a.org/b吧。") == ["见", "吧"]


def test_tags_are_no_words():
    assert list_words("<g1>Run</g1><g2/> now") == ["Run", "now"]
    assert strip_markup("a<g12/>b") == "a b"


@given(st.lists(st.sampled_from("abc")), st.lists(st.sampled_from("abc")))
def test_counts_are_equal_exactly_when_nothing_is_said(left, right):
    assert (compare_counts(left, right) == "") == (Counter(left) == Counter(right))
