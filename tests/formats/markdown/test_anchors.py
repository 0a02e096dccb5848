"""Slugs, pinned ids, and what a page links to."""

from __future__ import annotations

import pytest

from dragoman.formats.markdown import MARKDOWN
from dragoman.formats.markdown.anchors import make_slug, read_page
from dragoman.model.document import FormatOptions
from dragoman.publishing.assemble import assemble


@pytest.mark.parametrize(
    ("flavour", "text", "slug"),
    [
        ("gfm", "Hello, World!", "hello-world"),
        ("gfm", "snake_case & `code`", "snake_case--code"),
        ("docusaurus", "Über uns", "über-uns"),
        ("vitepress", "1. What's new?", "_1-what-s-new"),
        ("vitepress", "Crème brûlée", "creme-brulee"),
        ("mkdocs", "What's   new - here", "whats-new-here"),
        ("obsidian", "My Heading", "My Heading"),
    ],
)
def test_a_heading_has_the_slug_of_its_flavour(flavour: str, text: str, slug: str) -> None:
    assert make_slug(text, flavour) == slug


def test_equal_headings_are_numbered() -> None:
    document = MARKDOWN.extract(b"# A\n\n# A\n\n# A 1\n", FormatOptions(flavour="gfm"))
    assert [heading.anchor for heading in read_page(document).headings] == ["a", "a-1", "a-1-1"]


def test_a_page_lists_its_anchors_and_links() -> None:
    source = b'# One {#first}\n\n## Two\n\n<a id="three"></a> [x](#two) ![](y.png)\n'
    page = read_page(MARKDOWN.extract(source, FormatOptions(flavour="gfm")))
    assert page.anchors == {"first", "two", "three"}
    assert [(link.url, source[link.start : link.start + 2]) for link in page.links] == [
        ("#two", b"[x"),
        ("y.png", b"!["),
    ]


@pytest.mark.parametrize(
    ("flavour", "written"),
    [
        ("gfm", '# Titel <a id="my-title"></a>\n'),
        ("mdx", '# Titel <a id="my-title"></a>\n'),
        ("docusaurus", "# Titel {#my-title}\n"),
        ("vitepress", "# Titel {#my-title}\n"),
        ("hugo", "# Titel {#my-title}\n"),
        ("mkdocs", "# Titel {#my-title}\n"),
        ("jekyll", "# Titel {#my-title}\n"),
        ("myst", "(my-title)=\n# Titel\n"),
        ("obsidian", "# Titel\n"),
    ],
)
@pytest.mark.parametrize("front", ["", "---\nx: y\n---\n"])
def test_a_pinned_heading_keeps_the_id_of_its_source(
    flavour: str, written: str, front: str
) -> None:
    rest = "\nBody\n" if flavour == "mdx" else "\n## Kept {#kept}\n\nBody\n"
    source = f"{front}# My title\n{rest}".encode()
    document = MARKDOWN.extract(source, FormatOptions(flavour=flavour, anchors="pin"))
    assembly = assemble(MARKDOWN, document, {document.units[0].key: "Titel"})
    assert assembly.data.decode() == front + written + rest
    assert not assembly.refused
    assert len(assembly.departures) == (flavour != "obsidian")


def test_nothing_is_pinned_unless_it_is_chosen() -> None:
    document = MARKDOWN.extract(b"# My title\n", FormatOptions(flavour="gfm"))
    assert MARKDOWN.splice(document, {document.units[0].key: "Titel"}) == b"# Titel\n"


def test_a_missing_pin_is_a_difference() -> None:
    document = MARKDOWN.extract(b"# My title\n", FormatOptions(flavour="gfm", anchors="pin"))
    again = MARKDOWN.extract(b"# Titel\n", document.options)
    found = MARKDOWN.differences(document, {document.units[0].key: "Titel"}, again)
    assert [difference.code for difference in found] == ["skeleton"]


def test_an_underlined_heading_is_pinned_too() -> None:
    document = MARKDOWN.extract(b"My\n==\n", FormatOptions(flavour="myst", anchors="pin"))
    assembly = assemble(MARKDOWN, document, {document.units[0].key: "Mein"})
    assert assembly.data == b"(my)=\nMein\n==\n"
