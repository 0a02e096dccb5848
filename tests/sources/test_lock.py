from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.errors import StructureDiffers
from dragoman.formats.markdown import MARKDOWN
from dragoman.model.document import Document, FormatOptions
from dragoman.sources.lock import (
    Facts,
    Lock,
    UnitPlan,
    build_lock,
    plan_units,
    rebuild_lock,
)

FACTS = Facts("pseudo", "voice-1")
PARAGRAPHS = [f"Paragraph number {word}." for word in ("one", "two", "three", "four", "five")]


def read(text: str) -> Document:
    return MARKDOWN.extract(text.encode(), FormatOptions(path="a.md", flavour="gfm"))


def say(text: str) -> str:
    """A translation that keeps the tags: every letter outside them in upper case."""
    return "".join(
        part if part.startswith("<") else part.upper() for part in re.split(r"(<[^>]+>)", text)
    )


class File:
    """A source with its target and lock, translated as often as one likes."""

    def __init__(self, source: str, facts: Facts = FACTS) -> None:
        self.facts = facts
        self.lock: Lock | None = None
        self.target: bytes | None = None
        self.sent: list[str] = []
        self.translate(source)

    def plan(self, source: str, facts: Facts | None = None) -> UnitPlan:
        translated = None if self.target is None else read(self.target.decode())
        return plan_units(read(source), translated, self.lock, facts or self.facts, MARKDOWN)

    def translate(self, source: str, *, refresh: bool = False) -> UnitPlan:
        document = read(source)
        plan = self.plan(source)
        keys = plan.to_send(refresh)
        texts = {unit.key: unit.text for unit in document.units}
        made = {key: say(texts[key]) for key in keys}
        targets = {**plan.standing(document, keys), **made}
        self.target = MARKDOWN.splice(document, targets)
        again = read(self.target.decode())
        assert list(MARKDOWN.differences(document, targets, again)) == []
        self.lock = build_lock(document, again, "t.md", self.facts, made, plan)
        self.sent = [texts[key] for key in keys]
        return plan


def join(*paragraphs: str) -> str:
    return "\n\n".join(paragraphs) + "\n"


def test_everything_is_new_before_the_first_translation_and_nothing_after_it():
    file = File(join(*PARAGRAPHS))
    assert len(file.sent) == 5
    plan = file.plan(join(*PARAGRAPHS))
    assert (plan.new, plan.changed, len(plan.reused)) == ((), (), 5)


def test_one_changed_paragraph_of_two_thousand_is_one_changed_unit():
    many = [f"Paragraph number {number} says something." for number in range(2000)]
    file = File(join(*many))
    many[1000] = "Here stands another sentence."
    plan = file.plan(join(*many))
    assert (len(plan.new), len(plan.changed), len(plan.reused)) == (0, 1, 1999)
    file.translate(join(*many))
    assert file.sent == ["Here stands another sentence."]


def test_a_section_inserted_at_the_top_makes_only_its_units_new():
    file = File(join("# Title", *PARAGRAPHS))
    plan = file.plan(join("# Title", "## Fresh", "New words.", *PARAGRAPHS))
    assert (len(plan.new), plan.changed, len(plan.reused), plan.gone) == (2, (), 6, 0)


def test_a_moved_section_sends_nothing():
    first, second = ["## A", "Text of a."], ["## B", "Text of b.", "More of b."]
    file = File(join(*first, *second))
    file.translate(join(*second, *first))
    assert file.sent == []
    assert file.target == say(join(*second, *first)).encode()


def test_an_edit_by_a_person_survives_changes_around_it():
    file = File(join(*PARAGRAPHS))
    assert file.target is not None
    file.target = file.target.replace(b"NUMBER THREE", b"the third, by hand")
    plan = file.translate(join("Before all.", *PARAGRAPHS))
    assert list(plan.human.values()) == [b"PARAGRAPH the third, by hand."]
    assert b"the third, by hand" in file.target
    assert file.lock is not None
    assert [unit.origin for unit in file.lock.units].count("human") == 1
    # Also in the run after that, when its bytes equal the lock's again.
    assert len(file.plan(join(*PARAGRAPHS)).human) == 1


def test_an_edit_by_a_person_gives_way_when_its_source_changes():
    file = File(join(*PARAGRAPHS))
    assert file.target is not None
    file.target = file.target.replace(b"NUMBER THREE", b"by hand")
    plan = file.plan(join(*PARAGRAPHS[:2], "The third is new.", *PARAGRAPHS[3:]))
    assert (len(plan.changed), len(plan.human)) == (1, 0)


def test_edits_survive_beside_a_paragraph_that_a_person_inserted():
    file = File(join(*PARAGRAPHS))
    assert file.target is not None
    file.target = b"Inserted.\n\n" + file.target.replace(b"NUMBER FOUR", b"by hand")
    plan = file.plan(join(*PARAGRAPHS))
    assert (plan.foreign, plan.new, plan.changed) == (1, (), ())
    assert list(plan.human.values()) == [b"PARAGRAPH by hand."]


def test_a_paragraph_deleted_in_the_target_is_asked_for_again():
    file = File(join(*PARAGRAPHS))
    assert file.target is not None
    file.target = file.target.replace(b"PARAGRAPH NUMBER TWO.\n\n", b"")
    plan = file.plan(join(*PARAGRAPHS))
    assert (len(plan.new) + len(plan.changed), len(plan.reused), plan.gone) == (1, 4, 1)


def test_changed_guidance_or_model_makes_units_outdated_and_sends_them_only_on_demand():
    file = File(join(*PARAGRAPHS))
    for facts in (FACTS._replace(prompt="voice-2"), FACTS._replace(model="other")):
        plan = file.plan(join(*PARAGRAPHS), facts)
        assert (len(plan.outdated), plan.to_send(refresh=False)) == (5, ())
        assert len(plan.to_send(refresh=True)) == 5
    file.facts = FACTS._replace(prompt="voice-2")
    file.translate(join("New.", *PARAGRAPHS))
    assert len(file.plan(join("New.", *PARAGRAPHS)).outdated) == 5


def test_a_person_s_unit_is_never_outdated():
    file = File(join(*PARAGRAPHS))
    assert file.target is not None
    file.target = file.target.replace(b"NUMBER TWO", b"by hand")
    assert len(file.plan(join(*PARAGRAPHS), FACTS._replace(prompt="voice-2")).outdated) == 4


def test_a_changed_glossary_entry_makes_stale_only_the_units_it_matches():
    file = File(join(*PARAGRAPHS))
    key = read(join(*PARAGRAPHS)).units[2].key
    plan = file.plan(join(*PARAGRAPHS), FACTS._replace(terms={key: "hash"}))
    assert (plan.changed, plan.new, len(plan.reused)) == ((key,), (), 4)


def test_over_half_of_the_units_gone_is_a_mass_deletion():
    file = File(join(*PARAGRAPHS))
    assert file.plan(join(*PARAGRAPHS[:2])).is_mass_deletion()
    assert not file.plan(join(*PARAGRAPHS[:3])).is_mass_deletion()
    assert not file.plan(join("A.", "B.", "C.", "D.", "E.")).is_mass_deletion()


def test_a_target_cut_short_is_a_mass_deletion():
    file = File(join(*PARAGRAPHS))
    file.target = b"PARAGRAPH NUMBER ONE.\n"
    assert file.plan(join(*PARAGRAPHS)).is_mass_deletion()


def test_a_changed_link_destination_sends_nothing_and_arrives_in_the_target():
    file = File("See [the guide](https://a.example/1) and **this**.\n")
    file.translate("See [the guide](https://a.example/2) and **this**.\n")
    assert file.sent == []
    assert file.target == b"SEE [THE GUIDE](https://a.example/2) AND **THIS**.\n"


def test_tags_that_a_translator_moved_find_their_destinations_again():
    source = "See [one](https://a.example/1) or [two](https://a.example/2).\n"
    document = read(source)
    made = {document.units[0].key: "<g2>ZWEI</g2> oder <g1>EINS</g1>."}
    target = MARKDOWN.splice(document, made)
    file = File(source)
    file.target = target
    plan = UnitPlan((), (), {}, {})
    file.lock = build_lock(document, read(target.decode()), "t.md", FACTS, made, plan)
    file.translate(source.replace("example/2", "example/3"))
    assert file.sent == []
    assert file.target == (b"[ZWEI](https://a.example/3) oder [EINS](https://a.example/1).\n")


def test_a_rewrapped_paragraph_sends_nothing():
    file = File("One sentence over\ntwo lines.\n")
    file.translate("One sentence\nover two lines.\n")
    assert file.sent == []


def test_a_changed_title_inside_a_paragraph_is_sent_alone():
    source = 'A picture ![of a cat](cat.png "A cat") here.\n'
    file = File(source)
    file.translate(source.replace('"A cat"', '"A dog"'))
    assert file.sent == ["A dog"]
    assert file.target == b'A PICTURE ![OF A CAT](cat.png "A DOG") HERE.\n'


def test_a_target_made_elsewhere_counts_as_human_work():
    file = File(join(*PARAGRAPHS))
    file.lock = None
    file.target = join("Eins.", "Zwei.", *PARAGRAPHS[2:]).encode()
    plan = file.plan(join(*PARAGRAPHS))
    assert (len(plan.human), len(plan.new)) == (2, 3)
    file.target = join("Eins.", "- Zwei.").encode()
    with pytest.raises(StructureDiffers):
        file.plan(join(*PARAGRAPHS))


def test_repair_makes_a_lock_with_which_nothing_is_sent():
    source = join(*PARAGRAPHS, "See [one](u1) or [two](u2).")
    file = File(source)
    assert file.target is not None
    assert file.lock is not None
    known = file.lock.units[:2]
    document, translated = read(source), read(file.target.decode())
    texts = MARKDOWN.pair(document, translated)
    file.lock = rebuild_lock(document, translated, "t.md", FACTS, texts, known)
    plan = file.plan(source)
    assert plan.to_send(refresh=False) == ()
    assert (len(plan.reused), len(plan.human)) == (2, 4)


@given(st.data())
def test_whatever_moves_comes_or_goes_only_unseen_texts_are_sent(data):
    words = [f"Sentence about {name}." for name in "abcdefgh"]
    texts = st.lists(st.sampled_from(words), min_size=1, max_size=8, unique=True)
    before, after = data.draw(texts), data.draw(texts)
    file = File(join(*before))
    file.translate(join(*after))
    assert set(file.sent) == set(after) - set(before)
    assert file.target == say(join(*after)).encode()
