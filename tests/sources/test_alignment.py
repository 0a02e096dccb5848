from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.sources.alignment import align_hashes, find_changed

sequences = st.lists(st.sampled_from("abcdefgh"), max_size=8)
unique = st.lists(st.sampled_from("abcdefgh"), max_size=8, unique=True)


@given(sequences, sequences)
def test_slots_rise_and_lie_within_what_was_found(known: list[str], found: list[str]):
    slots = [slot for slot in align_hashes(known, found) if slot is not None]
    assert slots == sorted(set(slots))
    assert all(0 <= slot < len(found) for slot in slots)


@given(sequences)
def test_equal_sequences_align_in_place(known: list[str]):
    assert align_hashes(known, known) == list(range(len(known)))


def test_edits_in_place_align_by_order_when_nothing_came_or_went():
    assert align_hashes(list("abc"), list("xyz")) == [0, 1, 2]


@given(unique, unique)
def test_changed_keys_are_new_ones_and_no_more_than_went(old: list[str], new: list[str]):
    changed = find_changed(old, new)
    assert changed <= set(new) - set(old)
    assert len(changed) <= len(set(old) - set(new))


@pytest.mark.parametrize(
    ("old", "new", "changed"),
    [("abc", "aXc", "X"), ("abc", "Xabc", ""), ("abc", "cab", ""), ("abc", "aXYc", "X")],
)
def test_a_key_in_the_place_of_one_that_is_gone_counts_as_changed(old, new, changed):
    assert find_changed(list(old), list(new)) == set(changed)
