"""What stories share: a repository and the program in it, on this run's embedded server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from psycopg.conninfo import conninfo_to_dict

from dragoman.settings import Settings
from tests.conftest import delete_rows
from tests.runs.places import plant
from tests.stories.program import Program


def let_everybody_connect(database_url: str) -> None:
    """Opens the way to the server's socket: root without its override is nobody's stranger."""
    folder = Path(conninfo_to_dict(database_url)["host"])
    for path in (folder.parent, folder, *folder.glob(".s.PGSQL.*[0-9]")):
        path.chmod(path.stat().st_mode | 0o077 if path.is_socket() else path.stat().st_mode | 0o011)


@pytest.fixture
def program(tmp_path: Path, settings: Settings) -> Iterator[Program]:
    """The program in a repository with one page, on an empty database."""
    let_everybody_connect(settings.database_url)
    root = plant(tmp_path / "repository")
    (tmp_path / "no.toml").touch()
    yield Program(
        root,
        {
            "DRAGOMAN_DATABASE_URL": settings.database_url,
            "DRAGOMAN_CONFIG": str(tmp_path / "no.toml"),
        },
    )
    delete_rows(settings.database_url)
