"""The roof beam: what is opened, when, and that it is closed."""

from __future__ import annotations

import pytest

from dragoman.app import DEFAULT_MODEL, open_rooms
from dragoman.errors import ConfigurationError, DatabaseUnavailable, NotConfigured
from dragoman.model.exchange import Ask, Request
from dragoman.settings import Settings

REQUEST = Request("en", "fr", "", "", (Ask("1", "one"), Ask("2", "two")))


@pytest.fixture
def here(settings, tmp_path):
    (tmp_path / "no.toml").touch()
    return settings


async def test_names_are_resolved_without_a_database(here):
    nowhere = Settings(database_url="postgresql://127.0.0.1:1/x", machine_file=here.machine_file)
    async with open_rooms(nowhere, {}) as rooms:
        assert rooms.canonical_name("") == DEFAULT_MODEL
        assert rooms.canonical_name("identity") == "identity"
        with pytest.raises(NotConfigured):
            rooms.canonical_name("openai/gpt-4o")
        with pytest.raises(DatabaseUnavailable):
            await rooms.desk_for("")


async def test_what_is_sent_is_counted_where_it_leaves(here):
    async with open_rooms(here, {}) as rooms:
        assert rooms.sent_units() == 0
        for name in ("pseudo", "identity"):
            desk = await rooms.desk_for(name)
            assert desk.model == name
            await desk.ask(REQUEST)
        assert rooms.sent_units() == 4
        assert rooms.cost() == (0.0, "")


async def test_a_desk_is_opened_once(here):
    async with open_rooms(here, {}) as rooms:
        assert await rooms.desk_for("pseudo") is await rooms.desk_for("")


async def test_a_broken_machine_file_is_named(tmp_path):
    (tmp_path / "no.toml").write_text("[models")
    with pytest.raises(ConfigurationError, match=r"no\.toml"):
        async with open_rooms(Settings(machine_file=tmp_path / "no.toml"), {}):
            pass
