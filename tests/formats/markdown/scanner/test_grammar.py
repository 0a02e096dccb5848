"""The table of constructs."""

from __future__ import annotations

import pytest

from dragoman.formats.markdown.flavours import FLAVOURS
from dragoman.formats.markdown.scanner.grammar import get_grammar
from tests.formats.markdown.scanner.views import list_atoms

CONSTRUCTS = {
    "{a}": {"mdx", "docusaurus"},
    "{{< a >}}": {"hugo", "mdx", "docusaurus", "vitepress", "mkdocs", "jekyll", "myst"},
    "{{% a %}}": {"hugo", "mdx", "docusaurus", "vitepress", "mkdocs", "jekyll", "myst"},
    "{% a %}": {"mdx", "docusaurus", "vitepress", "mkdocs", "jekyll"},
    "<A b={'>'}/>": {"mdx", "docusaurus"},
    "{: .a}": {"mdx", "docusaurus", "vitepress", "hugo", "mkdocs", "jekyll", "myst"},
    "[[a]]": {"obsidian"},
    "{ref}`a`": {"myst"},
}


@pytest.mark.parametrize("flavour", sorted(FLAVOURS))
@pytest.mark.parametrize("construct", sorted(CONSTRUCTS))
def test_a_construct_is_one_placeholder_in_its_flavours_only(construct, flavour):
    is_whole = ("opaque", construct) in list_atoms(f"x {construct} y\n", flavour) or (
        "open",
        construct,
    ) in list_atoms(f"x {construct} y\n", flavour)
    assert is_whole == (flavour in CONSTRUCTS[construct])


def test_a_grammar_is_made_once():
    assert get_grammar(FLAVOURS["mdx"]) is get_grammar(FLAVOURS["mdx"])
