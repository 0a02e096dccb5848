"""The table of flavours."""

from __future__ import annotations

from dragoman.formats.markdown.flavours import FLAVOURS


def test_each_flavour_is_listed_under_its_name():
    assert all(name == flavour.name for name, flavour in FLAVOURS.items())
    assert set(FLAVOURS) == {
        "gfm", "mdx", "docusaurus", "vitepress", "hugo", "mkdocs", "jekyll", "myst", "obsidian",
    }  # fmt: skip
