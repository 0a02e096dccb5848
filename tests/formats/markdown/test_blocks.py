"""Units: kinds, spans, keys, nesting."""

from __future__ import annotations

import pytest

from dragoman.errors import DocumentRefused
from dragoman.formats.markdown import blocks
from dragoman.formats.markdown.blocks import extract_document, merge_extras, number_units
from dragoman.formats.markdown.flavours import FLAVOURS
from dragoman.formats.markdown.forms import PLAIN, Block, Form, forms_of
from dragoman.model.document import FormatOptions


def block(text: str, start: int, end: int, *payloads: tuple[int, ...]) -> Block:
    return Block("paragraph", text, start, end, "", Form("", payloads) if payloads else PLAIN)


def test_every_leaf_has_its_kind() -> None:
    source = b"# a\n\nb\n\n- c\n\n| d |\n|---|\n\ne\n: f\n\ng[^1]\n\n[^1]: h\n"
    document = extract_document(source, FLAVOURS["hugo"], FormatOptions())
    assert [(unit.kind, unit.text) for unit in document.units] == [
        ("heading", "a"),
        ("paragraph", "b"),
        ("item", "c"),
        ("cell", "d"),
        ("term", "e"),
        ("definition", "f"),
        ("paragraph", "g<g1/>"),
        ("paragraph", "h"),
    ]
    assert all(
        source[slice(*unit.span)].decode() == unit.text.replace("<g1/>", "[^1]")
        for unit in document.units
    )
    assert len(forms_of(document)) == len(document.units)


def test_keys_are_sixteen_hex_digits_and_unique_among_equals() -> None:
    units, _ = number_units([block("a", 0, 1), block("a", 2, 3), block("b", 4, 5)])
    assert len({unit.key for unit in units}) == 3
    assert all(len(unit.key) == 16 and int(unit.key, 16) >= 0 for unit in units)


def test_an_extra_in_a_payload_is_nested_and_one_in_the_words_is_none() -> None:
    outer = block("a <g1/> b", 0, 20, (2, 12))
    inside, across, after = block("x", 4, 6), block("y", 11, 14), block("z", 22, 23)
    units, _ = number_units(merge_extras([outer], [after, across, inside]))
    assert [(unit.text, unit.parent) for unit in units] == [("a <g1/> b", -1), ("x", 0), ("z", -1)]


def test_a_file_beyond_the_limit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "MAX_BYTES", 3)
    with pytest.raises(DocumentRefused):
        extract_document(b"abcd", FLAVOURS["gfm"], FormatOptions())


def test_a_line_of_megabytes_of_markup_is_refused_by_its_number() -> None:
    with pytest.raises(DocumentRefused) as fault:
        extract_document(b"a\n\n" + b"*a*" * 400_000, FLAVOURS["gfm"], FormatOptions())
    assert fault.value.line == 3


def test_a_line_of_megabytes_of_words_is_one_unit() -> None:
    document = extract_document(b"word and " * 150_000, FLAVOURS["gfm"], FormatOptions())
    assert len(document.units) == 1
