"""The server's language can be recomputed, taken back, and leaves everything but words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.checks.placeholders import list_placeholders
from dragoman.formats.tags import check_tags
from tests.provider_server import expected_translation, invert_translation

pieces = st.sampled_from(
    ["word", "łał", "<g1>", "</g1>", "<g2/>", " ", "{name}", "%(n)d", "漢字", "é", "_", "5", "<b>"]
)


@given(st.lists(pieces).map("".join) | st.text())
def test_a_translation_can_be_taken_back(text):
    assert invert_translation(expected_translation(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "Open <g1>the <g2>file</g2></g1> <g3/> now",
        "%(count)d of {total}: {{ name }}, %1$s and ${HOME} at https://a.example/b?c=d",
    ],
)
def test_tags_and_placeholders_stay(text):
    changed = expected_translation(text)
    assert changed != text
    assert check_tags(text, changed) is None
    assert list_placeholders(changed) == list_placeholders(text)
