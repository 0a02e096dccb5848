"""The parser's interface, and what we rely on in it."""

from __future__ import annotations

import pytest

from dragoman.formats.markdown.flavours import FLAVOURS
from dragoman.formats.markdown.parser import read_definitions, read_events


def test_ranges_are_bytes() -> None:
    found = [
        (event["Text"], place["start"], place["end"])
        for event, place in read_events("é *日*", FLAVOURS["gfm"])
        if isinstance(event, dict) and "Text" in event
    ]
    assert found == [("é ", 0, 3), ("日", 4, 7)]


@pytest.mark.parametrize(
    ("flavour", "has_list"), [("gfm", False), ("mkdocs", True), ("myst", True), ("mdx", False)]
)
def test_definition_lists_belong_to_some_flavours(flavour: str, *, has_list: bool) -> None:
    events = [str(event) for event, _ in read_events("a\n: b\n", FLAVOURS[flavour])]
    assert any("DefinitionList" in event for event in events) is has_list


def test_definitions_have_their_titles_in_source_order() -> None:
    text = "[b]: /x 'y'\n[a]: /z\n"
    assert read_definitions(text, FLAVOURS["gfm"]) == [(0, 11, "y"), (12, 19, "")]
