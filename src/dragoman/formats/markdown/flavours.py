r"""The Markdown flavours and which constructs each one knows.

How a translation says a construct's signs literally, which is what the rewriting of an escaped unit
must do:

- A backslash before the first sign works for tags, expressions (`\<`, `\{`), `:::`, attribute
  lists, roles, emoji codes (`\:`), wiki links (`\[`), footnotes, `%%`, `!!!`, `???`, `===`, `///`,
  `$`. The scanner reads a backslash before ASCII punctuation as CommonMark does.
- Hugo, Liquid and mustache look before Markdown is read and know no backslash: one brace of each
  pair must be an entity (`{&#123;<`). Entities work everywhere in text, but not in code.
- At the front of a line `import ` and `export ` (MDX) and `%` (MyST) start a structure: write the
  first letter as an entity.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Flavour:
    """Which constructs a flavour reads beyond GFM (tables, task lists, strikethrough, notes)."""

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
        Flavour("vitepress", directives=True, liquid=True, attribute_lists=True, math=True),
        Flavour(
            "hugo",
            shortcodes=True,
            callouts=True,
            attribute_lists=True,
            definition_lists=True,
            math=True,
        ),
        Flavour(
            "mkdocs",
            admonitions=True,
            attribute_lists=True,
            definition_lists=True,
            liquid=True,
            math=True,
        ),
        Flavour("jekyll", liquid=True, attribute_lists=True, definition_lists=True, math=True),
        Flavour(
            "myst",
            fence_directives=True,
            directives=True,
            attribute_lists=True,
            definition_lists=True,
            math=True,
        ),
        Flavour("obsidian", wikilinks=True, callouts=True, math=True),
    )
}
"""By name. A flavour's flags are read by the scanner and by the choice of parser options."""
