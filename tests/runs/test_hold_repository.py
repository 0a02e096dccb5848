"""One command at a time writes into a repository."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from dragoman.errors import RepositoryBusy, WriteFailed
from dragoman.runs.hold_repository import hold_repository

HOLDER = """
import sys
from pathlib import Path
from dragoman.runs.hold_repository import hold_repository
with hold_repository(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def start_holder(root):
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(root)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert holder.stdout.readline() == "held\n"
    return holder


def test_a_second_process_is_refused_and_told_the_pid(tmp_path):
    with start_holder(tmp_path) as holder:
        with pytest.raises(RepositoryBusy, match=f"pid {holder.pid}"), hold_repository(tmp_path):
            pass
        holder.stdin.close()


def test_a_violent_end_releases_the_hold(tmp_path):
    with start_holder(tmp_path) as holder:
        holder.kill()
        holder.wait()
        with hold_repository(tmp_path):
            assert (tmp_path / ".dragoman" / "busy").read_text() == str(os.getpid())


def test_the_hold_ends_with_the_block(tmp_path):
    for _ in range(2):
        with hold_repository(tmp_path):
            pass


def test_git_ignores_the_hold(tmp_path):
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    with hold_repository(tmp_path):
        found = subprocess.run(
            ["git", "-C", str(tmp_path), "status", "--porcelain", "-uall"],
            check=True,
            capture_output=True,
            text=True,
        )
    assert found.stdout == "?? .dragoman/.gitignore\n"


def test_a_place_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / ".dragoman").write_text("a file in the way")
    with pytest.raises(WriteFailed, match="cannot write here"), hold_repository(tmp_path):
        pass
