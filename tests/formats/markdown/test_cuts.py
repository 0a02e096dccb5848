"""Text cut at what must not change."""

from __future__ import annotations

from dragoman.formats.markdown.cuts import split_atoms, split_lookalikes, split_urls
from dragoman.formats.markdown.pieces import HTML, OPAQUE, TEXT, Piece
from dragoman.formats.markdown.view import MARK, Atom
from dragoman.model.document import Span


def test_a_placeholder_is_a_piece_of_its_own() -> None:
    data = f"a{MARK}b{MARK}".encode()
    atoms = {1: Atom("opaque", "", Span(1, 9)), 5: Atom("open", "T", Span(10, 13))}
    assert split_atoms(data, atoms, [(TEXT, data.decode(), 0, 8)]) == [
        (TEXT, "a", 0, 1),
        (OPAQUE, "", 1, 4),
        (TEXT, "b", 4, 5),
        (HTML, ("open", "T"), 5, 8),
    ]


def test_a_url_spans_pieces_of_text_but_no_markup() -> None:
    data = b"x www.a_b *c*"
    pieces: list[Piece] = [(TEXT, "x www.a", 0, 7), (TEXT, "_", 7, 8), (TEXT, "b ", 8, 10)]
    assert split_urls(data, [(2, 9)], pieces) == [
        (TEXT, "x ", 0, 2),
        (OPAQUE, "", 2, 9),
        (TEXT, " ", 9, 10),
    ]


def test_a_literal_tag_is_opaque_however_it_is_written() -> None:
    data = rb"x \<g1\> &lt;/g2>"
    pieces: list[Piece] = [
        (TEXT, "x ", 0, 2),
        (TEXT, "<g1", 3, 6),
        (TEXT, "> ", 7, 9),
        (TEXT, "<", 9, 13),
        (TEXT, "/g2>", 13, 17),
    ]
    assert split_lookalikes(data, pieces) == [
        (TEXT, "x ", 0, 2),
        (OPAQUE, "", 2, 8),
        (TEXT, " ", 8, 9),
        (OPAQUE, "", 9, 17),
    ]
