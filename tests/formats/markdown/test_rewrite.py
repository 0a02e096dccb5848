"""Writing units: nested ones, labels, repairs."""

from __future__ import annotations

from dragoman.formats.markdown import MARKDOWN
from dragoman.formats.markdown.rewrite import Rewriter
from dragoman.model.document import FormatOptions


def test_a_nested_unit_is_written_in_a_parent_that_stays() -> None:
    document = MARKDOWN.extract(b'a [b](c "d") e\n', FormatOptions(flavour="gfm"))
    rewriter = Rewriter(document, {document.units[1].key: "é"}, ())
    assert rewriter.write(0) == 'a [b](c "é") e'.encode()
    assert rewriter.splice({0: b"> "}) == '> a [b](c "é") e\n'.encode()


def test_the_label_of_a_broken_reference_is_one_line() -> None:
    source = b"> [a\n> b] c\n\n[a b]: x\n"
    document = MARKDOWN.extract(source, FormatOptions(flavour="gfm"))
    targets = {document.units[0].key: "<g1>x</g1> c"}
    assert MARKDOWN.splice(document, targets) == b"> [x][a b] c\n\n[a b]: x\n"
    assert Rewriter(document, targets, ()).list_departures(0, "<g1>x</g1> c") == ["label"]


def test_what_needs_no_repair_is_left_alone() -> None:
    document = MARKDOWN.extract(b"a **b** c\n", FormatOptions(flavour="gfm"))
    rewriter = Rewriter(document, {}, ())
    assert rewriter.repair(0, "x <g1>y</g1> z") == ("x <g1>y</g1> z", frozenset())
    assert rewriter.repair(0, "x<g1>(y)</g1>z")[1] == {1}


def test_no_element_is_written_where_a_loose_tag_would_pair_with_it() -> None:
    document = MARKDOWN.extract(b"now <b>*x</b>* y\n", FormatOptions(flavour="gfm"))
    assert document.units[0].text == "now <g1/><g2>x<g3/></g2> y"
    targets = {document.units[0].key: "now<g1/><g2> x<g3/></g2>y"}
    data = MARKDOWN.splice(document, targets)
    assert data == b"now<b>*&#32;x</b>*&#121;\n"
    again = MARKDOWN.extract(data, document.options)
    assert not MARKDOWN.differences(document, targets, again)


def test_the_unchanged_label_of_an_escaped_unit_stays_as_written():
    source = b"See [Pop!_OS_a][] now\n\n[pop!_os_a]: /x\n"
    document = MARKDOWN.extract(source, FormatOptions(flavour="gfm"))
    unit = document.units[0]
    target = "* See <g1>Pop!_OS_a</g1> here"
    written = MARKDOWN.splice(document, {unit.key: target}, {unit.key})
    assert written.startswith(b"\\* See [Pop!_OS_a][] here")
    assert MARKDOWN.extract(written, document.options).units[0].text == target
