"""A conflict between two lock files ends with one lock, or stays a conflict."""

from __future__ import annotations

import pytest

from dragoman.errors import ConfigurationError
from dragoman.runs.merge_lock import merge_lock
from dragoman.sources.lock import Lock, LockedUnit, dump_lock, read_lock
from tests.runs.places import put


def make_lock(*keys):
    units = tuple(LockedUnit(key, "s", "t", "machine") for key in keys)
    return dump_lock(Lock("source", "fr/a.md", "settings", "skeleton", units))


def test_units_of_both_sides_are_in_the_lock_left_at_ours(tmp_path):
    base, ours, theirs = (
        put(tmp_path, name, make_lock(*keys))
        for name, keys in (("o", "ab"), ("a", "abc"), ("b", "abd"))
    )
    merge_lock(base, ours, theirs, "fr.lock")
    assert {unit.key for unit in read_lock(ours).units} == set("abcd")


def test_a_side_that_is_no_lock_keeps_ours_as_it_is(tmp_path):
    base, ours = put(tmp_path, "o", make_lock("a")), put(tmp_path, "a", make_lock("a", "b"))
    before = ours.read_bytes()
    with pytest.raises(ConfigurationError):
        merge_lock(base, ours, put(tmp_path, "b", "{"), "fr.lock")
    assert ours.read_bytes() == before
