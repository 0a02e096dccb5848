"""The whole scan: what is left alone, what is bounded, what always holds."""

from __future__ import annotations

import contextlib
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.errors import DragomanError
from dragoman.formats.markdown.flavours import FLAVOURS
from dragoman.formats.markdown.scanner import scan
from dragoman.model.document import FormatOptions

PARTS = (
    "a", " ", "\n", "\n\n", "    ", "> ", "- ", "1. ", "`", "```", "~~~", "{", "}", "<b>", "</b>",
    "<B c='d", "/>", ":::", ":::tip[", "]", "!!! note", '"', '=== "a"', "{{<", ">}}", "{{%", "%}}",
    "{%", "%}", "{{", "}}", "[[", "|", "]]", "%%", "$$", "⁂", "é", "import a from 'b'", "<!--",
    "-->", "{: .a}", ":a:", "```{note}", "\t", "\r\n", "\\", "---", "^a", "/// a", "[^1]: ", "/*",
)  # fmt: skip
SOURCES = st.lists(st.sampled_from(PARTS), max_size=40).map("".join)
REPEATED = 20_000
HOSTILE = {
    "braces": b"{" * REPEATED,
    "lines of braces": b"{\n\n" * REPEATED,
    "braces in strings": b'{"' * REPEATED,
    "braces in comments": b"{/*" * REPEATED,
    "templates": b"{`${" * REPEATED,
    "shortcodes": b"{{< " * REPEATED,
    "shortcode lines": b"{{< a \n\n" * REPEATED,
    "raw shortcodes": b"{{< mermaid >}}\n\n" * REPEATED,
    "liquid": b"{% a\n" * REPEATED,
    "tags": b"<a " * REPEATED,
    "tag values": b'<a b="\n\n' * REPEATED,
    "tag braces": b"<a b={\n\n" * REPEATED,
    "comments": b"<!--\n\n" * REPEATED,
    "exports": b"export const a = (\n\n" * REPEATED,
    "exports in comments": b'import "/*\n\n' * REPEATED,
    "colons": b":::{code-block}\n" * REPEATED,
    "more colons": b"".join(b":" * (3 + i % 100) + b"{code-block}\n" for i in range(5_000)),
    "fences": b"```{note}\n" * REPEATED,
    "admonitions": b'!!! note "' * REPEATED,
    "wiki links": b"[[a|" * REPEATED,
    "remarks": b"a %% b\n\n%% c\n\n" * REPEATED + b"d",
    "attribute lists": b"{: " * REPEATED,
    "code spans": b"".join(b"`" * (i % 300) + b"a{" for i in range(2_000)),
    "dollars": b"$$ a\n\n" * REPEATED,
    "dashes": b"- " * REPEATED + b"a{",
    "quotes": b"> " * REPEATED + b"a{",
    "deep lists": b"".join(b"  " * i + b"- a{b}\n" for i in range(300)),
    "tabs": b"- " + b"\t" * 100_000 + b"{",
    "html": b"<div>\n\n<script>\n" * REPEATED,
    "one line": b"a " * 5_000_000 + b"{",
}


def check_view(source, view):
    """Every shown byte leads to itself; placeholders lie in order and cover what they stand for."""
    last = 0
    for at, atom in view.atoms.items():
        assert view.data[at:].startswith("⁂".encode())
        assert last <= atom.span.start < atom.span.end <= len(source)
        last = atom.span.end
    for start, origin, length in zip(view.starts, view.origins, view.lengths, strict=True):
        assert view.data[start : start + length] == source[origin : origin + length]
    for extra in view.extras:
        assert source[extra.span.start : extra.span.end].strip()
    view.data.decode()


@pytest.mark.parametrize("flavour", sorted(FLAVOURS))
@given(text=SOURCES)
def test_any_source_has_a_view_that_leads_back(flavour, text):
    source = text.encode()
    check_view(source, scan(source, FLAVOURS[flavour], FormatOptions()))


@pytest.mark.parametrize("flavour", sorted(FLAVOURS))
def test_plain_text_is_its_own_view(flavour):
    source = b"\xef\xbb\xbf# A\n\nb *c*\n\n- d\n"
    view = scan(source, FLAVOURS[flavour], FormatOptions())
    assert (view.data, view.base, view.starts, view.atoms) == (source[3:], 3, (), {})


@pytest.mark.parametrize("name", sorted(HOSTILE))
def test_work_grows_with_the_size_of_hostile_input(name):
    """Ten times the 50 ms per 100 kB of the goal: far below what anything quadratic would take."""
    source = HOSTILE[name]
    for flavour in FLAVOURS.values():
        before = time.process_time()
        with contextlib.suppress(DragomanError):
            scan(source, flavour, FormatOptions())
        spent = time.process_time() - before
        assert spent < 0.5 * max(1.0, len(source) / 100_000), flavour.name


def test_mdx_has_no_indented_code_even_at_the_start():
    source = b"    four columns\n"
    assert scan(source, FLAVOURS["mdx"], FormatOptions()).data == b"four columns\n"
    assert scan(source, FLAVOURS["gfm"], FormatOptions()).data == source
