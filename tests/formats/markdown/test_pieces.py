"""Pieces."""

from __future__ import annotations

from dragoman.formats.markdown.pieces import TEXT, Piece, grow_last, widen


def test_an_escape_belongs_to_its_character_only() -> None:
    assert widen(rb"\*", 1, "*") == 0
    assert widen(rb"\a", 1, "a") == 1
    assert widen(b"*", 0, "*") == 0


def test_the_last_piece_grows() -> None:
    pieces: list[Piece] = [(TEXT, "a", 0, 1), (TEXT, "b", 1, 2)]
    assert grow_last(pieces, 5) == 5
    assert pieces == [(TEXT, "a", 0, 1), (TEXT, "b", 1, 5)]
