"""`check` finds what is wrong with translations, whoever made them."""

from __future__ import annotations

import pytest

from dragoman.model.document import FormatOptions
from dragoman.runs.check_folder import check_folder, describe_page
from dragoman.runs.list_units import list_units
from tests.runs.places import L10N, edit, open_place, plant, put, translate

pytestmark = pytest.mark.usefixtures("empty_database")

TARGET = "i18n/fr/page.md"
SOURCE = "# Welcome\n\nHello dear {name}, you are here.\n\nSee [there](other.md#second-part).\n"
GOOD = "# Bienvenue\n\nBonjour cher {name}, te voici.\n\nVoir [là](other.md#second-part).\n"


def find(root):
    return [(one.path, one.line, one.code) for one in check_folder(open_place(root))]


def test_a_good_translation_made_elsewhere_has_no_findings(tmp_path):
    plant(tmp_path, {"docs/page.md": SOURCE, TARGET: GOOD})
    assert find(tmp_path) == []


def test_a_missing_translation_is_found(tmp_path):
    assert find(plant(tmp_path)) == [(TARGET, 0, "missing")]


def test_a_lost_placeholder_is_found_with_its_line(tmp_path):
    plant(tmp_path, {"docs/page.md": SOURCE, TARGET: GOOD.replace("{name}", "{nom}")})
    assert find(tmp_path) == [(TARGET, 3, "placeholders")]


def test_source_text_left_over_is_found(tmp_path):
    left = GOOD.replace("Bonjour cher {name}, te voici.", "Hello dear {name}, you are here.")
    plant(tmp_path, {"docs/page.md": SOURCE, TARGET: left})
    assert (TARGET, 3, "untranslated") in find(tmp_path) or (TARGET, 0, "stale") in find(tmp_path)


def test_another_structure_is_found(tmp_path):
    plant(tmp_path, {"docs/page.md": SOURCE, TARGET: GOOD + "\n- une liste\n"})
    assert [code for _, _, code in find(tmp_path)] == ["structure"]


def test_a_target_that_cannot_be_read_is_found(tmp_path):
    plant(tmp_path, {"docs/page.md": SOURCE, TARGET: b"caf\xe9\n"})
    assert find(tmp_path) == [(TARGET, 0, "unreadable")]


async def test_a_changed_source_makes_its_translation_stale(tmp_path, settings):
    await translate(plant(tmp_path), settings)
    assert "stale" not in [code for _, _, code in find(tmp_path)]
    edit(tmp_path, "docs/page.md", "first paragraph", "first changed paragraph")
    assert (TARGET, 0, "stale") in find(tmp_path)


def test_a_link_to_a_heading_that_was_renamed_is_found(tmp_path):
    other = "# Other\n\n## Second part\n\nText of this part.\n"
    renamed = "# Autre\n\n## Deuxième partie\n\nTexte de cette partie.\n"
    files = {"docs/page.md": SOURCE, TARGET: GOOD, "docs/other.md": other}
    plant(tmp_path, {**files, "i18n/fr/other.md": renamed})
    assert find(tmp_path) == [(TARGET, 5, "dead-anchor")]


def test_a_page_lists_its_ids_and_links_decoded(tmp_path):
    path = put(tmp_path, "a.md", "# Café du coin\n\nSee [b](b.md#caf%C3%A9).\n")
    page = describe_page("a.md", list_units(path, FormatOptions(flavour="gfm"), 1000))
    assert page.anchors == {"café-du-coin"}
    assert page.links == ((3, "b.md", "café"),)


def test_only_the_chosen_locales_are_checked(tmp_path):
    plant(tmp_path, config=L10N.replace("[fr]", "[fr, ja]"))
    found = check_folder(open_place(tmp_path, locales=("ja",)))
    assert [one.locale for one in found] == ["ja"]
