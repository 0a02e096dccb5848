"""Values outside of Markdown: what is written reads back exactly."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.formats.markdown.attributes import USER_FACING, find_attributes
from dragoman.formats.markdown.values import decode_value, encode_value

TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=40)
RAW = {
    "html-attribute": b"x",
    "html-bare": b"x",
    "jsx-attribute": b"x",
    "toml": b'"x"',
    "yaml": b"x",
    "yaml-flow": b"'x'",
}


@pytest.mark.parametrize("codec", sorted(RAW))
@given(text=TEXTS)
def test_any_text_reads_back_as_it_was_written(codec, text):
    assert decode_value(codec, encode_value(codec, text, RAW[codec])) == text


@given(text=TEXTS.filter(lambda text: any(sign.isascii() and sign.isalpha() for sign in text)))
def test_an_encoded_attribute_is_found_again_whole(text):
    for jsx, codec in ((False, "html-attribute"), (True, "jsx-attribute")):
        data = b'<a title="' + encode_value(codec, text, b"x") + b'">'
        assert [extra.text for extra in find_attributes(data, 0, len(data), USER_FACING, jsx)] == [
            text
        ]


def test_signs_that_markdown_or_templates_would_read_are_entities():
    written = encode_value("html-attribute", "a|b `c` {{d}} <e> [[f]] %%g %% :h: $i$", b"x")
    for sign in (b"|", b"`", b"{{", b"<", b">", b"[[", b"%%", b":h:", b"$"):
        assert sign not in written


def test_jsx_decodes_only_whole_entities():
    assert decode_value("jsx-attribute", b"a &copy b &copy; c") == "a &copy b © c"


@pytest.mark.parametrize(
    ("text", "raw", "written"),
    [
        ("a", b'"x"', b'"a"'),
        ('say "a"', b'"x"', b'"say \\"a\\""'),
        ("a", b"`x`", b"`a`"),
        ("a`b", b"`x`", b'"a`b"'),
        ("a\\", b'"x"', b"`a\\`"),
        ("a\nb", b'"x"', b'"a b"'),
    ],
)
def test_a_parameter_keeps_its_quotes_where_they_can_say_the_text(text, raw, written):
    assert encode_value("parameter", text, raw) == written
    assert decode_value("parameter", written) == text.replace("\n", " ")


@pytest.mark.parametrize("sign", ["{{", "}}", "{%", "%}", ">}}", "%}}"])
def test_a_parameter_never_begins_or_ends_a_template(sign):
    written = encode_value("parameter", f"a {sign} b", b'"x"')
    assert sign.encode() not in written
    assert decode_value("parameter", written) == f"a {sign} b"


@pytest.mark.parametrize(
    ("raw", "text"),
    [(b"a b", "a b"), (b'" a"', " a"), (b"[a] 'b", "[a] 'b"), (b"[a, b]", "[a, b]")],
)
def test_an_option_is_a_yaml_scalar_or_what_stands_there(raw, text):
    assert decode_value("option", raw) == text


@given(text=TEXTS)
def test_an_option_says_any_text_on_its_line(text):
    written = encode_value("option", text, b"x")
    assert b"\n" not in written
    assert decode_value("option", written) == text
