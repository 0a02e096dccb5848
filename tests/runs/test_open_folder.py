"""From what was typed to the jobs of a repository."""

from __future__ import annotations

from pathlib import Path

import pytest

from dragoman.errors import ConfigurationError
from dragoman.runs.open_folder import locate_path
from tests.runs.places import PAGE, open_place, plant


def test_paths_are_taken_from_the_folder_they_were_typed_in(tmp_path):
    assert locate_path(tmp_path, tmp_path / "docs", Path("a.md")) == "docs/a.md"
    assert locate_path(tmp_path, tmp_path / "docs", Path("../a.md")) == "a.md"
    assert locate_path(tmp_path, tmp_path / "docs", tmp_path / "b/c.md") == "b/c.md"
    assert locate_path(tmp_path, tmp_path, Path()) == ""


def test_a_path_outside_the_repository_is_refused(tmp_path):
    with pytest.raises(ConfigurationError, match="outside"):
        locate_path(tmp_path / "repository", tmp_path / "repository", Path("../other.md"))


def test_a_symlink_in_the_repository_keeps_its_own_name(tmp_path):
    (tmp_path / "a.md").write_text("x")
    (tmp_path / "link.md").symlink_to("a.md")
    assert locate_path(tmp_path, tmp_path, Path("link.md")) == "link.md"


def test_only_the_selected_files_become_jobs(tmp_path):
    root = plant(tmp_path, {"docs/a.md": PAGE, "docs/sub/b.md": PAGE, "docs/sub/c.md": PAGE})
    jobs = open_place(root, start=root / "docs", paths=(Path("sub"),)).jobs
    assert [job.source for job in jobs] == ["docs/sub/b.md", "docs/sub/c.md"]


def test_the_root_typed_as_a_path_means_everything(tmp_path):
    assert len(open_place(plant(tmp_path), paths=(Path(),)).jobs) == 1
