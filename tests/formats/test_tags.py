"""Tags in replies."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.formats.tags import TAG, check_tags, flatten, renumber, split_tags, strip_tags


@pytest.mark.parametrize(
    ("target", "reason"),
    [
        ("<g1>a</g1>", "The tag <g2/> is missing."),
        ("<g1>a</g1><g2/><g2/>", "The tag <g2/> stands more than once."),
        ("<g1>a</g1><g2/><g3/>", "The tag <g3/> is not in the source."),
        ("<g1>a<g2/>", "The tag <g1> is not closed."),
        ("</g1>a<g1><g2/>", "The tag </g1> closes nothing that is open."),
        ("<g1> </g1>a<g2/>", "The tag <g1>…</g1> holds no text any more."),
        ("<g1/>a<g2/>", "The tag <g1>…</g1> is written as <g1/>."),
        ("<g1>a<g1>b</g1></g1><g2/>", "The tag <g1>…</g1> stands more than once."),
        ("</g2/><g1>a</g1>", "The tag </g2/> is not in the source."),
    ],
)
def test_wrong_tags_have_a_reason(target: str, reason: str) -> None:
    assert check_tags("<g1>x</g1> <g2/>", target) == reason


def test_crossing_wrappers_are_refused() -> None:
    assert check_tags("<g1>a</g1><g2>b</g2>", "<g1>a<g2>b</g1></g2>") is not None


def test_tags_may_move_and_nest() -> None:
    assert check_tags("<g1>a</g1> <g2/> <g3>b</g3>", "<g3>b<g2/><g1>a</g1></g3>") is None


def test_a_wrapper_that_was_empty_may_stay_empty() -> None:
    assert check_tags("<g1><g2/></g1> a", "b <g1><g2/></g1>") is None


@given(st.text(st.sampled_from("a<g1/>\n ")))
def test_splitting_loses_nothing(text: str) -> None:
    assert "".join(token.text for token in split_tags(text)) == text
    assert TAG.search(strip_tags(text)) is None or TAG.search(text) is not None
    assert renumber(text, {}) == text or "<g" in text
    assert "\n" not in flatten(text)
