from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from dragoman.errors import ConfigurationError, WriteFailed
from dragoman.sources.project import load_project
from tests.sources.trees import as_ordinary_user


def test_the_identity_is_made_once(tmp_path: Path):
    made = load_project(tmp_path)
    assert len(made) == 32
    assert load_project(tmp_path) == made
    assert [path.name for path in (tmp_path / ".dragoman").iterdir()] == ["project"]


def test_commands_that_start_at_once_agree(tmp_path: Path):
    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(load_project, [tmp_path] * 16))) == 1
    assert [path.name for path in (tmp_path / ".dragoman").iterdir()] == ["project"]


def test_another_content_is_refused_with_its_file(tmp_path: Path):
    (tmp_path / ".dragoman").mkdir()
    (tmp_path / ".dragoman/project").write_text("mine")
    with pytest.raises(ConfigurationError, match="not a project's identity"):
        load_project(tmp_path)


def test_a_directory_that_cannot_be_written_is_named(tmp_path: Path):
    (tmp_path / ".dragoman").mkdir(mode=0o555)
    with as_ordinary_user(tmp_path), pytest.raises(WriteFailed, match="cannot be kept"):
        load_project(tmp_path)
