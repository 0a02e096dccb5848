"""How far every locale is, from the disk alone."""

from __future__ import annotations

import pytest

from dragoman.runs.show_status import show_status
from tests.runs.places import L10N, PAGE, edit, open_place, plant, put, translate


@pytest.mark.usefixtures("empty_database")
async def test_every_locale_is_counted_by_itself(tmp_path, settings):
    await translate(plant(tmp_path), settings)
    edit(tmp_path, "L10N.md", "[fr]", "[fr, ja]")
    put(tmp_path, "docs/more.md", PAGE)
    put(tmp_path, "docs/bad.md", b"\xff\n")
    french, japanese = show_status(open_place(tmp_path))
    assert french._asdict() == {
        "locale": "fr",
        "files": 3,
        "missing": 1,
        "failed": 1,
        "units": 6,
        "translated": 3,
        "human": 0,
        "outdated": 0,
    }
    assert (japanese.files, japanese.missing, japanese.translated) == (3, 2, 0)


@pytest.mark.usefixtures("empty_database")
async def test_edits_by_hand_and_outdated_units_show(tmp_path, settings):
    await translate(plant(tmp_path), settings)
    lines = (tmp_path / "i18n/fr/page.md").read_text().split("\n")
    put(tmp_path, "i18n/fr/page.md", "\n".join([*lines[:2], "Une phrase.", *lines[3:]]))
    put(tmp_path, "L10N.md", L10N + "Be brief.\n")
    (french,) = show_status(open_place(tmp_path))
    assert (french.human, french.outdated, french.translated) == (1, 2, 3)
