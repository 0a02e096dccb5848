"""`heal` asks for what `check` found, and for nothing else."""

from __future__ import annotations

import pytest

from dragoman.runs.check_folder import check_folder
from tests.runs.places import edit, heal, open_place, plant, put, translate

pytestmark = pytest.mark.usefixtures("empty_database")

TARGET = "i18n/fr/page.md"
PAGE = "# A longer welcome\n\nHello dear {name}, you are here.\n\nThe last words are these.\n"


async def test_a_broken_unit_is_asked_for_alone_and_the_rest_stays(tmp_path, settings):
    await translate(plant(tmp_path, {"docs/page.md": PAGE}), settings)
    good = (tmp_path / TARGET).read_bytes()
    edit(tmp_path, TARGET, "{name}", "{nom}")
    report = await heal(tmp_path, settings)
    assert (report.sent, len(report.outcomes)) == (1, 1)
    assert (tmp_path / TARGET).read_bytes() == good
    assert check_folder(open_place(tmp_path)) == []


async def test_nothing_found_means_nothing_done(tmp_path, settings):
    await translate(plant(tmp_path, {"docs/page.md": PAGE}), settings)
    report = await heal(tmp_path, settings)
    assert (report.sent, report.outcomes) == (0, ())


async def test_a_human_sentence_without_an_error_is_not_asked_for(tmp_path, settings):
    await translate(plant(tmp_path, {"docs/page.md": PAGE}), settings)
    lines = (tmp_path / TARGET).read_text().split("\n")
    put(tmp_path, TARGET, "\n".join([*lines[:4], "Les derniers mots sont ceux-ci.", ""]))
    edit(tmp_path, TARGET, "{name}", "{nom}")
    assert (await heal(tmp_path, settings)).sent == 1
    assert "Les derniers mots sont ceux-ci." in (tmp_path / TARGET).read_text()


async def test_a_damaged_structure_is_put_together_anew(tmp_path, settings):
    page = PAGE + "\n```\ncode\n```\n"
    await translate(plant(tmp_path, {"docs/page.md": page}), settings)
    good = (tmp_path / TARGET).read_bytes()
    edit(tmp_path, TARGET, "code", "kode")
    assert [one.code for one in check_folder(open_place(tmp_path))] == ["structure"]
    assert (await heal(tmp_path, settings)).sent == 0
    assert (tmp_path / TARGET).read_bytes() == good


async def test_a_missing_translation_is_made(tmp_path, settings):
    plant(tmp_path, {"docs/page.md": PAGE})
    assert (await heal(tmp_path, settings)).sent == 3
