"""Python-Markdown's indented blocks in the view."""

from __future__ import annotations

import pytest

from dragoman.formats.markdown.flavours import FLAVOURS
from dragoman.formats.markdown.scanner import scan
from dragoman.model.document import FormatOptions
from tests.formats.markdown.scanner.views import show


def show_exactly(source):
    return scan(source.encode(), FLAVOURS["mkdocs"], FormatOptions()).data.decode()


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ('!!! note "T *a*"', ["T *a*"]),
        ('!!! note inline end "T "q""', ['T "q"']),
        ("!!! note", []),
        ('!!! note ""', []),
        ("??? tip", []),
        ('???+ tip "T"', ["T"]),
        ('=== "T"', ["T"]),
        ('===! "T"', ["T"]),
    ],
)
def test_a_header_shows_only_its_title_and_its_body_loses_its_indentation(line, title):
    view = show_exactly(f"a\n\n{line}\n\n    b\n\n        code\n\nc\n")
    assert [text for text in view.split("\n") if text.strip()] == [
        "a",
        *title,
        "b",
        "    code",
        "c",
    ]


def test_bodies_nest():
    source = "!!! a\n\n    ??? b\n\n        c\n\n        - d\n\n            e\n\n    f\n"
    view = show_exactly(source)
    assert [text for text in view.split("\n") if text.strip()] == ["c", "- d", "    e", "f"]


def test_text_right_behind_a_body_is_another_paragraph():
    assert show_exactly("!!! a\n    b\nc\n").split() == ["b", "c"]
    assert "b\n\nc" in show_exactly("!!! a\n    b\nc\n")


def test_an_admonition_in_a_list_item_stays_in_it():
    assert show_exactly("- a\n\n    !!! b\n\n        c\n").rstrip().endswith("\n    c")


def test_a_code_block_in_a_body_is_shown_whole():
    view = show_exactly("!!! a\n\n    ```\n    !!! b\n    ```\n\n    c\n")
    assert "```\n!!! b\n```\n\nc\n" in view


def test_slash_blocks_leave_their_title_and_options_are_hidden():
    assert show("/// note | T *a*\n    type: x\nb\n///\nc\n", "mkdocs") == ["T *a*", "b", "c"]


@pytest.mark.parametrize("line", ["\\!!! note", "!!!note of joy!", "??? why", '`=== "a"`'])
def test_other_lines_are_text(line):
    shown = show(f"{line} really?\n", "mkdocs")
    assert shown == [f"{line} really?"]
