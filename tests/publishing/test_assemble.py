"""Assembling: proof first, escaping where needed, refusal of what cannot stand."""

from __future__ import annotations

import pytest

from dragoman.formats.markdown import MARKDOWN
from dragoman.model.document import FormatOptions
from dragoman.publishing.assemble import UNREADABLE, assemble

SOURCE = b"# Title\n\nOne *two* three.\n\n- item\n- item\n\nLast `code`.\n"


def test_no_targets_give_the_source_with_proof() -> None:
    document = MARKDOWN.extract(SOURCE, FormatOptions())
    assembly = assemble(MARKDOWN, document, {})
    assert assembly.data == SOURCE
    assert assembly.proof == document


def test_plain_targets_are_not_escaped() -> None:
    document = MARKDOWN.extract(SOURCE, FormatOptions())
    targets = {unit.key: unit.text.replace("e", "é") for unit in document.units}
    assembly = assemble(MARKDOWN, document, targets)
    assert assembly.data.decode() == SOURCE.decode().replace("e", "é").replace("codé", "code")
    assert not assembly.escaped
    assert not assembly.refused


def test_only_what_failed_is_escaped() -> None:
    document = MARKDOWN.extract(SOURCE, FormatOptions())
    keys = [unit.key for unit in document.units]
    assembly = assemble(MARKDOWN, document, {keys[0]: "Ti*t*le", keys[2]: "a [b]"})
    assert assembly.data.startswith(b"# Ti\\*t\\*le\n")
    assert b"- a [b]\n" in assembly.data
    assert assembly.escaped == {keys[0]}


def test_wrong_tags_are_refused_and_the_rest_is_kept() -> None:
    document = MARKDOWN.extract(SOURCE, FormatOptions())
    keys = [unit.key for unit in document.units]
    assembly = assemble(MARKDOWN, document, {keys[0]: "Titel", keys[1]: "Eins zwei."})
    assert assembly.refused == {keys[1]: "The tag <g1>…</g1> is missing."}
    assert assembly.data.startswith(b"# Titel\n\nOne *two* three.\n")


def test_bytes_go_in_verbatim_when_they_prove_themselves() -> None:
    document = MARKDOWN.extract(SOURCE, FormatOptions())
    key = document.units[0].key
    assembly = assemble(MARKDOWN, document, {key: b"T&iuml;tle"})
    assert assembly.data.startswith(b"# T&iuml;tle\n")


@pytest.mark.parametrize("broken", [b"a\n\nb", b"", b"\xff", b"a\n- b"])
def test_bytes_that_break_the_document_are_refused_alone(broken: bytes) -> None:
    document = MARKDOWN.extract(SOURCE, FormatOptions())
    keys = [unit.key for unit in document.units]
    assembly = assemble(MARKDOWN, document, {keys[0]: broken, keys[2]: "Ding", keys[3]: "Sache"})
    assert assembly.refused == {keys[0]: UNREADABLE}
    assert assembly.data == SOURCE.replace(b"- item\n- item", b"- Ding\n- Sache")


def test_unknown_keys_are_ignored() -> None:
    document = MARKDOWN.extract(SOURCE, FormatOptions())
    assert assemble(MARKDOWN, document, {"nothing": "x"}).data == SOURCE


def test_departures_are_reported() -> None:
    document = MARKDOWN.extract("これは**強調**です\n".encode(), FormatOptions())
    key = document.units[0].key
    assembly = assemble(MARKDOWN, document, {key: "<g1>注意：</g1>これ"})
    assert assembly.data.decode() == "**注意**：これ\n"
    assert [departure.detail for departure in assembly.departures] == ["punctuation"]


def test_those_that_break_the_document_are_found_among_many() -> None:
    source = "".join(f"word {number}\n\n" for number in range(30)).encode()
    document = MARKDOWN.extract(source, FormatOptions())
    keys = [unit.key for unit in document.units]
    targets = {key: b"a\n\nb" if at in {3, 4, 20} else b"fine" for at, key in enumerate(keys)}
    assembly = assemble(MARKDOWN, document, targets)
    assert set(assembly.refused) == {keys[3], keys[4], keys[20]}
    assert assembly.data.count(b"fine\n") == 27
