"""Changes between source and view."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from dragoman.formats.markdown.scanner.edits import Edits
from dragoman.formats.markdown.view import MARK


def test_no_changes_give_the_source_itself():
    view = Edits(b"abc").make_view(1)
    assert (view.data, view.base, view.starts) == (b"bc", 1, ())


def test_of_overlapping_changes_the_first_to_begin_stands():
    edits = Edits(b"abcdef")
    edits.cut(2, 3)
    edits.mark(1, 5, "open", "x")
    view = edits.make_view(0)
    assert view.data.decode() == f"a{MARK}f"
    assert [atom.role for atom in view.atoms.values()] == ["open"]


@given(st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20), st.booleans()), max_size=8))
def test_every_shown_byte_leads_back_to_itself(changes):
    source = bytes(range(65, 86))
    edits = Edits(source)
    for first, second, is_mark in changes:
        start, end = sorted((first, second))
        if is_mark and start < end:
            edits.mark(start, end, "opaque", "x")
        else:
            edits.cut(start, end, b"\n")
    view = edits.make_view(0)
    for at, byte in enumerate(view.data):
        if 65 <= byte < 86:
            assert source[view.source_of(at)] == byte
    for at, atom in view.atoms.items():
        assert view.source_of(at) == atom.span.start
