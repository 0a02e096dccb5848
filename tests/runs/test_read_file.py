"""Every way to fail at reading a file has its message and remedy."""

from __future__ import annotations

import os

import pytest

from dragoman.errors import DocumentRefused, SourceInvalidEncoding, SourceUnreadable
from dragoman.model.document import FormatOptions
from dragoman.runs.read_file import find_format, read_if_present, read_path, take_apart
from tests.runs.places import put


def test_a_file_gives_its_bytes_up_to_the_limit(tmp_path):
    path = put(tmp_path, "a.md", "12345")
    assert read_path(path, "a.md", 5) == b"12345"
    with pytest.raises(DocumentRefused, match="more than 4") as caught:
        read_path(path, "a.md", 4)
    assert (caught.value.path, "DRAGOMAN_MAX_FILE_BYTES" in caught.value.remedy) == ("a.md", True)


def test_a_missing_file_is_an_error_or_none_as_asked(tmp_path):
    with pytest.raises(SourceUnreadable, match=r"a\.md"):
        read_path(tmp_path / "a.md", "a.md", 9)
    assert read_if_present(tmp_path / "a.md", "a.md", 9) is None
    put(tmp_path, "file", "x")
    assert read_if_present(tmp_path / "file" / "a.md", "a.md", 9) is None
    assert read_if_present(tmp_path / "file", "file", 9) == b"x"


def test_a_dangling_symlink_is_there_and_cannot_be_read(tmp_path):
    (tmp_path / "a.md").symlink_to("nowhere")
    with pytest.raises(SourceUnreadable):
        read_if_present(tmp_path / "a.md", "a.md", 9)


def test_a_suffix_without_format_is_refused():
    with pytest.raises(SourceUnreadable, match="suffix"):
        find_format("a.png")


def test_a_refusal_of_the_format_names_the_file():
    with pytest.raises(SourceInvalidEncoding) as caught:
        take_apart(find_format("a.md"), b"\xff", "docs/a.md", FormatOptions())
    assert caught.value.path == "docs/a.md"


def test_the_format_is_told_the_path():
    document = take_apart(find_format("a.mdx"), b"# Hi\n", "a.mdx", FormatOptions())
    assert (document.options.path, document.flavour) == ("a.mdx", "mdx")


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir])
def test_what_is_no_regular_file_is_refused_and_never_waited_for(tmp_path, make):
    make(tmp_path / "a.md")
    with pytest.raises(SourceUnreadable, match="no regular file"):
        read_path(tmp_path / "a.md", "a.md", 100)
