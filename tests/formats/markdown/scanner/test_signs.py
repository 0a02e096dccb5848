"""Emoji codes, display math and the placeholder itself."""

from __future__ import annotations

import pytest

from tests.formats.markdown.scanner.views import list_atoms, show


def test_emoji_codes_are_placeholders():
    assert list_atoms("a :tada: :+1:, :material-check:\n", "gfm") == [
        ("opaque", ":tada:"),
        ("opaque", ":+1:"),
        ("opaque", ":material-check:"),
    ]


@pytest.mark.parametrize(
    "source",
    ["10:30:45\n", "a:b:c\n", "std::vector::x\n", "`:tada:`\n", "\\:tada:\n", "http://a:b:c\n"],
)
def test_other_colons_are_text(source):
    assert list_atoms(source, "gfm") == []


def test_display_math_is_hidden_with_its_blank_lines():
    assert show("a\n\n$$\nb\n\n- c\n$$\n\nd $5 {e}\n", "gfm") == ["a", "d $5 {e}"]


def test_math_that_never_closes_is_text():
    assert show("$$\na\n", "gfm") == ["$$", "a"]


@pytest.mark.parametrize(
    ("line", "flavour"),
    [("[[toc]]", "vitepress"), ("<<< @/a.js{2}", "vitepress"), ("[TOC]", "mkdocs")],
)
def test_commands_to_the_generator_are_hidden(line, flavour):
    assert show(f"a\n\n{line}\n\n[b]\n", flavour) == ["a", "[b]"]


def test_snippet_lines_are_hidden():
    assert show('--8<-- "a.md"\n\n--8\n', "mkdocs") == ["--8"]


def test_a_placeholder_of_the_source_is_a_placeholder():
    assert list_atoms("a ⁂ `⁂`\n", "gfm") == [("opaque", "⁂")]
