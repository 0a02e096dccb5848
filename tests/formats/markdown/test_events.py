"""Runs of inline pieces."""

from __future__ import annotations

import pytest

from dragoman.errors import DocumentRefused
from dragoman.formats.markdown.events import (
    MAX_DEPTH,
    MAX_PIECES,
    MIXED_RUN,
    PLAIN_RUN,
    SIMPLE_RUN,
    EventReader,
    Run,
)
from dragoman.formats.markdown.flavours import FLAVOURS
from dragoman.formats.markdown.parser import read_events


def runs(text: str, shift: int = 0) -> tuple[EventReader, list[Run]]:
    reader = EventReader(b" " * shift + text.encode(), shift, "a.md")
    return reader, list(reader.split_runs(read_events(text, FLAVOURS["gfm"])))


def test_each_leaf_block_is_a_run() -> None:
    _, found = runs("# a\n\nb *c*\n\n- d\n  - e<br>\n\n| f |\n|---|\n\n```\ncode\n```\n")
    assert [(name, mark) for name, _, _, mark in found] == [
        ("Heading", PLAIN_RUN),
        ("Paragraph", SIMPLE_RUN),
        ("Item", PLAIN_RUN),
        ("Item", MIXED_RUN),
        ("TableCell", PLAIN_RUN),
    ]


def test_offsets_are_shifted() -> None:
    _, found = runs("ab\n", shift=3)
    assert found[0][2][0][2:] == (3, 5)


def test_html_and_titles_are_left_behind() -> None:
    reader, _ = runs('a <b>c</b> [d](e "f")\n\n<div>\n</div>\n')
    assert reader.html == [(2, 5), (6, 10), (23, 36)]
    assert reader.titles == [(11, 21, "f")]


def test_depth_has_a_limit_that_names_the_line() -> None:
    with pytest.raises(DocumentRefused) as caught:
        runs("a\n\n" + ">" * (MAX_DEPTH + 1) + " b\n")
    assert (caught.value.path, caught.value.line) == ("a.md", 3)


def test_a_block_holds_a_limited_number_of_pieces() -> None:
    with pytest.raises(DocumentRefused) as caught:
        runs("a\n\n" + "*b* " * (MAX_PIECES // 4 + 10))
    assert caught.value.line == 3
    assert runs("*b* " * 20_000)[1]
