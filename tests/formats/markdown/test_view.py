"""The way back from a view to its source."""

from __future__ import annotations

from dragoman.formats.markdown.scanner.edits import Edits
from dragoman.formats.markdown.view import MARK, View


def test_an_untouched_view_only_shifts():
    assert View(b"abc", base=3).source_of(2) == 5


def test_offsets_behind_cuts_and_placeholders_lead_to_the_source():
    edits = Edits(b"ab{cd}ef--gh")
    edits.mark(2, 6, "opaque", "x")
    edits.cut(8, 10)
    view = edits.make_view(0)
    shown = view.data.decode()
    assert shown == f"ab{MARK}efgh"
    for sign in "abefgh":
        at = len(shown[: shown.index(sign)].encode())
        assert edits.source[view.source_of(at) :][:1].decode() == sign
    assert view.source_of(2) == 2
