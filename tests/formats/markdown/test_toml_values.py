"""TOML strings in place."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.formats.markdown.toml_values import read_toml, write_toml

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)


@pytest.mark.parametrize("raw", [b'"x"', b"'x'", b'"""\nx"""', b"'''x'''"])
@given(text=TEXTS)
def test_any_text_survives(raw, text):
    written = write_toml(text, raw)
    assert tomllib.loads("a = " + written.decode().replace("\r\n", "\n") + "\nb = 1")["a"] == text
    assert read_toml(written) == text


@pytest.mark.parametrize(
    ("text", "raw", "written"),
    [
        ("a", b"'x'", b"'a'"),
        ("it's", b"'x'", b'"it\'s"'),
        ("a\nb", b'"""\nx"""', b'"""\na\nb"""'),
        ('a"""b', b'"""x"""', b'"""a\\"\\"\\"b"""'),
    ],
)
def test_the_quotes_stay_where_they_can_say_the_text(text, raw, written):
    assert write_toml(text, raw) == written
