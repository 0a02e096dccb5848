from __future__ import annotations

from dragoman.checks.pairs import pair_units
from dragoman.model.document import Document, FormatOptions, Span, Unit


def document(source: bytes, *texts: str) -> Document:
    units = []
    for text in texts:
        at = source.index(text.encode())
        units.append(Unit(f"key-{len(units)}", "paragraph", text, Span(at, at + len(text)), ""))
    return Document(source, "markdown", "gfm", FormatOptions(), tuple(units))


def test_units_carry_their_line_in_the_target():
    source = document(b"one\n\ntwo\n", "one", "two")
    target = document(b"\n\nuno\n\n\ndos\n", "uno", "dos")
    paired = pair_units(source, target, {"key-0": "uno", "key-1": "dos"})
    assert [(one.source, one.target, one.line) for one in paired] == [
        ("one", "uno", 3),
        ("two", "dos", 6),
    ]


def test_lines_do_not_depend_on_the_order_of_nested_units():
    source = document(b"b a", "b", "a")
    target = document(b"a\nb\n", "b", "a")
    paired = pair_units(source, target, {"key-0": "b", "key-1": "a"})
    assert [one.line for one in paired] == [2, 1]
