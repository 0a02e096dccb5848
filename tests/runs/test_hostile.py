"""The published list of hostile texts and where they are put."""

from __future__ import annotations

from math import gcd
from pathlib import Path

from dragoman.formats.tags import check_tags, has_tags
from dragoman.model.document import Span, Unit
from dragoman.runs.hostile import HOSTILE, attack, crowd_hostile, place_hostile

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "hostile.md"
UNITS = tuple(
    Unit(f"k{number}", "paragraph", f"one <g1>two {number} three</g1> four <g2/>", Span(0, 1), "")
    for number in range(5)
)


def test_the_page_publishes_the_list():
    shown = [line[4:] for line in PAGE.read_text("utf-8").splitlines() if line.startswith("    ")]
    assert shown == [text.replace("\t", "␉").replace("\u00a0", "⍽") for text in HOSTILE]


def test_no_text_is_listed_twice_or_holds_a_numbered_tag():
    assert len(set(HOSTILE)) == len(HOSTILE)
    assert not any(has_tags(text) for text in HOSTILE)


def test_over_all_turns_a_unit_meets_every_text_at_its_start_and_end():
    targets = [place_hostile(UNITS, turn)["k3"] for turn in range(len(HOSTILE))]
    for text in HOSTILE:
        assert any(target.startswith(f"{text} one") for target in targets)
        assert any(target.endswith(f"<g2/> {text}") for target in targets)
    assert gcd(7, len(HOSTILE)) == gcd(11, len(HOSTILE)) == 1


def test_the_crowd_holds_the_whole_list_in_every_unit():
    for target in crowd_hostile(UNITS).values():
        assert all(text in target for text in HOSTILE)


def test_tags_stay_well_nested_in_every_place():
    for turn in range(len(HOSTILE)):
        for unit in UNITS:
            target = place_hostile(UNITS, turn)[unit.key]
            assert check_tags(unit.text, target) is None


def test_a_unit_of_tags_alone_is_attacked_beside_them():
    assert attack("<g1/>", "#", "*", "`") == "# <g1/> * `"
