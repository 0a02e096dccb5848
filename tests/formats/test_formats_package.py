"""The table of formats."""

from __future__ import annotations

import pytest

from dragoman.formats import format_for, get_format, name_format
from dragoman.formats.markdown import MARKDOWN


@pytest.mark.parametrize("path", ["a.md", "docs/b.MDX", "c.markdown"])
def test_markdown_files_have_their_format(path: str) -> None:
    assert format_for(path) is MARKDOWN
    assert name_format(path) == "markdown"


@pytest.mark.parametrize("path", ["a.png", "md", ".md/x", ""])
def test_other_files_have_none(path: str) -> None:
    assert format_for(path) is None


def test_an_unknown_format_is_an_error() -> None:
    with pytest.raises(KeyError):
        get_format("docx")
