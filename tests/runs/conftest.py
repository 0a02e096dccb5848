"""What the stories' own tests share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from dragoman.settings import Settings
from tests.conftest import delete_rows


@pytest.fixture
def empty_database(settings: Settings) -> Iterator[None]:
    """The database of `settings` without rows, for tests that leave opening it to the story."""
    yield
    delete_rows(settings.database_url)
