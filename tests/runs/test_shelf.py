"""Documents are made once per source, whatever the number of locales."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from dragoman.errors import SourceInvalidEncoding
from dragoman.formats import get_format
from dragoman.model.document import FormatOptions
from dragoman.runs.plan_folder import plan_folder
from dragoman.runs.shelf import Shelf
from tests.runs.places import L10N, PAGE, isolate, open_place, plant

PLUG = get_format("markdown")
OPTIONS = FormatOptions(path="a.md")


def test_a_source_is_taken_apart_once_until_it_or_its_reading_changes():
    shelf = Shelf()
    first = shelf.take_apart(PLUG, b"# One\n", "a.md", OPTIONS)
    assert shelf.take_apart(PLUG, b"# One\n", "a.md", OPTIONS) is first
    assert shelf.take_apart(PLUG, b"# Two\n", "a.md", OPTIONS).source == b"# Two\n"
    pinned = FormatOptions(path="a.md", anchors="pin")
    assert shelf.take_apart(PLUG, b"# Two\n", "a.md", pinned).options.anchors == "pin"


def test_the_oldest_goes_when_there_is_no_room_and_a_giant_is_not_kept():
    shelf = Shelf(room_bytes=10)
    first = shelf.take_apart(PLUG, b"# One\n", "a.md", OPTIONS)
    shelf.take_apart(PLUG, b"# Two\n", "b.md", OPTIONS)
    assert shelf.take_apart(PLUG, b"# One\n", "a.md", OPTIONS) is not first
    giant = shelf.take_apart(PLUG, b"# A long heading\n", "c.md", OPTIONS)
    assert shelf.take_apart(PLUG, b"# A long heading\n", "c.md", OPTIONS) is not giant


def test_a_source_that_cannot_be_read_is_refused_every_time():
    shelf = Shelf()
    for _ in range(2):
        with pytest.raises(SourceInvalidEncoding):
            shelf.take_apart(PLUG, b"\xe9", "a.md", OPTIONS)


def test_threads_that_want_the_same_get_the_same():
    shelf = Shelf()
    with ThreadPoolExecutor(8) as pool:
        made = list(
            pool.map(lambda _: shelf.take_apart(PLUG, b"# One\n", "a.md", OPTIONS), range(32))
        )
    assert {id(document) for document in made} == {id(made[0])}


def test_a_plan_of_two_locales_reads_each_source_once(tmp_path, settings, monkeypatch):
    root = plant(tmp_path, {"docs/a.md": PAGE, "docs/b.md": PAGE}, L10N.replace("[fr]", "[fr, de]"))
    asked = []
    real = type(PLUG).extract

    def count(self, source, options):
        asked.append(options.path)
        return real(self, source, options)

    monkeypatch.setattr(type(PLUG), "extract", count)
    settings = isolate(root, settings)
    assert len(plan_folder(open_place(root, settings), {}).rows) == 4
    assert asked == ["docs/a.md", "docs/b.md"]
