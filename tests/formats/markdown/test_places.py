"""From what the parser read back to the source."""

from __future__ import annotations

from dragoman.formats.markdown.places import Places
from dragoman.formats.markdown.view import MARK, Atom, View
from dragoman.model.document import Span


def test_a_tail_of_the_source_only_shifts() -> None:
    places = Places(b"---\nabc", View(b"abc", base=4))
    assert (places.data, places.shift, places.is_mapped) == (b"---\nabc", 4, False)
    assert places.locate(4, 6) == (4, 6)


def test_pieces_are_mapped_and_placeholders_count_as_what_they_hide() -> None:
    source = b"ab{xyz}cd"
    view = View(
        f"ab{MARK}cd".encode(),
        starts=(0, 2, 5),
        origins=(0, 7, 7),
        lengths=(2, 0, 2),
        atoms={2: Atom("opaque", "", Span(2, 7))},
    )
    places = Places(source, view)
    for _ in range(2):
        assert places.locate(0, 2) == (0, 2)
        assert places.locate(2, 5) == (2, 7)
        assert places.locate(0, 5) == (0, 7)
        assert places.locate(5, 7) == (7, 9)
        assert places.locate(1, 7) == (1, 9)
