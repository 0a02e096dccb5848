from __future__ import annotations

from dragoman.model.document import Document, FormatOptions, Span, Unit


def make_document(source: bytes, *units: tuple[int, int, int]) -> Document:
    made = tuple(
        Unit(f"k{n}", "paragraph", "", Span(start, end), "", parent)
        for n, (start, end, parent) in enumerate(units)
    )
    return Document(source, "markdown", "gfm", FormatOptions(), made)


def test_the_skeleton_is_the_source_without_its_outermost_units():
    document = make_document(b"# One\n\nTwo *x*\n", (2, 5, -1), (7, 14, -1), (12, 13, 1))
    assert document.skeleton() == b"# \0\n\n\0\n"


def test_other_words_leave_the_skeleton_and_its_hash():
    one = make_document(b"- a\n- b\n", (2, 3, -1), (6, 7, -1))
    other = make_document(b"- long\n- x\n", (2, 6, -1), (9, 10, -1))
    broken = make_document(b"+ a\n- b\n", (2, 3, -1), (6, 7, -1))
    assert one.skeleton_hash() == other.skeleton_hash()
    assert one.skeleton_hash() != broken.skeleton_hash()
