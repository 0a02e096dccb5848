"""What the tests of commands share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from dragoman.settings import Settings
from tests.cli.places import enter
from tests.conftest import delete_rows
from tests.runs.places import plant


@pytest.fixture
def repository(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> Iterator[Path]:
    """A repository with one page as working directory, on an empty database."""
    yield enter(plant(tmp_path), monkeypatch, settings)
    delete_rows(settings.database_url)
