"""Tags of HTML and JSX."""

from __future__ import annotations

import pytest

from dragoman.formats.markdown.expressions import Expressions
from dragoman.formats.markdown.markup import read_tag


def read_jsx(text):
    return read_tag(text, 0, len(text), Expressions(text, len(text)))


def read_html(text):
    return read_tag(text, 0, len(text), None)


@pytest.mark.parametrize(
    ("text", "role"),
    [
        (b"<a>", "open"),
        (b"</a>", "close"),
        (b"<a/>", "opaque"),
        (b"<a b='c' d />", "opaque"),
        (b'<a\n  b="c"\n>', "open"),
    ],
)
def test_a_tag_has_a_role_and_an_end(text, role):
    for read in (read_html, read_jsx):
        tag = read(text + b" >")
        assert (tag.role, tag.end) == (role, len(text))


@pytest.mark.parametrize("text", [b"<>", b"<A.b c={`>`} {...d} e:f='g'>", b"<A b={<c>{'>'}</c>}>"])
def test_jsx_knows_fragments_members_spreads_and_braces(text):
    assert read_jsx(text).end == len(text)
    assert read_html(text) is None


@pytest.mark.parametrize(
    "text", [b"< a>", b"<1>", b'<a "b">', b"<a b=>", b'<a b="c', b"<a <b>", b"<a"]
)
def test_what_is_no_tag_is_none(text):
    assert read_html(text) is None
    assert read_jsx(text) is None


def test_an_unclosed_brace_ends_no_jsx_tag():
    assert read_jsx(b"<a b={c>") is None


def test_only_string_values_are_attributes():
    tag = read_jsx(b"<a b={'c'} d=\"e\" f g='h'>")
    assert [(name, quote) for name, _start, _end, quote in tag.attributes] == [
        (b"d", b'"'),
        (b"g", b"'"),
    ]
