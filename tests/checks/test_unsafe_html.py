from __future__ import annotations

import pytest

from dragoman.checks.unsafe_html import find_unsafe_html
from tests.checks.pairs import unit


@pytest.mark.parametrize(
    "target",
    ["<script>", "< SCRIPT src=x>", '<img src=x onerror="y()">', "[a](javascript:x())", "<iframe>"],
)
def test_active_html_that_came_in_is_found(target):
    assert find_unsafe_html(unit("a", target))


@pytest.mark.parametrize("target", ["<b>fett</b>", "on = an", "JavaScript: eine Sprache", "<g1/>"])
def test_plain_text_is_left_alone(target):
    assert find_unsafe_html(unit("a", target)) == ""


def test_what_the_source_holds_may_stay_or_go():
    assert find_unsafe_html(unit("<script>x", "<script>y")) == ""
    assert find_unsafe_html(unit("<script>x", "y")) == ""
    assert find_unsafe_html(unit("<script>x", "<script><script>"))
