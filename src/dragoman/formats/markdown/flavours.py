"""The Markdown flavours and which constructs each one knows."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Flavour:
    """Which constructs beyond GFM (tables, task lists, strikethrough, footnotes) a flavour reads."""

    name: str
    jsx: bool = False
    """Tags, `{expressions}`, import and export; no indented code, no HTML comments."""
    math: bool = False
    wikilinks: bool = False
    callouts: bool = False
    directives: bool = False
    """`:::name` containers."""
    admonitions: bool = False
    """`!!! note`, `??? tip`, `=== "Tab"` with indented bodies; `///` blocks."""
    fence_directives: bool = False
    """MyST: a fence with `{name}`; roles."""
    shortcodes: bool = False
    """Hugo `{{< >}}` and `{{% %}}`."""
    liquid: bool = False
    """`{% %}` and `{{ }}`."""
    attribute_lists: bool = False
    """`{: .class #id}` of kramdown and Python-Markdown."""
    definition_lists: bool = False


FLAVOURS = {
    flavour.name: flavour
    for flavour in (
        Flavour("gfm", math=True),
        Flavour("mdx", jsx=True, math=True),
        Flavour("docusaurus", jsx=True, math=True, directives=True),
        Flavour("vitepress", directives=True, liquid=True, math=True),
        Flavour("hugo", shortcodes=True, definition_lists=True, math=True),
        Flavour("mkdocs", admonitions=True, attribute_lists=True, definition_lists=True, math=True),
        Flavour("jekyll", liquid=True, attribute_lists=True, definition_lists=True, math=True),
        Flavour("myst", fence_directives=True, directives=True, math=True, definition_lists=True),
        Flavour("obsidian", wikilinks=True, callouts=True, math=True),
    )
}
"""By name. A flavour's flags are read by the scanner and by the choice of parser options."""
