"""Attribute lists in the view."""

from __future__ import annotations

import pytest

from tests.formats.markdown.scanner.views import list_atoms, show


@pytest.mark.parametrize("flavour", ["mkdocs", "jekyll"])
def test_attribute_lists_are_hidden_or_placeholders(flavour):
    assert show("# A {: #b }\n\nc\n{: .d }\n\ne [f](g){: .h }\n", flavour) == [
        "# A",
        "c",
        "e [f](g)⁂",
    ]


@pytest.mark.parametrize("flavour", ["mkdocs", "hugo", "vitepress", "myst"])
def test_lists_without_a_colon_are_hidden_or_placeholders(flavour):
    assert show("a\n\n{.b #c}\n\n[d](e){target='_self'}\n", flavour) == ["a", "[d](e)⁂"]


def test_includes_in_starred_braces_are_hidden():
    assert show("a\n\n{* b/c.py hl[1] *}\n", "mkdocs") == ["a"]


def test_material_lists_without_a_colon_are_placeholders():
    assert list_atoms("![a](b){ width=50 } [c](d){.e}\n", "mkdocs") == [
        ("opaque", "{ width=50 }"),
        ("opaque", "{.e}"),
    ]


@pytest.mark.parametrize("source", ["a \\{: .b}\n", "a {b}\n", "`{: .b}` c\n"])
def test_other_braces_are_text(source):
    assert list_atoms(source, "mkdocs") == []
