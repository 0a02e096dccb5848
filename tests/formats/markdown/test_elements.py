"""Pairs of inline HTML."""

from __future__ import annotations

import pytest

from dragoman.formats.markdown.elements import pair_elements, read_element
from dragoman.formats.markdown.pieces import CLOSE, HTML, OPAQUE, OPEN, Piece

LETTERS = {OPEN: "(", CLOSE: ")", OPAQUE: "-"}


def pair(*tags: str) -> str:
    pieces: list[Piece] = []
    for at, tag in enumerate(tags):
        op = OPEN if tag == "*(" else CLOSE if tag == "*)" else HTML
        pieces.append((op, tag, at, at + 1))
    return "".join(LETTERS[piece[0]] for piece in pair_elements(pieces))


@pytest.mark.parametrize(
    ("tags", "paired"),
    [
        (["<b>", "</b>"], "()"),
        (["<b>", "<i>", "</i>", "</b>"], "(())"),
        (["<b>", "<i>", "</b>", "</i>"], "(-)-"),
        (["<b>", "*(", "</b>", "*)"], "-(-)"),
        (["*(", "<b>", "</b>", "*)"], "(())"),
        (["</b>", "<b>"], "--"),
        (["<B>", "</b>"], "()"),
        (["<br>", "<img/>", "<!-- x -->"], "---"),
    ],
)
def test_only_balanced_elements_are_wrappers(tags: list[str], paired: str) -> None:
    assert pair(*tags) == paired


def test_an_atom_says_itself_what_it_is() -> None:
    assert read_element(("open", "Tabs")) == ("open", "Tabs")
