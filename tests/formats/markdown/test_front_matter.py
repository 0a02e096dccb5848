"""Front matter: bounds and values."""

from __future__ import annotations

import pytest

from dragoman.errors import DocumentRefused, SourceBroken
from dragoman.formats.markdown.front_matter import find_front_matter, find_values
from dragoman.model.document import FormatOptions


def list_values(source, choice, base=0):
    matter = find_front_matter(source, base)
    extras = find_values(source, matter, FormatOptions(path="a.md", frontmatter=choice))
    for extra in extras:
        assert source[extra.span.start : extra.span.end].strip()
    return [extra.text for extra in extras]


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_the_body_begins_behind_the_closing_fence(end):
    source = end.join((b"---", b"title: A", b"---", b"B"))
    assert source[find_front_matter(source, 0).end :] == b"B"


@pytest.mark.parametrize(
    "source",
    [
        b"---\n\ntext\n\n---\n",
        b"---\ntitle: A\n",
        b"----\na: b\n----\n",
        b" ---\na: b\n---\n",
        b"text\n---\na: b\n---\n",
        b"",
        b"---",
    ],
)
def test_rules_and_unclosed_fences_are_no_front_matter(source):
    assert find_front_matter(source, 0) is None


def test_empty_front_matter_and_json_are_front_matter():
    assert find_front_matter(b"---\n---\nB", 0).end == 8
    assert find_front_matter(b'{\n"a": 1\n}\nB', 0, json=True).kind == "json"
    assert find_front_matter(b'{\n"a": 1\n}\nB', 0) is None


def test_preserve_reads_nothing_even_when_broken():
    assert list_values(b"---\na: [b\n---\n", "preserve") == []


def test_a_key_is_chosen_by_name_or_by_dotted_path():
    source = b"---\ntitle: A\nhero:\n  text: B\n  title: C\nlist:\n  - title: D\nslug: e\n---\n"
    assert list_values(source, ("title",)) == ["A", "C", "D"]
    assert list_values(source, ("hero.title", "list.title")) == ["C", "D"]
    assert list_values(source, ("text", "missing")) == ["B"]


def test_anchored_aliased_and_tagged_nodes_are_never_units():
    source = b"---\nx: &l Java\ny: *l\nm: &m\n  x: Inner\nn: *m\nt: !!str Z\no:\n  <<: *m\n---\n"
    assert list_values(source, ("x", "y", "t")) == []


def test_only_strings_are_units():
    source = b"---\na: 1\nb: true\nc: 2026-01-01\nd: null\ne: ~\nf: 'G'\n---\n"
    assert list_values(source, ("a", "b", "c", "d", "e", "f")) == ["G"]


def test_spans_are_bytes_and_cover_quotes():
    source = '---\ntítulo: "Ü" # é\nb: 日本\n---\n'.encode()
    matter = find_front_matter(source, 0)
    extras = find_values(source, matter, FormatOptions(frontmatter=("título", "b")))
    assert [source[e.span.start : e.span.end].decode() for e in extras] == ['"Ü"', "日本"]


def test_block_values_leave_their_last_line_break_outside():
    source = b"---\na: >-\n  one\n  two\n\nb: |\n  three\n---\n"
    matter = find_front_matter(source, 0)
    extras = find_values(source, matter, FormatOptions(frontmatter=("a", "b")))
    assert [(e.text, source[e.span.start : e.span.end]) for e in extras] == [
        ("one two", b">-\n  one\n  two"),
        ("three", b"|\n  three"),
    ]


def test_translate_takes_prose_and_leaves_names_alone():
    source = b"""---
title: Install
tagline: Fast
note: two words
single: word
slug: my slug
tags: [big data]
date: 2026-01-01 10:00
url: https://a/b c
image: /a b.png
layout: home page
hero:
  text: Start
  link: /guide
---
"""
    assert list_values(source, "translate") == ["Install", "Fast", "two words", "Start"]


def test_toml_values_are_found():
    source = b"+++\ntitle = 'A b'\ndraft = false\n[params]\ntext = \"C\"\n+++\n"
    assert list_values(source, ("title", "params.text")) == ["A b", "C"]


@pytest.mark.parametrize(
    ("source", "line"),
    [(b"---\na: b\nc: [d\n---\n", 4), (b"+++\na = 1\nb = =\n+++\n", 3)],
)
def test_broken_front_matter_names_file_line_and_remedy(source, line):
    with pytest.raises(SourceBroken) as caught:
        list_values(source, ("a",))
    assert (caught.value.path, caught.value.line) == ("a.md", line)
    assert "preserve" in caught.value.remedy


@pytest.mark.parametrize(
    "inside", [b"a: " + b"[" * 20_000, b"- " * 300 + b"a: b", b"a: " + b"b" * 300_000]
)
def test_too_deep_or_too_large_front_matter_is_refused(inside):
    with pytest.raises(DocumentRefused):
        list_values(b"---\nk: v\n" + inside + b"\n---\n", ("a",))
