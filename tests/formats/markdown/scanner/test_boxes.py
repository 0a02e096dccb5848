"""Containers of one line."""

from __future__ import annotations

import pytest

from dragoman.formats.markdown.flavours import FLAVOURS
from dragoman.formats.markdown.scanner.boxes import Boxes, Place


def enter(line, *, in_paragraph=False, flavour="gfm"):
    boxes = Boxes(line, FLAVOURS[flavour], "a.md")
    place = boxes.enter(Place(0, 0, 0, 0), len(line), in_paragraph=in_paragraph)
    return [(box.sign, box.offset) for box in boxes.open], line[place.at :]


@pytest.mark.parametrize(
    ("line", "opened", "rest"),
    [
        (b"> a", [(b">", 0)], b"a"),
        (b"- a", [(b"-", 2)], b"a"),
        (b"10.  a", [(b"1", 5)], b"a"),
        (b"> - a", [(b">", 0), (b"-", 2)], b"a"),
        (b"- > a", [(b"-", 2), (b">", 0)], b"a"),
        (b"- - a", [(b"-", 2), (b"-", 4)], b"a"),
        (b"-      code", [(b"-", 2)], b""),
        (b"-", [(b"-", 2)], b""),
        (b"[^1]: a", [(b"[", 4)], b"a"),
        (b"* * *", [], b"* * *"),
        (b"-a", [], b"-a"),
        (b": a", [], b": a"),
    ],
)
def test_markers_at_the_front_open_containers(line, opened, rest):
    assert enter(line) == (opened, rest)


def test_definitions_open_where_the_flavour_has_them():
    assert enter(b": a", flavour="mkdocs") == ([(b":", 2)], b"a")


@pytest.mark.parametrize(("line", "count"), [(b"2. a", 0), (b"1. a", 1), (b"-", 0), (b"- a", 1)])
def test_only_some_markers_interrupt_a_paragraph(line, count):
    assert len(enter(line, in_paragraph=True)[0]) == count


def test_a_line_matches_the_containers_it_continues():
    boxes = Boxes(b"> - a\n>   b\n> c\n", FLAVOURS["gfm"], "a.md")
    boxes.enter(Place(0, 0, 0, 0), 5, in_paragraph=False)
    assert [boxes.match(start, stop)[4] for start, stop in ((6, 11), (12, 15))] == [2, 1]
