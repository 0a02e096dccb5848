"""User-facing attributes."""

from __future__ import annotations

import pytest

from dragoman.formats.markdown.attributes import USER_FACING, choose_names, find_attributes


def list_texts(data, *, jsx=False, names=USER_FACING):
    return [extra.text for extra in find_attributes(data, 0, len(data), names, jsx)]


@pytest.mark.parametrize("name", sorted(name.decode() for name in USER_FACING))
def test_every_user_facing_attribute_is_found(name):
    assert list_texts(f'<x a="no" {name}="Yes">'.encode()) == ["Yes"]


@pytest.mark.parametrize(
    "data",
    [
        b'<!-- <a title="no"> -->',
        b"<script>\"<a title='no'>\"</script>",
        b'<style><a title="no"></style>',
        b'<pre><a title="no"></pre>',
        b'<a title="{{ page.title }}">',
        b'<a title="">',
        b'<a title="42">',
        b'<a data-title="no">',
        b'a title="no"',
    ],
)
def test_what_readers_do_not_see_is_no_unit(data):
    assert list_texts(data) == []


def test_a_jsx_value_in_braces_is_no_unit():
    assert list_texts(b'<a title={"no"} label="Yes">', jsx=True) == ["Yes"]


def test_a_pre_element_keeps_its_own_attribute_and_ends():
    assert list_texts(b'<pre title="A"><i title="no"></pre><i title="B">') == ["A", "B"]


def test_entities_are_decoded_and_line_breaks_are_blanks():
    data = b'<a title="Tip &amp;\n  trick">'
    (extra,) = find_attributes(data, 0, len(data), USER_FACING, jsx=False)
    assert extra.text == "Tip & trick"
    assert data[extra.span.start : extra.span.end] == b"Tip &amp;\n  trick"


def test_a_setting_adds_names():
    assert list_texts(b'<a tooltip="Yes">', names=choose_names(("tooltip",))) == ["Yes"]


def test_the_range_bounds_the_search():
    data = b'<a title="A"><a title="B"><a title="C">'
    found = find_attributes(data, 13, 26, USER_FACING, jsx=False)
    assert [extra.text for extra in found] == ["B"]
