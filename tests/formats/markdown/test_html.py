"""Texts of summaries."""

from __future__ import annotations

import pytest

from dragoman.formats.markdown.html import find_summaries


def list_summaries(data):
    return [data[found.span.start : found.span.end] for found in find_summaries(data, 0, len(data))]


def test_the_inside_of_a_summary_is_found_without_outer_blanks():
    assert list_summaries(b"<details><summary a='b'>\n  Go <b>on</b> </summary>") == [
        b"Go <b>on</b>"
    ]


def test_inner_tags_come_with_their_roles():
    data = b"<summary>a <b>c</b><br/><!-- d --></summary>"
    (summary,) = find_summaries(data, 0, len(data))
    assert [(tag.role, tag.name) for tag in summary.tags] == [
        ("open", "b"),
        ("close", "b"),
        ("opaque", "br"),
        ("opaque", "!--"),
    ]


@pytest.mark.parametrize(
    "data",
    [
        b"<!-- <summary>no</summary> -->",
        b"<script>'<summary>no</summary>'</script>",
        b"<summary> </summary>",
        b"<summary>cut off",
        b"</summary>",
    ],
)
def test_what_is_no_summary_is_not_found(data):
    assert list_summaries(data) == []
