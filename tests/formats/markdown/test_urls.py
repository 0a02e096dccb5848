"""Bare URLs."""

from __future__ import annotations

import pytest

from dragoman.formats.markdown.urls import find_urls


@pytest.mark.parametrize(
    ("text", "urls"),
    [
        ("see https://a.b/c?d=e#f.", ["https://a.b/c?d=e#f"]),
        ("(http://a.b/c_(d)) x", ["http://a.b/c_(d)"]),
        ("www.a.b, ftp://c.d!", ["www.a.b", "ftp://c.d"]),
        ("https://a.b&amp; https://c.d&x;", ["https://a.b", "https://c.d"]),
        ("https://a.b&#38;c", ["https://a.b"]),
        ("https://a.b。次", ["https://a.b"]),
        ("xhttps://a.b éwww.c.d", []),
        ("https:// www. http", []),
        ("https://a.b/`c`", ["https://a.b/"]),
    ],
)
def test_a_url_ends_where_its_sentence_goes_on(text: str, urls: list[str]) -> None:
    data = text.encode()
    assert [data[slice(*span)].decode() for span in find_urls(data, 0, len(data))] == urls


def test_only_the_range_is_searched() -> None:
    data = b"https://a.b https://c.d https://e.f"
    assert find_urls(data, 12, 23) == [(12, 23)]
