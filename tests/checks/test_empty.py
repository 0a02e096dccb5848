from __future__ import annotations

import pytest

from dragoman.checks.empty import find_empty
from tests.checks.pairs import unit


@pytest.mark.parametrize("target", ["", "  ", "…", "<g1></g1>", "<g1/>"])
def test_a_target_without_text_is_empty(target):
    assert find_empty(unit("Run <g1/> now", target))


@pytest.mark.parametrize("target", ["a", "7", "是", "<g1>ok</g1>", "ก"])
def test_one_letter_of_any_script_is_text(target):
    assert find_empty(unit("yes", target)) == ""


def test_a_source_without_words_may_stay_so():
    assert find_empty(unit("<g1/> — <g2/>", "<g1/> — <g2/>")) == ""
