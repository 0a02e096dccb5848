from __future__ import annotations

import errno
import os
import resource
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from dragoman.errors import WriteFailed
from dragoman.publishing.write import write_file
from tests.sources.trees import as_ordinary_user

LIMITED = """
import resource, sys
from pathlib import Path
from dragoman.errors import WriteFailed
from dragoman.publishing.write import write_file
resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
try:
    write_file(Path(sys.argv[1]), b"n" * 1000)
except WriteFailed as fault:
    print(fault.code, fault.path, bool(fault.remedy))
"""


def test_a_new_file_gets_its_directories_and_the_mode_of_the_umask(tmp_path: Path):
    path = tmp_path / "a/b/c.md"
    assert write_file(path, b"text") == 4
    mask = os.umask(0)
    os.umask(mask)
    assert path.read_bytes() == b"text"
    assert stat.S_IMODE(path.stat().st_mode) == 0o666 & ~mask
    assert [one.name for one in path.parent.iterdir()] == ["c.md"]


def test_an_existing_file_keeps_its_mode(tmp_path: Path):
    path = tmp_path / "run.md"
    path.write_bytes(b"old")
    path.chmod(0o750)
    assert write_file(path, b"new")
    assert (path.read_bytes(), stat.S_IMODE(path.stat().st_mode)) == (b"new", 0o750)


def test_an_equal_file_is_not_touched(tmp_path: Path):
    path = tmp_path / "a.md"
    path.write_bytes(b"same")
    before = path.stat()
    assert write_file(path, b"same") == 0
    assert path.stat().st_ino == before.st_ino
    assert write_file(path, b"same and more") == 13


def test_a_symlink_goes_on_pointing_where_it_did(tmp_path: Path):
    (tmp_path / "real.md").write_bytes(b"old")
    (tmp_path / "link.md").symlink_to("real.md")
    write_file(tmp_path / "link.md", b"new")
    assert (tmp_path / "link.md").is_symlink()
    assert (tmp_path / "real.md").read_bytes() == b"new"


def test_a_reader_sees_the_old_file_or_the_new_one(tmp_path: Path):
    path = tmp_path / "a.md"
    write_file(path, b"old")
    with path.open("rb") as reader:
        write_file(path, b"new")
        assert reader.read() == b"old"


@pytest.mark.parametrize("old", [b"old", None])
def test_a_full_disk_leaves_the_old_file_and_nothing_else(tmp_path: Path, old: bytes | None):
    folder = tmp_path / "fresh"
    path = folder / "a.md"
    if old is not None:
        folder.mkdir()
        path.write_bytes(old)
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, str(path)], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["WriteFailed", str(path), "True"]
    if old is None:
        assert not folder.exists()
    else:
        assert [one.name for one in folder.iterdir()] == ["a.md"]
        assert path.read_bytes() == old


def test_a_failing_fsync_leaves_the_old_file_and_nothing_else(tmp_path: Path, monkeypatch):
    path = tmp_path / "a.md"
    path.write_bytes(b"old")

    def fail(_handle: int) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(WriteFailed, match="Input/output error"):
        write_file(path, b"new")
    assert path.read_bytes() == b"old"
    assert [one.name for one in tmp_path.iterdir()] == ["a.md"]


def test_a_directory_without_permission_is_named(tmp_path: Path):
    folder = tmp_path / "closed"
    folder.mkdir(mode=0o555)
    with as_ordinary_user(tmp_path), pytest.raises(WriteFailed) as raised:
        write_file(folder / "a.md", b"new")
    assert raised.value.path == str(folder / "a.md")
    assert list(folder.iterdir()) == []


def test_a_directory_in_the_file_s_place_is_refused(tmp_path: Path):
    with pytest.raises(WriteFailed):
        write_file(tmp_path, b"new")


def test_the_limit_of_this_process_is_its_own():
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] != 100
