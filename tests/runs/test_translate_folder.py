"""Many files side by side: what stops all of them, and what stays with one."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import replace

import pytest

from benchmarks.slow_server import serve_slowly
from dragoman.app import open_rooms
from dragoman.clock import SystemClock
from dragoman.errors import Disabled, NotConfigured, ProviderOverloaded, ProviderRefused
from dragoman.runs.desk import Orders, StopSign
from dragoman.runs.translate_folder import is_run_ending, translate_folder
from tests.runs.places import L10N, PAGE, isolate, open_place, plant, put, translate

pytestmark = pytest.mark.usefixtures("empty_database")


def make_pages(count):
    return {f"docs/{n:03}.md": f"# Page {n}\n\nThis is page number {n}.\n" for n in range(count)}


async def test_every_file_and_locale_is_translated(tmp_path, settings):
    config = L10N.replace("[fr]", "[fr, ja]")
    report = await translate(plant(tmp_path, make_pages(20), config), settings)
    assert (report.count("written"), report.sent, report.left) == (40, 80, 0)
    assert [one.path for one in report.outcomes] == sorted(one.path for one in report.outcomes)


async def test_a_file_that_cannot_be_read_spares_the_others(tmp_path, settings):
    put(plant(tmp_path, make_pages(3)), "docs/bad.md", b"caf\xe9\n")
    report = await translate(tmp_path, settings)
    (failed,) = [one for one in report.outcomes if one.state == "failed"]
    assert (failed.path, failed.code) == ("docs/bad.md", "SourceInvalidEncoding")
    assert "docs/bad.md" in failed.message
    assert (report.count("written"), report.stopped_by) == (3, "")


async def test_a_fault_of_the_program_spares_the_others(tmp_path, settings):
    put(plant(tmp_path, make_pages(2)), ".dragoman/docs/000.md/fr.lock", "no lock at all")
    report = await translate(tmp_path, settings)
    (failed,) = [one for one in report.outcomes if one.state == "failed"]
    assert (failed.code, report.count("written")) == ("ConfigurationError", 1)
    assert "lock repair" in failed.message


async def test_an_unknown_model_is_refused_before_anything_is_done(tmp_path, settings):
    root = plant(tmp_path, config=L10N.replace("targets:", "model: psuedo\ntargets:"))
    with pytest.raises(NotConfigured, match="psuedo"):
        await translate(root, settings)
    assert not (tmp_path / ".dragoman").exists()


async def test_the_switch_refuses_every_model(tmp_path, settings):
    switched = type(settings)(machine_file=settings.machine_file, models_off=True)
    with pytest.raises(Disabled):
        await translate(plant(tmp_path), isolate(tmp_path, switched))


async def test_nothing_to_do_needs_no_database(tmp_path, settings):
    await translate(plant(tmp_path, {"docs/page.md": PAGE}), settings)
    nowhere = type(settings)(database_url="postgresql://nobody@127.0.0.1:1/none")
    report = await translate(tmp_path, nowhere)
    assert (report.count("untouched"), report.sent) == (1, 0)


async def test_a_database_that_is_away_ends_the_run_with_its_remedy(tmp_path, settings):
    nowhere = type(settings)(database_url="postgresql://nobody@127.0.0.1:1/none")
    report = await translate(plant(tmp_path, make_pages(40)), nowhere)
    assert report.stopped_by == "DatabaseUnavailable"
    assert report.left > 0
    assert all("DRAGOMAN_DATABASE_URL" in one.message for one in report.outcomes)


class HastyClock(SystemClock):
    """A clock on which every wait is over at once; it remembers how long they were."""

    def __init__(self):
        self.waits = []

    async def sleep(self, duration):
        self.waits.append(duration.total_seconds())
        await asyncio.sleep(0)


async def test_eight_failed_attempts_stop_the_run_and_keep_what_is_finished(tmp_path, settings):
    root = plant(tmp_path, make_pages(60), L10N.replace("targets:", "model: openai/m\ntargets:"))
    settings = replace(isolate(root, settings), concurrency=2)
    clock = HastyClock()
    with serve_slowly(0.0, status=500) as server:
        said = {"OPENAI_BASE_URL": server.base_url, "OPENAI_API_KEY": "key"}
        async with open_rooms(settings, said, clock=clock) as rooms:
            report = await translate_folder(
                open_place(root, settings), Orders({}), rooms, StopSign(), lambda _outcome: None
            )
        asked = Counter(one.texts for one in server.exchanges())
    assert (report.stopped_by, report.is_stopped_by_provider) == ("ProviderFault", True)
    assert report.count("failed") == len(asked) < 60
    assert report.left == 60 - len(report.outcomes)
    assert set(asked.values()) == {8}
    assert sum(wait >= 30 for wait in clock.waits) == 3 * len(asked)


async def test_a_provider_that_refuses_whatever_it_is_asked_is_not_asked_for_every_file(
    tmp_path, settings
):
    root = plant(tmp_path, make_pages(60), L10N.replace("targets:", "model: openai/m\ntargets:"))
    settings = replace(isolate(root, settings), concurrency=2)
    with serve_slowly(0.0, status=404) as server:
        said = {"OPENAI_BASE_URL": server.base_url, "OPENAI_API_KEY": "key"}
        async with open_rooms(settings, said) as rooms:
            report = await translate_folder(
                open_place(root, settings), Orders({}), rooms, StopSign(), lambda _outcome: None
            )
    assert (report.stopped_by, report.is_stopped_by_provider) == ("ProviderRefused", True)
    assert report.left > 50
    assert all("check the model's name" in one.message for one in report.outcomes)


def test_a_request_called_wrong_concerns_its_own_file():
    assert not is_run_ending(ProviderRefused("no"))
    assert is_run_ending(ProviderOverloaded("busy"))


def test_the_first_reason_to_stop_stays():
    sign = StopSign()
    sign.raise_flag(ProviderOverloaded("busy"))
    sign.raise_flag(ProviderRefused("no"))
    sign.interrupt()
    assert sign.code == "ProviderOverloaded"
