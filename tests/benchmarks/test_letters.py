"""Letters are counted where an independent parser and the units disagree."""

from __future__ import annotations

from benchmarks.letters import Leaf, tally_file
from dragoman.model.document import Span, Unit


def leaf(start: int, end: int, **words: str) -> Leaf:
    made = Leaf("text", start, end)
    for name, text in words.items():
        made.add(name, text)
    return made


def unit(start: int, end: int, text: str) -> Unit:
    return Unit("k", "paragraph", text, Span(start, end), "")


def test_prose_in_its_unit_is_right_and_prose_in_none_is_missing():
    tally = tally_file(
        [leaf(0, 9, prose="one two"), leaf(10, 19, prose="three")], [unit(0, 9, "one two")], "a"
    )
    assert (tally.right["prose"], tally.seen["prose"]) == (6, 11)
    assert tally.kinds == {"missing from text": 5}


def test_code_in_a_unit_has_leaked():
    tally = tally_file([leaf(0, 9, prose="run", code="make")], [unit(0, 9, "run make")], "a")
    assert tally.share("code") == 0.0
    assert tally.kinds == {"code leaked in text": 4}


def test_prose_in_a_unit_of_another_block_is_moved_once_only():
    leaves = [leaf(0, 9, prose="one"), leaf(10, 19, prose="two two")]
    tally = tally_file(leaves, [unit(0, 19, "one two")], "a")
    assert (tally.moved, tally.right["prose"], tally.seen["prose"]) == (3, 6, 9)
    assert tally.beyond == 0
