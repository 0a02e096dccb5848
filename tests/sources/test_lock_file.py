from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.errors import ConfigurationError, SourceUnreadable
from dragoman.formats.markdown import MARKDOWN
from dragoman.model.document import FormatOptions
from dragoman.sources.lock_file import (
    Lock,
    LockedUnit,
    dump_lock,
    find_renamed_lock,
    list_orphaned_locks,
    lock_path,
    parse_lock,
    read_lock,
)

LOCK = Lock(
    "s",
    "i18n/de/a.md",
    "f",
    "k",
    (
        LockedUnit("b", "1", "2", "machine", "pseudo", "p", "t", (2, 1)),
        LockedUnit("a", "3", "4", "human"),
    ),
)
hashes = st.text("0123456789abcdef", min_size=1, max_size=4)
units = st.builds(
    LockedUnit, hashes, hashes, hashes, st.sampled_from(["machine", "human", "memory"]),
    st.text(max_size=5), st.text(max_size=5), st.text(max_size=5),
    st.lists(st.integers(1, 9), max_size=3).map(tuple),
)  # fmt: skip


@given(st.builds(Lock, hashes, st.text(max_size=9), hashes, hashes, st.lists(units).map(tuple)))
def test_a_lock_reads_back_as_it_was(lock: Lock):
    assert parse_lock(dump_lock(lock), "x") == lock


def test_a_lock_is_sorted_json_with_one_unit_a_line_and_no_time():
    text = dump_lock(LOCK).decode()
    raw = json.loads(text)
    assert list(raw) == sorted(raw)
    assert [unit["key"] for unit in raw["units"]] == ["b", "a"]
    assert len(text.splitlines()) == 11
    assert text.endswith("}\n")


def test_no_lock_is_none(tmp_path: Path):
    assert read_lock(lock_path(tmp_path, "docs/a.md", "de")) is None


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is not a lock"),
        (b"[]", "is not a lock"),
        (b'{"version": 2}', "unknown version 2"),
        (b"<<<<<<< ours\n{}\n", "conflict markers"),
        (dump_lock(LOCK).replace(b'"human"', b'"nobody"'), "is not a lock"),
        (dump_lock(LOCK).replace(b'"key": "a"', b'"key": 7'), "is not a lock"),
        (b"[" * 100_000, "is not a lock"),
        (b"\xff", "is not a lock"),
    ],
)
def test_a_broken_lock_is_named_with_the_command_that_repairs_it(
    tmp_path: Path, content: bytes, message: str
):
    path = lock_path(tmp_path, "a.md", "de")
    path.parent.mkdir(parents=True)
    path.write_bytes(content)
    with pytest.raises(ConfigurationError, match=message) as raised:
        read_lock(path)
    assert raised.value.path == str(path)
    assert "lock repair" in raised.value.remedy


def test_a_lock_that_is_a_directory_is_unreadable(tmp_path: Path):
    with pytest.raises(SourceUnreadable):
        read_lock(tmp_path)


def test_a_renamed_source_finds_its_lock_by_unit_keys(tmp_path: Path):
    document = MARKDOWN.extract(b"One.\n\nTwo.\n\nThree.\n", FormatOptions(path="new.md"))
    keep = [unit.key for unit in document.units]

    def write(source: str, keys: list[str]) -> None:
        path = lock_path(tmp_path, source, "de")
        path.parent.mkdir(parents=True)
        entries = tuple(LockedUnit(key, "", "", "machine") for key in keys)
        path.write_bytes(dump_lock(Lock("", source, "", "", entries)))

    def find():
        return find_renamed_lock(tmp_path, document, list_orphaned_locks(tmp_path, "de"))

    write("still-here.md", keep)
    (tmp_path / "still-here.md").write_text("x")
    write("other.md", ["x", keep[0]])
    assert find() is None
    write("docs/old.md", keep[1:])
    found = find()
    assert found is not None
    assert (found.source, found.lock.output) == ("docs/old.md", "docs/old.md")
    assert list_orphaned_locks(tmp_path, "fr") == ()
