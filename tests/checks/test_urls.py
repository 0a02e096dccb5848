from __future__ import annotations

from dragoman.checks.urls import find_changed_urls
from tests.checks.pairs import unit


def test_a_lost_url_is_found():
    assert "https://a.org/x is missing" in find_changed_urls(unit("At https://a.org/x.", "Dort."))


def test_a_url_before_other_punctuation_is_the_same_url():
    assert find_changed_urls(unit("At https://a.org/x.", "位于https://a.org/x。")) == ""
