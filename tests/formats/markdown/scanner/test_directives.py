"""`:::` containers in the view."""

from __future__ import annotations

import pytest

from tests.formats.markdown.scanner.views import list_extras, show


@pytest.mark.parametrize(
    ("line", "title"),
    [
        (":::tip", []),
        (":::tip[A *b*]", ["A *b*"]),
        (":::tip[A [b](c)]{#d .e}", ["A [b](c)"]),
        (":::tip A b", ["A b"]),
        ("::: details A {open}", ["A"]),
        ("::::warning", []),
        (":::tip{title='no'}", []),
        (":::tip[]", []),
    ],
)
@pytest.mark.parametrize("flavour", ["docusaurus", "vitepress"])
def test_a_fence_shows_only_its_title(line, title, flavour):
    colons = ":" * (len(line) - len(line.lstrip(":")))
    assert show(f"before\n{line}\nbody\n{colons}\nafter\n", flavour) == [
        "before",
        *title,
        "body",
        "after",
    ]


@pytest.mark.parametrize("source", ["\\:::tip\n", "`:::tip`\n", "a :::tip\n", "```\n:::tip\n```\n"])
def test_escaped_and_inner_colons_are_text(source):
    assert show(source, "docusaurus") == source.split("\n")[:-1]


def test_a_title_is_a_paragraph_of_its_own_in_a_quote_and_in_a_list():
    assert show("> a\n> :::tip[T]\n> b\n> :::\n", "docusaurus") == [
        "> a", ">", "> T", ">", "> b", ">",
    ]  # fmt: skip
    assert show("- a\n\n  :::tip[T]\n  b\n  :::\n", "docusaurus") == ["- a", "T", "b"]


def test_a_title_attribute_is_an_extra():
    assert list_extras(":::tip{title='T'}\na\n:::\n", "docusaurus") == ["T"]
