"""Source, target and lock of one file laid side by side."""

from __future__ import annotations

import pytest

from dragoman.errors import SourceInvalidEncoding, StructureDiffers
from dragoman.runs.plan_file import plan_file
from tests.runs.places import edit, open_place, plant, put, translate

TARGET = "i18n/fr/page.md"


def plan(root):
    folder = open_place(root)
    return plan_file(folder, folder.jobs[0], "pseudo")


def test_a_new_file_is_not_current(tmp_path):
    found = plan(plant(tmp_path))
    assert (found.is_current(), found.translated, found.lock) == (False, None, None)


@pytest.mark.usefixtures("empty_database")
async def test_a_finished_file_is_current_until_its_source_changes(tmp_path, settings):
    await translate(plant(tmp_path), settings)
    assert plan(tmp_path).is_current()
    edit(tmp_path, "docs/page.md", "\n\n", "\n\n\n")
    assert not plan(tmp_path).is_current()


@pytest.mark.usefixtures("empty_database")
async def test_a_file_read_in_another_way_is_not_current(tmp_path, settings):
    page = "---\ntitle: A title\n---\n# Page\n"
    await translate(plant(tmp_path, {"docs/page.md": page}), settings)
    assert plan(tmp_path).is_current()
    edit(tmp_path, "L10N.md", "targets:", "frontmatter: translate\ntargets:")
    found = plan(tmp_path)
    assert (found.is_current(), len(found.units.new)) == (False, 1)


def test_a_target_that_cannot_be_read_is_named_with_a_remedy(tmp_path):
    put(plant(tmp_path), TARGET, b"\xff\n")
    with pytest.raises(SourceInvalidEncoding) as caught:
        plan(tmp_path)
    assert caught.value.path == TARGET
    assert caught.value.remedy


def test_a_foreign_target_of_another_shape_is_named_with_a_remedy(tmp_path):
    put(plant(tmp_path), TARGET, "# Bienvenue\n")
    with pytest.raises(StructureDiffers) as caught:
        plan(tmp_path)
    assert caught.value.path == TARGET
    assert "dragoman verify" in caught.value.remedy
