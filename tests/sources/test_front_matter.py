from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.errors import ConfigurationError
from dragoman.sources.front_matter import read_front_matter

HEAD = b"\xef\xbb\xbf---\r\na: 1\r\nb:\r\n  - x\r\n  - {c: yes}\r\n---\r\n\r\nBody.\r\n"


def test_values_lines_and_body_are_found_with_any_line_end():
    head = read_front_matter(HEAD, "L10N.md")
    assert head.values == {"a": 1, "b": ["x", {"c": "yes"}]}
    assert (head.body, head.body_line) == ("Body.", 7)
    assert head.line_of(("a",)) == 2
    assert head.line_of(("b", 1, "c")) == 5
    assert head.line_of(("b", 1, "c", "deeper")) == 5


def test_a_file_without_a_fence_is_guidance_alone():
    head = read_front_matter(b"Be kind.\n---\n", "L10N.md")
    assert (head.values, head.body) == ({}, "Be kind.\n---")


def test_an_empty_front_matter_says_nothing():
    assert read_front_matter(b"---\n---\n", "L10N.md").values == {}


def test_toml_tables_know_their_lines():
    head = read_front_matter(b'+++\n[[translate]]\nx = 1\n[[translate]]\n"y" = 2\n+++\n', "L10N.md")
    assert head.values == {"translate": [{"x": 1}, {"y": 2}]}
    assert head.line_of(("translate", 1)) == 4
    assert head.line_of(("translate", 1, "y")) == 5


def test_deep_nesting_is_one_clear_error():
    with pytest.raises(ConfigurationError):
        read_front_matter(b"---\na: " + b"[" * 1_500 + b"\n---\n", "L10N.md")


def find_fault(content: bytes) -> ConfigurationError | None:
    try:
        read_front_matter(content, "L10N.md")
    except ConfigurationError as fault:
        return fault
    return None


@given(st.binary(max_size=60), st.sampled_from([b"---", b"+++"]))
def test_no_bytes_break_the_reader(content: bytes, fence: bytes):
    fault = find_fault(b"\n".join((fence, content, fence, b"")))
    assert fault is None or (fault.line > 0 and fault.remedy)
