"""Target and lock belong together at whatever point a command was killed."""

from __future__ import annotations

import hashlib
from dataclasses import replace

import pytest

from dragoman.errors import WriteFailed
from dragoman.publishing.write import write_file
from dragoman.runs.publish_pair import load_settled_lock, publish_pair, settle_pair
from dragoman.sources.directory import Job
from dragoman.sources.file_settings import FileSettings
from dragoman.sources.lock import Lock, LockedUnit, dump_lock, lock_path, read_lock

JOB = Job("docs/a.md", "fr/a.md", "fr", FileSettings())
OLD = Lock("s1", "fr/a.md", "x", "k", (LockedUnit("u", "a", "b", "machine"),))
NEW = replace(OLD, source_hash="s2")


def list_pending(root):
    return [path.name for path in (root / ".dragoman").rglob("*.pending")]


def leave_pending(root, before):
    """What a command leaves that was killed right after the first step."""
    publish_pair(root, JOB, None, before, OLD)
    place = lock_path(root, JOB.source, JOB.locale)
    publish_pair(root, JOB, before, b"other", NEW)
    write_file(root / JOB.target, before)
    name = f"{place.name}.{read_hash(before)}.pending"
    place.rename(place.with_name(name))
    write_file(place, dump_lock(OLD))


def read_hash(content):
    return hashlib.sha256(content).hexdigest()[:32]


def test_both_are_written_and_nothing_is_pending(tmp_path):
    publish_pair(tmp_path, JOB, None, b"un", NEW)
    assert (tmp_path / "fr/a.md").read_bytes() == b"un"
    assert read_lock(lock_path(tmp_path, JOB.source, "fr")) == NEW
    assert list_pending(tmp_path) == []


def test_killed_before_the_target_the_old_lock_counts(tmp_path):
    leave_pending(tmp_path, b"un")
    assert load_settled_lock(tmp_path, JOB, b"un") == OLD


def test_killed_after_the_target_the_pending_lock_counts(tmp_path):
    leave_pending(tmp_path, b"un")
    write_file(tmp_path / JOB.target, b"deux")
    assert load_settled_lock(tmp_path, JOB, b"deux") == NEW


def test_an_edit_after_the_kill_still_meets_the_new_lock(tmp_path):
    leave_pending(tmp_path, b"un")
    write_file(tmp_path / JOB.target, b"deux, edited")
    assert load_settled_lock(tmp_path, JOB, b"deux, edited") == NEW


def test_a_first_target_that_was_never_written_has_no_lock(tmp_path):
    place = lock_path(tmp_path, JOB.source, "fr")
    write_file(place.with_name(place.name + ".none.pending"), dump_lock(NEW))
    assert load_settled_lock(tmp_path, JOB, None) is None
    assert load_settled_lock(tmp_path, JOB, b"un") == NEW


@pytest.mark.parametrize(("target", "expected"), [(b"un", OLD), (b"deux", NEW)])
def test_settling_leaves_the_lock_that_counts_and_nothing_pending(tmp_path, target, expected):
    leave_pending(tmp_path, b"un")
    write_file(tmp_path / JOB.target, target)
    settle_pair(tmp_path, JOB, target)
    assert read_lock(lock_path(tmp_path, JOB.source, "fr")) == expected
    assert list_pending(tmp_path) == []


def test_a_new_pair_settles_an_older_pending_one_first(tmp_path):
    leave_pending(tmp_path, b"un")
    publish_pair(tmp_path, JOB, b"un", b"trois", NEW)
    assert load_settled_lock(tmp_path, JOB, b"trois") == NEW
    assert list_pending(tmp_path) == []


def test_a_target_that_cannot_be_written_keeps_the_old_pair(tmp_path):
    publish_pair(tmp_path, JOB, None, b"un", OLD)
    (tmp_path / "fr/a.md").unlink()
    (tmp_path / "fr").rmdir()
    (tmp_path / "fr").write_text("a file in the way")
    with pytest.raises(WriteFailed):
        publish_pair(tmp_path, JOB, None, b"deux", NEW)
    assert load_settled_lock(tmp_path, JOB, None) == OLD
