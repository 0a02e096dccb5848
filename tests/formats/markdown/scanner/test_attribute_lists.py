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


def test_material_lists_without_a_colon_are_placeholders():
    assert list_atoms("![a](b){ width=50 } [c](d){.e}\n", "mkdocs") == [
        ("opaque", "{ width=50 }"),
        ("opaque", "{.e}"),
    ]


@pytest.mark.parametrize("source", ["a \\{: .b}\n", "a {b}\n", "`{: .b}` c\n"])
def test_other_braces_are_text(source):
    assert list_atoms(source, "mkdocs") == []
