from __future__ import annotations

import pytest

from dragoman.checks.edges import find_changed_edges
from tests.checks.pairs import unit


@pytest.mark.parametrize(
    ("source", "target", "place"),
    [
        ("a ", "b", "end"),
        (" a", "b", "start"),
        ("a", "b\n", "end"),
        ("a", " b ", "start and the end"),
    ],
)
def test_changed_white_space_names_its_place(source, target, place):
    assert place in find_changed_edges(unit(source, target))


def test_equal_edges_and_empty_targets_are_left_alone():
    assert find_changed_edges(unit(" a\n", " b\n")) == ""
    assert find_changed_edges(unit("a ", "")) == ""
