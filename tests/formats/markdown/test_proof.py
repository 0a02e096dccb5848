"""The comparison: what counts as the same, and that everything else does not."""

from __future__ import annotations

import pytest

from dragoman.formats.markdown import MARKDOWN
from dragoman.formats.markdown.proof import find_differences, list_departures
from dragoman.model.document import FormatOptions

OPTIONS = FormatOptions(flavour="gfm")


def compare(source: str, target: str, result: str) -> list[str]:
    document = MARKDOWN.extract(source.encode(), OPTIONS)
    again = MARKDOWN.extract(result.encode(), OPTIONS)
    return [d.code for d in find_differences(document, {document.units[0].key: target}, again)]


@pytest.mark.parametrize(
    ("source", "target", "result"),
    [
        ("a **b**", "<g1>c</g1>", "<strong>c</strong>"),
        ("a _b_", "<g1>c</g1>", "<em>c</em>"),
        ("a ~~b~~", "<g1>c</g1>", "<del>c</del>"),
        ("[a]\n\n[a]: b\n", "<g1>c</g1>", "[c][a]\n\n[a]: b\n"),
        ("[a][]\n\n[a]: b\n", "<g1>c</g1>", "[c][a]\n\n[a]: b\n"),
        ("a `b` c ![](d)", "<g1/><g2/> x", "`b`![](d) x"),
        ("x `b` c [d](e)", "<g2>y</g2> z <g1/>", "[y](e) z `b`"),
        ("a **b** c", "<g1>字：</g1>字", "**字**：字"),
    ],
)
def test_these_count_as_the_same(source: str, target: str, result: str) -> None:
    assert compare(source, target, result) == []


@pytest.mark.parametrize(
    ("source", "target", "result"),
    [
        ("a **b**", "<g1>c</g1>", "<em>c</em>"),
        ("a [b](c)", "<g1>d</g1>", "[d](e)"),
        ("a [b](c) [d](e)", "<g1>b</g1> <g2>d</g2>", "[b](e) [d](c)"),
        ("a **b** c", "<g1>d</g1> e", "**d** f"),
        ("a `b` c `d`", "<g1/><g2/> x", "`b``d` x"),
        ("[a]\n\n[a]: b\n[c]: d\n", "<g1>x</g1>", "[x][c]\n\n[a]: b\n[c]: d\n"),
    ],
)
def test_these_do_not(source: str, target: str, result: str) -> None:
    assert compare(source, target, result) != []


def test_departures_name_what_was_not_kept() -> None:
    document = MARKDOWN.extract(b"a **b** [c]\n\n[c]: d\n", OPTIONS)
    targets = {document.units[0].key: "字<g1>x（y）</g1>字 <g2>z</g2>"}
    assert [d.detail for d in list_departures(document, targets)] == ["element", "label"]
