"""git merges lock files with this program once the driver is installed."""

from __future__ import annotations

import subprocess

import pytest

from dragoman.errors import ConfigurationError
from dragoman.runs.install_driver import ATTRIBUTES, DRIVER, install_driver
from tests.runs.places import plant, put


def git(root, *words):
    found = subprocess.run(
        ["git", "-C", str(root), *words], check=True, capture_output=True, text=True
    )
    return found.stdout.strip()


def test_the_clone_names_the_driver_and_the_repository_its_files(tmp_path):
    git(plant(tmp_path), "init", "-q")
    assert install_driver(tmp_path)
    assert git(tmp_path, "config", "merge.dragoman.driver") == DRIVER
    named = git(tmp_path, "check-attr", "merge", ".dragoman/docs/page.md/fr.lock")
    assert named.endswith("merge: dragoman")


def test_a_second_time_changes_nothing_and_other_lines_stay(tmp_path):
    git(plant(tmp_path), "init", "-q")
    put(tmp_path, ".gitattributes", "*.png binary")
    assert install_driver(tmp_path)
    assert not install_driver(tmp_path)
    assert (tmp_path / ".gitattributes").read_text() == f"*.png binary\n{ATTRIBUTES}\n"


def test_without_git_the_remedy_says_what_to_set(tmp_path):
    with pytest.raises(ConfigurationError) as caught:
        install_driver(plant(tmp_path))
    assert DRIVER in caught.value.remedy
