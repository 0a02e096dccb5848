"""What is read of one job, and the facts its translation depends on."""

from __future__ import annotations

from dragoman.runs.read_pair import read_pair, read_target, read_translation
from tests.runs.places import PAGE, edit, open_place, plant, put


def read(root, model="pseudo"):
    folder = open_place(root)
    return read_pair(folder, folder.jobs[0], model)


def test_source_and_target_are_read_as_they_are(tmp_path):
    plant(tmp_path, {"docs/page.md": PAGE, "i18n/fr/page.md": b"x\r\n"})
    pair = read(tmp_path)
    assert (pair.document.source, pair.target) == (PAGE.encode(), b"x\r\n")


def test_a_missing_target_is_none(tmp_path):
    folder = open_place(plant(tmp_path))
    assert read_target(folder, "i18n/fr/page.md") is None
    assert read_translation(read(tmp_path), None) is None


def test_guidance_changes_the_prompt_and_nothing_else(tmp_path):
    before = read(plant(tmp_path)).facts
    edit(tmp_path, "L10N.md", "Be kind.", "Be brief.")
    after = read(tmp_path).facts
    assert after.prompt != before.prompt
    assert after._replace(prompt=before.prompt) == before


def test_only_units_with_a_term_depend_on_it(tmp_path):
    plant(tmp_path)
    edit(tmp_path, "L10N.md", "targets:", "glossary: terms.csv\ntargets:")
    put(tmp_path, "terms.csv", "source,target,locale\nparagraph,alinéa,fr\n")
    pair = read(tmp_path)
    (key,) = pair.facts.terms
    assert [unit.text for unit in pair.document.units if unit.key == key] == [
        "The first paragraph is here."
    ]


def test_the_target_is_read_in_the_flavour_of_the_source(tmp_path):
    page = "import X from 'x'\n\n# Page\n\n<X/>\n"
    plant(tmp_path, {"docs/page.md": page})
    pair = read(tmp_path)
    translated = read_translation(pair, b"# Seite\n")
    assert translated.flavour == pair.document.flavour
