from __future__ import annotations

import pytest

from dragoman.checks.characters import find_stray_characters
from tests.checks.pairs import unit


@pytest.mark.parametrize("sign", ["\ufffd", "\ufeff", "\x00", "\x1b", "\x85", "\ue000"])
def test_a_stray_character_is_named(sign):
    assert find_stray_characters(unit("a", "a" + sign)) == f"stray character U+{ord(sign):04X}"


@pytest.mark.parametrize(
    "text",
    [
        "می\u200cخواهم",
        "क्\u200dष",
        "a\u200eb\u200f",
        "a\u00a0b",
        "a\u200bខ",
        "👩\u200d💻",
        "a\nb\tc",
    ],
)
def test_joiners_marks_and_blanks_are_writing(text):
    assert find_stray_characters(unit("a", text)) == ""


def test_what_the_source_holds_is_no_fault():
    assert find_stray_characters(unit("\ufffd", "x \ufffd")) == ""
