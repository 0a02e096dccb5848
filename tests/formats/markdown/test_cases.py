"""The cases of the specification: units as prescribed, identity, given and hostile targets."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from dragoman.formats.markdown import MARKDOWN
from dragoman.formats.tags import split_tags
from dragoman.model.document import Document, FormatOptions
from dragoman.publishing.assemble import assemble

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[2] / "samples" / "markdown" / "cases.json").read_text("utf-8")
)
BY_NAME = {case["name"]: case for case in CASES}
ACCENTS = str.maketrans("aeiouAEIOU", "àéîöùÀÉÎÖÙ")


def open_case(name: str) -> Document:
    case = BY_NAME[name]
    chosen = ("title",) if name == "bom_and_front_matter" else ("x", "linkTitle")
    options = FormatOptions(
        flavour=case["flavour"],
        frontmatter=chosen if "---\n" in case["input"] else "preserve",
    )
    return MARKDOWN.extract(case["input"].encode(), options)


def put(document: Document, *texts: str) -> str:
    """The assembled text with `texts` for the first units; it must be proven."""
    targets = {unit.key: text for unit, text in zip(document.units, texts, strict=False)}
    assembly = assemble(MARKDOWN, document, targets)
    assert not assembly.refused
    again = MARKDOWN.extract(assembly.data, document.options)
    paired = MARKDOWN.pair(document, again)
    assert {key: paired[key] for key in targets} == targets
    return assembly.data.decode()


def accent(text: str) -> str:
    return "".join(
        token.text.translate(ACCENTS) if token.role == "text" else token.text
        for token in split_tags(text)
    )


@pytest.mark.parametrize("name", [case["name"] for case in CASES if case["units"] is not None])
def test_a_case_has_the_units_it_prescribes(name: str) -> None:
    assert [unit.text for unit in open_case(name).units] == BY_NAME[name]["units"]


@pytest.mark.parametrize("name", list(BY_NAME))
def test_a_case_comes_back_byte_for_byte(name: str) -> None:
    document = open_case(name)
    same = {unit.key: unit.text for unit in document.units}
    assert MARKDOWN.splice(document, same) == document.source


@pytest.mark.parametrize("name", list(BY_NAME))
def test_a_case_takes_accented_text_in_every_unit(name: str) -> None:
    document = open_case(name)
    put(document, *[accent(unit.text) for unit in document.units])


@pytest.mark.parametrize("name", [case["name"] for case in CASES if "target" in case])
def test_a_case_takes_the_target_it_gives(name: str) -> None:
    put(open_case(name), BY_NAME[name]["target"])


@pytest.mark.parametrize(
    "target", ["1. Version", "# Version", "- Version", "> V", "=== V", "    V", "```V"]
)
def test_a_leading_block_marker_stays_text(target: str) -> None:
    put(open_case("leading_block_marker_in_target"), target)


def test_braces_and_tags_in_mdx_are_escaped() -> None:
    written = put(open_case("mdx_braces_in_target"), "Use {braces} <now>")
    assert "\\{" in written
    assert "\\<now>" in written


def test_a_callout_keeps_its_marker_in_front() -> None:
    assert put(open_case("obsidian_callout_title"), "Hint <g1>x</g1>").startswith(
        "> [!tip]- Hint *x*\n"
    )


def test_a_moved_footnote_reference_keeps_its_bytes() -> None:
    assert put(open_case("footnotes"), "More<g1/> text.").startswith("More[^1] text.\n")


def test_a_byte_order_mark_stays_in_front() -> None:
    written = put(open_case("bom_and_front_matter"), "Hallo")
    assert written.startswith("\ufeff---\ntitle: Hallo\nslug: hello\n---\n")


def test_an_alias_in_front_matter_is_left_alone() -> None:
    assert put(open_case("yaml_anchor_alias"), "*l &l").startswith(
        "---\nx: &l Java\nlinkTitle: *l\n---\n"
    )


def test_a_collapsed_reference_with_new_text_gets_a_label() -> None:
    document = open_case("collapsed_reference")
    assert put(document, "Siehe <g1>Führer</g1> nun.").startswith("Siehe [Führer][Guide] nun.")
    assert put(document, "Siehe <g1>Guide</g1> nun.").startswith("Siehe [Guide][] nun.")


def test_an_attribute_in_a_payload_is_a_nested_unit() -> None:
    document = open_case("inline_html_pairs")
    paragraph, attribute = document.units
    assert paragraph.text == "Press <g1>Ctrl</g1>+<g2>C</g2><g3/>now <g4/><g5>x<g6/></g5>"
    assert (attribute.text, attribute.parent) == ("Key", 0)
    assembly = assemble(
        MARKDOWN, document, {attribute.key: "Taste", paragraph.key: paragraph.text + "!"}
    )
    assert assembly.data.decode() == (
        'Press <kbd title="Taste">Ctrl</kbd>+<kbd>C</kbd><br>now <b>*x</b>*!\n'
    )


def test_list_markers_in_a_target_leave_the_list_as_it_is() -> None:
    written = put(open_case("tight_list_then_loose_nested"), "- a", "2. b", "+ c", "2. d")
    assert written == "1. \\- a\n   - 2\\. b\n\n     \\+ c\n2. 2\\. d\n"


def test_a_pipe_in_a_cell_is_escaped_and_a_newline_becomes_a_blank() -> None:
    document = open_case("table_cells_with_pipes")
    targets = {document.units[0].key: "x | y\nz"}
    assembly = assemble(MARKDOWN, document, targets)
    assert assembly.data.decode() == "| x \\| y z | `x\\|y` |\n|:--|--:|\n| **c** | |\n"


def test_decoded_text_is_escaped_again() -> None:
    put(open_case("escapes_and_entities"), "Ein * Stern, &amp; &copy; <b> und 5 > 3")


@pytest.mark.parametrize("target", ["-", "=", " ", ""])
def test_a_heading_underline_never_moves(target: str) -> None:
    document = open_case("setext_heading_two_lines")
    unit = document.units[0]
    assembly = assemble(MARKDOWN, document, {unit.key: target})
    assert assembly.data.endswith(b"\n===\n\nrest\n")
    assert (unit.key in assembly.refused) is (not target.strip())


def test_the_code_span_of_a_lazy_line_keeps_its_prefix() -> None:
    document = open_case("lazy_continuation_in_quote_list")
    assert put(document, "<g2/> one <g1>two</g1>") == "> - `co\n>   de` one *two*\n"


def test_literal_emphasis_signs_stay_signs() -> None:
    assert put(open_case("translation_gains_emphasis"), "2*3*4 _x_") == "2\\*3\\*4 \\_x\\_\n"
