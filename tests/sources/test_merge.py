from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.errors import ConfigurationError
from dragoman.sources.lock_file import Lock, LockedUnit, dump_lock, parse_lock
from dragoman.sources.merge import merge_locks

records = st.builds(
    LockedUnit,
    st.sampled_from("abcdef"),
    st.just("s"),
    st.sampled_from("12"),
    st.sampled_from(["machine", "human"]),
)
locks = st.builds(
    Lock,
    st.sampled_from("xy"),
    st.just("o"),
    st.just("f"),
    st.just("k"),
    st.lists(records, unique_by=lambda unit: unit.key, max_size=6).map(tuple),
)


def lock(*units: tuple[str, str] | tuple[str, str, str]) -> bytes:
    rows = tuple(
        LockedUnit(key, "s", target, *rest or ("machine",)) for key, target, *rest in units
    )
    return dump_lock(Lock("h", "o", "f", "k", rows))


def units(content: bytes) -> list[tuple[str, str]]:
    return [(unit.key, unit.target_hash) for unit in parse_lock(content, "merged").units]


def test_units_that_either_side_added_are_kept_in_their_places():
    base = lock(("a", "1"), ("z", "1"))
    ours = lock(("a", "1"), ("b", "1"), ("z", "1"))
    theirs = lock(("a", "1"), ("z", "1"), ("y", "1"))
    assert units(merge_locks(base, ours, theirs)) == [
        ("a", "1"), ("b", "1"), ("z", "1"), ("y", "1"),
    ]  # fmt: skip


def test_a_unit_that_one_side_dropped_is_dropped():
    base = lock(("a", "1"), ("b", "1"))
    assert units(merge_locks(base, lock(("a", "1")), base)) == [("a", "1")]


def test_a_person_s_translation_wins():
    ours, theirs = lock(("a", "1")), lock(("a", "9", "human"))
    assert units(merge_locks(b"", ours, theirs)) == [("a", "9")]


@given(locks, locks, locks)
def test_both_sides_merge_to_the_same_bytes(base: Lock, one: Lock, two: Lock):
    merged = merge_locks(dump_lock(base), dump_lock(one), dump_lock(two))
    assert merged == merge_locks(dump_lock(base), dump_lock(two), dump_lock(one))


@given(locks, locks)
def test_a_side_that_changed_nothing_gives_way_to_the_other(base: Lock, other: Lock):
    merged = parse_lock(merge_locks(dump_lock(base), dump_lock(base), dump_lock(other)), "x")
    assert {unit.key: unit for unit in merged.units} == {unit.key: unit for unit in other.units}
    assert merged.source_hash == other.source_hash


def test_a_side_that_is_no_lock_is_refused():
    with pytest.raises(ConfigurationError):
        merge_locks(b"", lock(), b"{")
