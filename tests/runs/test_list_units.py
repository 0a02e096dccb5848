"""What a translator would see of one file."""

from __future__ import annotations

import pytest

from dragoman.errors import SourceUnreadable
from dragoman.model.document import FormatOptions
from dragoman.runs.list_units import list_units
from tests.runs.places import PAGE, put


def test_units_come_in_the_order_of_the_source(tmp_path):
    document = list_units(put(tmp_path, "a.md", PAGE), FormatOptions(), 1000)
    assert [unit.text for unit in document.units] == [
        "Welcome",
        "The first paragraph is here.",
        "The second one has <g1>bold</g1> words.",
    ]


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(SourceUnreadable, match=r"a\.md"):
        list_units(tmp_path / "a.md", FormatOptions(), 1000)
