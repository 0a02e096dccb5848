"""What an edit costs: only what is new or changed is ever sent (2,000 paragraphs)."""

from __future__ import annotations

import pytest

from tests.runs.places import edit, put

pytestmark = pytest.mark.story

PAGE = "docs/page.md"
TARGET = "i18n/fr/page.md"
SECTIONS = [
    f"## Section {n}\n\n" + "".join(f"Paragraph {n}.{m} says something.\n\n" for m in range(20))
    for n in range(100)
]


@pytest.fixture
def translated(program):
    put(program.root, PAGE, "".join(SECTIONS))
    result = program.run("translate", "--json")
    assert (result.code, result.read_json()["sent"]) == (0, 2100)
    return program


def count_planned(program):
    (row,) = program.run("plan", "--json").read_json()["files"]
    return row["new"], row["changed"]


def count_sent(program, *options):
    result = program.run("translate", "--json", *options)
    assert result.code == 0, result
    report = result.read_json()
    assert report["verified"] == report["written"]
    assert program.run("verify", PAGE, TARGET).code == 0
    return report["sent"]


def test_one_changed_paragraph_sends_one_unit(translated):
    edit(translated.root, PAGE, "Paragraph 50.7 says", "Paragraph 50.7 tells")
    assert count_planned(translated) == (0, 1)
    assert count_sent(translated) == 1
    assert count_sent(translated) == 0


def test_a_section_on_top_sends_only_its_own_units(translated):
    put(translated.root, PAGE, "## Before all\n\nThis text is new.\n\n" + "".join(SECTIONS))
    assert count_planned(translated) == (2, 0)
    assert count_sent(translated) == 2


def test_a_moved_section_sends_nothing(translated):
    put(translated.root, PAGE, "".join([*SECTIONS[10:], *SECTIONS[:10]]))
    assert count_planned(translated) == (0, 0)
    assert count_sent(translated) == 0


def test_an_edit_by_hand_survives(translated):
    lines = (translated.root / TARGET).read_text().split("\n")
    lines[4] = "Une phrase écrite à la main."
    put(translated.root, TARGET, "\n".join(lines))
    edit(translated.root, PAGE, "Paragraph 50.7 says", "Paragraph 50.7 tells")
    assert count_sent(translated) == 1
    assert (translated.root / TARGET).read_text().split("\n")[4] == lines[4]


def test_a_changed_sentence_of_guidance_sends_nothing_unless_refreshed(translated):
    edit(translated.root, "L10N.md", "Be kind.", "Be brief.")
    (row,) = translated.run("plan", "--json").read_json()["files"]
    assert (row["outdated"], row["new"], row["changed"]) == (2100, 0, 0)
    assert count_sent(translated) == 0
    assert count_sent(translated, "--refresh") == 2100


def test_a_renamed_file_sends_nothing(translated):
    before = (translated.root / TARGET).read_bytes()
    (translated.root / PAGE).rename(translated.root / "docs/renamed.md")
    report = translated.run("translate", "--json").read_json()
    assert (report["sent"], report["written"]) == (0, 1)
    assert (translated.root / "i18n/fr/renamed.md").read_bytes() == before
