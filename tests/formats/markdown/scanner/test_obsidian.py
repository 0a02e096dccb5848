"""Obsidian's constructs in the view."""

from __future__ import annotations

import pytest

from tests.formats.markdown.scanner.views import list_atoms, show


def test_the_alias_of_a_wiki_link_lies_between_placeholders():
    assert list_atoms("[[A#b|c *d*]] [[E]] ![[f.png|g]] [[h\\|i]]\n", "obsidian") == [
        ("open", "[[A#b|"),
        ("close", "]]"),
        ("opaque", "[[E]]"),
        ("opaque", "![[f.png|g]]"),
        ("open", "[[h\\|"),
        ("close", "]]"),
    ]


@pytest.mark.parametrize(
    ("line", "title"),
    [("> [!tip]- T *a*", ["> T *a*", ">"]), ("> [!tip]", [">"]), ("> [!tip|x]+ T", ["> T", ">"])],
)
def test_the_marker_of_a_callout_is_hidden_and_its_title_is_separate(line, title):
    assert show(f"{line}\n> body\n", "obsidian") == [*title, "> body"]


def test_only_the_first_line_of_a_quote_is_a_callout():
    assert show("> a\n> [!tip] b\n", "obsidian") == ["> a", "> [!tip] b"]


def test_comments_are_hidden_or_placeholders():
    assert show("%% a\n\nb %%\n\nc %%d%% e\n", "obsidian") == ["c ⁂ e"]


def test_block_ids_are_placeholders():
    assert list_atoms("a ^b1\n\nc^2 d\n", "obsidian") == [("opaque", "^b1")]


@pytest.mark.parametrize("source", ["\\[[a]]\n", "`[[a]]`\n", "[[a\n", "50 %% of\n", "[[]]\n"])
def test_other_signs_are_text(source):
    assert list_atoms(source, "obsidian") == []
