"""YAML scalars in place."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from dragoman.formats.markdown.yaml_values import read_yaml, write_yaml

TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=40)


@pytest.mark.parametrize(
    ("text", "raw", "written"),
    [
        ("plain words", b"x", b"plain words"),
        ("yes", b"x", b"'yes'"),
        ("12", b"x", b"'12'"),
        ("2026-01-01", b"x", b"'2026-01-01'"),
        ("a: b", b"x", b"'a: b'"),
        ("a #b", b"x", b"'a #b'"),
        ("- a", b"x", b"'- a'"),
        ("it's", b"'x'", b"'it''s'"),
        ('say "a"', b'"x"', b'"say \\"a\\""'),
        ("a\nb", b"x", b'"a\\nb"'),
        ("c\nd", b"|\n   x\n   y", b"|\n   c\n   d"),
        ("c\nd", b">-\r\n  x", b">-\r\n  c\r\n\r\n  d"),
    ],
)
def test_the_style_stays_where_it_can_say_the_text(text, raw, written):
    assert write_yaml(text, raw) == written
    assert read_yaml(written) == text


@pytest.mark.parametrize("raw", [b"x", b"'x'", b'"x"', b"|\n  x", b">\n  x", b"|-\n    x\n    y"])
@given(text=TEXTS)
def test_any_text_survives_in_a_mapping(raw, text):
    written = write_yaml(text, raw)
    found = yaml.safe_load(b"a: 1\nk: " + written + b"\nz: 2\n")
    value = found["k"].rstrip() if written[:1] in b"|>" else found["k"]
    assert (value, found["z"]) == (text, 2)


@example(text="0?")
@example(text="a: b")
@given(text=TEXTS)
def test_any_text_survives_in_a_flow_list(text):
    assert yaml.safe_load(b"[" + write_yaml(text, b"x", in_flow=True) + b", 2]") == [text, 2]
