"""What is sent, kept and written for one file as its source and target change."""

from __future__ import annotations

import pytest

from dragoman.runs.desk import StopSign
from dragoman.runs.plan_folder import plan_folder
from tests.runs.places import L10N, PAGE, edit, open_place, plant, put, translate

pytestmark = pytest.mark.usefixtures("empty_database")

TARGET = "i18n/fr/page.md"


def only(report):
    (outcome,) = report.outcomes
    return outcome


async def test_a_new_file_is_translated_written_and_proven(tmp_path, settings):
    report = await translate(plant(tmp_path), settings)
    assert (only(report).state, only(report).is_verified, report.sent) == ("written", True, 3)
    assert b"**" in (tmp_path / TARGET).read_bytes()


async def test_a_second_run_touches_nothing(tmp_path, settings):
    await translate(plant(tmp_path), settings)
    before = (tmp_path / TARGET).stat()
    report = await translate(tmp_path, settings)
    assert (only(report).state, report.sent) == ("untouched", 0)
    assert (tmp_path / TARGET).stat().st_mtime_ns == before.st_mtime_ns


async def test_a_changed_paragraph_sends_one_unit(tmp_path, settings):
    await translate(plant(tmp_path), settings)
    edit(tmp_path, "docs/page.md", "first paragraph", "first changed paragraph")
    (row,) = plan_folder(open_place(tmp_path), {}).rows
    report = await translate(tmp_path, settings)
    assert (row.new, row.changed, row.reused, report.sent) == (0, 1, 2, 1)


async def test_a_section_on_top_sends_only_its_units(tmp_path, settings):
    await translate(plant(tmp_path), settings)
    put(tmp_path, "docs/page.md", "# On top\n\nAll of this is new.\n\n" + PAGE)
    assert (await translate(tmp_path, settings)).sent == 2


async def test_a_moved_section_sends_nothing(tmp_path, settings):
    put(plant(tmp_path), "docs/page.md", "# One\n\nText one.\n\n# Two\n\nText two.\n")
    await translate(tmp_path, settings)
    put(tmp_path, "docs/page.md", "# Two\n\nText two.\n\n# One\n\nText one.\n")
    report = await translate(tmp_path, settings)
    assert (report.sent, only(report).state) == (0, "written")


async def test_a_changed_code_block_is_carried_over_for_nothing(tmp_path, settings):
    put(plant(tmp_path), "docs/page.md", PAGE + "\n```\nold code\n```\n")
    await translate(tmp_path, settings)
    edit(tmp_path, "docs/page.md", "old code", "new code")
    report = await translate(tmp_path, settings)
    assert report.sent == 0
    assert b"new code" in (tmp_path / TARGET).read_bytes()


async def test_a_human_edit_survives(tmp_path, settings):
    await translate(plant(tmp_path), settings)
    lines = (tmp_path / TARGET).read_text().split("\n")
    lines[2] = "Une phrase humaine."
    put(tmp_path, TARGET, "\n".join(lines))
    edit(tmp_path, "docs/page.md", "The second one", "The other one")
    report = await translate(tmp_path, settings)
    assert (report.sent, only(report).human) == (1, 1)
    assert "Une phrase humaine." in (tmp_path / TARGET).read_text()


async def test_changed_guidance_sends_nothing_until_refreshed(tmp_path, settings):
    await translate(plant(tmp_path), settings)
    edit(tmp_path, "L10N.md", "Be kind.", "Be brief.")
    (row,) = plan_folder(open_place(tmp_path), {}).rows
    report = await translate(tmp_path, settings)
    assert (row.outdated, report.sent, only(report).state) == (3, 0, "untouched")
    assert (await translate(tmp_path, settings, refresh=True)).sent == 3


async def test_a_renamed_source_sends_nothing_and_takes_its_target_along(tmp_path, settings):
    await translate(plant(tmp_path), settings)
    before = (tmp_path / TARGET).read_bytes()
    (tmp_path / "docs/page.md").rename(tmp_path / "docs/moved.md")
    report = await translate(tmp_path, settings)
    assert (report.sent, only(report).state) == (0, "written")
    assert (tmp_path / "i18n/fr/moved.md").read_bytes() == before
    assert not (tmp_path / TARGET).exists()
    assert [path.name for path in (tmp_path / ".dragoman/docs").iterdir()] == ["moved.md"]
    assert (await translate(tmp_path, settings)).outcomes[0].state == "untouched"


async def test_over_half_of_a_translation_vanishes_only_when_confirmed(tmp_path, settings):
    many = "".join(f"Paragraph number {n} is here.\n\n" for n in range(10))
    await translate(plant(tmp_path, {"docs/page.md": many}), settings)
    before = (tmp_path / TARGET).read_bytes()
    put(tmp_path, "docs/page.md", "Paragraph number 1 is here.\n")
    report = await translate(tmp_path, settings)
    assert (only(report).state, only(report).code) == ("failed", "MassDeletion")
    assert (tmp_path / TARGET).read_bytes() == before
    report = await translate(tmp_path, settings, may_delete=True)
    assert (only(report).state, report.sent) == ("written", 0)


async def test_a_paragraph_added_by_hand_is_never_lost_unasked(tmp_path, settings):
    await translate(plant(tmp_path), settings)
    target = tmp_path / TARGET
    added = target.read_bytes() + b"\nUn paragraphe de la maison.\n"
    target.write_bytes(added)
    assert only(await translate(tmp_path, settings)).state in {"untouched", "failed"}
    assert target.read_bytes() == added
    edit(tmp_path, "docs/page.md", "first paragraph", "first changed paragraph")
    report = await translate(tmp_path, settings)
    assert (only(report).state, report.sent) == ("failed", 0)
    assert "made by hand" in only(report).message
    assert target.read_bytes() == added
    assert only(await translate(tmp_path, settings, may_delete=True)).state == "written"


async def test_an_offline_model_is_not_asked_again_for_a_term(tmp_path, settings):
    config = L10N.replace("targets: [fr]", "targets: [fr]\nglossary: terms.csv")
    put(plant(tmp_path, config=config), "terms.csv", "source,fr\nparagraph,alinea\n")
    report = await translate(tmp_path, settings)
    assert (only(report).state, report.sent) == ("written", 3)


async def test_a_translation_made_elsewhere_is_adopted_as_human(tmp_path, settings):
    put(plant(tmp_path), TARGET, "# Bienvenue\n\nLe premier.\n\nLe second a **gras** mots.\n")
    report = await translate(tmp_path, settings)
    assert (report.sent, only(report).human) == (0, 3)
    edit(tmp_path, "docs/page.md", "first paragraph", "first changed paragraph")
    assert (await translate(tmp_path, settings)).sent == 1
    assert "# Bienvenue" in (tmp_path / TARGET).read_text()


async def test_a_text_made_elsewhere_that_lost_its_markup_is_never_replaced_unasked(
    tmp_path, settings
):
    made = "# Bienvenue\n\nLe premier.\n\nLe second, sans gras.\n"
    put(plant(tmp_path), TARGET, made)
    report = await translate(tmp_path, settings)
    assert (only(report).state, report.sent) == ("failed", 0)
    assert "--yes" in only(report).message
    assert (tmp_path / TARGET).read_text() == made
    assert only(await translate(tmp_path, settings, may_delete=True)).state == "written"
    assert "# Bienvenue" in (tmp_path / TARGET).read_text()


async def test_a_foreign_translation_of_another_shape_is_left_alone(tmp_path, settings):
    put(plant(tmp_path), TARGET, "# Bienvenue\n\n- une liste\n- autre chose\n\n```\ncode\n```\n")
    before = (tmp_path / TARGET).read_bytes()
    report = await translate(tmp_path, settings)
    assert (only(report).code, report.sent) == ("StructureDiffers", 0)
    assert "dragoman verify" in only(report).message
    assert (tmp_path / TARGET).read_bytes() == before


async def test_a_validation_command_that_refuses_fails_the_file(tmp_path, settings):
    config = L10N.replace("targets: [fr]", "targets: [fr]\nvalidation:\n  - ['false']\nretries: 0")
    report = await translate(plant(tmp_path, config=config), settings)
    assert (only(report).state, only(report).code) == ("failed", "CommandFailed")
    assert not (tmp_path / TARGET).exists()


async def test_what_was_accepted_before_a_failure_is_not_sent_again(tmp_path, settings):
    config = L10N.replace("targets: [fr]", "targets: [fr]\nvalidation:\n  - ['false']\nretries: 0")
    await translate(plant(tmp_path, config=config), settings)
    put(tmp_path, "L10N.md", L10N)
    report = await translate(tmp_path, settings)
    assert (report.sent, only(report).from_checkpoints, only(report).state) == (0, 3, "written")


async def test_a_raised_sign_begins_nothing(tmp_path, settings):
    sign = StopSign()
    sign.interrupt()
    report = await translate(plant(tmp_path), settings, sign)
    assert (report.outcomes, report.left, report.stopped_by) == ((), 1, "interrupted")


@pytest.mark.parametrize("count", [2000])
async def test_one_changed_paragraph_among_many_sends_one(tmp_path, settings, count):
    many = "".join(f"Paragraph number {n} says something.\n\n" for n in range(count))
    await translate(plant(tmp_path, {"docs/page.md": many}), settings)
    edit(tmp_path, "docs/page.md", "number 1234 says", "number 1234 tells")
    (row,) = plan_folder(open_place(tmp_path), {}).rows
    assert (row.changed, row.new) == (1, 0)
    assert (await translate(tmp_path, settings)).sent == 1
