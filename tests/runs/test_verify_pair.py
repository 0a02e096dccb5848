"""The proof of a pair, and where two files part."""

from __future__ import annotations

import pytest

from dragoman.errors import SourceUnreadable, StructureDiffers
from dragoman.formats import get_format
from dragoman.model.document import Difference, FormatOptions
from dragoman.runs.verify_pair import (
    describe_difference,
    find_parting,
    verify_bytes,
    verify_files,
    verify_pair,
)
from tests.runs.places import put

PLUG = get_format("markdown")
SOURCE = b"# Title\n\nSome **bold** text.\n"
DOCUMENT = PLUG.extract(SOURCE, FormatOptions(flavour="gfm"))


def test_other_words_are_proven():
    assert verify_pair(PLUG, DOCUMENT, b"# Titre\n\nDu **gras** ici.\n") == 2


@pytest.mark.parametrize(
    "target",
    [
        b"# Titre\n\nDu gras ici.\n",
        b"## Titre\n\nDu **gras** ici.\n",
        b"# Titre\n\nDu **gras** ici.",
        b"# Titre\n\nDu **gras** ici.\n\nEncore.\n",
        b"Titre\n\nDu **gras** ici.\n",
        b"# Titre\n\nDu [gras](x) ici.\n",
    ],
)
def test_more_than_other_words_is_refused(target):
    with pytest.raises(StructureDiffers):
        verify_pair(PLUG, DOCUMENT, target)


def test_what_was_written_is_held_against_what_was_meant():
    targets = {unit.key: "Autre" for unit in DOCUMENT.units[:1]}
    written = PLUG.splice(DOCUMENT, targets)
    assert verify_bytes(PLUG, DOCUMENT, targets, written) == []
    assert verify_bytes(PLUG, DOCUMENT, targets, written.replace(b"Autre", b"Aussi")) != []
    assert verify_bytes(PLUG, DOCUMENT, targets, b"\xff") != []


def test_a_parting_names_the_line_of_the_source():
    texts = {unit.key: unit.text.replace("<g1>bold</g1>", "bold") for unit in DOCUMENT.units}
    assert "line 3" in find_parting(PLUG, DOCUMENT, texts, DOCUMENT)
    whole = describe_difference(DOCUMENT, Difference("skeleton", -1, "a detail"))
    assert whole == "the bytes around the units differ (a detail)"


def test_the_file_at_fault_is_named(tmp_path):
    source = put(tmp_path, "en.md", SOURCE)
    with pytest.raises(SourceUnreadable, match=r"fr\.md"):
        verify_files(source, tmp_path / "fr.md", FormatOptions(), 1000)
    target = put(tmp_path, "fr.md", b"# Titre\n")
    with pytest.raises(StructureDiffers) as caught:
        verify_files(source, target, FormatOptions(), 1000)
    assert caught.value.path == str(target)
