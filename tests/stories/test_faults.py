"""A thousand answers, half of them spoiled, over real HTTP: nothing invalid is ever written."""

from __future__ import annotations

import io
import itertools
import json
import re
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
import structlog

from benchmarks.generate import generate_files
from dragoman import errors
from dragoman.db.connect import open_database
from dragoman.logs import configure_logs
from dragoman.model.document import FormatOptions
from dragoman.model.exchange import Usage
from dragoman.providers.calls import open_calls
from dragoman.providers.model import Model
from dragoman.providers.models import open_provider
from dragoman.runs.desk import Desk, Orders, StopSign
from dragoman.runs.list_units import list_units
from dragoman.runs.translate_folder import translate_folder
from dragoman.runs.verify_pair import verify_files
from dragoman.translation.candidate import REJECTION_CODES
from dragoman.translation.checkpoints import Checkpoints
from tests.conftest import delete_rows
from tests.provider_server import SPOILERS, ServerOptions, run_provider
from tests.provider_server.script import RANDOM_WIRE
from tests.provider_server.words import MARK
from tests.runs.places import isolate, open_place, put

pytestmark = pytest.mark.story

REPLIES = 1_000
LARGEST_BYTES = 1_000_000
KEY = "key-that-nobody-may-see"
CONFIG = """---
model: faulty
sources:
  "docs/**/*.md": "i18n/{locale}/{relpath}"
  "docs/**/*.mdx": "i18n/{locale}/{relpath}"
targets: [fr, de, ja]
---
Guidance that stays between us and the model.
"""
CODES = REJECTION_CODES | {name for name in vars(errors) if name[0].isupper()} | {"InternalError"}
STRANGERS = re.compile(
    r"</?g\d+/?>|zzz|stranger|hope this helps|[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]"
)
"""What only a spoiled answer could have brought into a target."""


class TurningClock:
    """A clock that a sleep turns on at once."""

    def __init__(self) -> None:
        self._passed = timedelta()

    def now(self) -> datetime:
        return datetime(2026, 1, 1, tzinfo=UTC) + self._passed

    def monotonic(self) -> float:
        return self._passed.total_seconds()

    async def sleep(self, duration: timedelta) -> None:
        self._passed += duration


class OneDesk:
    """An office with one model, paced in memory by a clock that needs no time."""

    def __init__(self, model, database) -> None:
        self._model = model
        self._database = database
        self.calls = open_calls(model, open_provider(model), None, TurningClock())

    def canonical_name(self, _model):
        return self._model.name

    async def desk_for(self, _model):
        model = self._model
        return Desk(model.name, model.credential_id, self.calls.ask, Checkpoints(self._database))

    def sent_units(self):
        return self.calls.units

    def usage(self):
        return Usage()

    def cost(self):
        return 0.0, ""


@pytest.fixture
def debug_log():
    """Everything the program logs, as one text."""
    lines = io.StringIO()
    configure_logs("debug")
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(file=lines))
    yield lines
    structlog.reset_defaults()


def list_pairs(text):
    """Every two words that follow one another: no fixed phrase of a log holds any of them."""
    words = re.findall(r"[^\W\d_]{4,}", text.lower())
    return {f"{one} {other}" for one, other in itertools.pairwise(words)}


async def run_thrice(root, settings, office):
    """The outcomes of three runs: what failed in one is begun again by the next."""
    outcomes = []
    for _ in range(3):
        folder = open_place(root, settings)
        orders = Orders(environment={})
        await translate_folder(folder, orders, office, StopSign(), outcomes.append)
    return outcomes


def check_replies(seen):
    """Enough answers, spoiled in every way there is."""
    assert len(seen) >= REPLIES
    faults = Counter(one.fault for one in seen)
    assert faults.keys() == {"", *SPOILERS, *RANDOM_WIRE}
    assert faults[""] < 0.6 * len(seen)


def check_targets(root, outcomes):
    """How many targets there are: each proven, said to be written, and without trace of a fault."""
    written = {one.target: one for one in outcomes if one.state == "written"}
    found = {
        path.relative_to(root).as_posix() for path in (root / "i18n").rglob("*") if path.is_file()
    }
    assert found == written.keys()
    for target, outcome in written.items():
        options = FormatOptions(path=outcome.path)
        source = root / outcome.path
        units = list_units(source, options, LARGEST_BYTES).units
        assert verify_files(source, root / target, options, LARGEST_BYTES) == len(units)
        assert STRANGERS.search((root / target).read_text("utf-8")) is None
    return len(found)


def check_log(log, root, seen):
    """Lines with codes from the lists; no words of sources, answers, prompt, and no key."""
    lines = [json.loads(line) for line in log.splitlines()]
    assert len(lines) > REPLIES / 4
    assert {line["code"] for line in lines if "code" in line} <= CODES
    assert KEY not in log
    assert MARK not in log
    said = list_pairs(log)
    assert "unit refused" in said
    pages = [path for path in root.glob("*/**/*.md*") if path.is_file() and ".md" in path.suffix]
    assert len(pages) > 36
    for content in (seen[0].body.decode(), *(path.read_text("utf-8") for path in pages)):
        assert not said & list_pairs(content)


async def test_nothing_invalid_is_written_and_nothing_said_is_logged(settings, tmp_path, debug_log):
    root = tmp_path / "repository"
    put(root, "L10N.md", CONFIG)
    generate_files(root / "docs", 36, seed=3)
    settings = replace(isolate(root, settings), batch_bytes=1_200, concurrency=8)
    database = await open_database(settings)
    options = ServerOptions(random_faults=0.5, seed=11, keep_bodies=True)
    with run_provider(options) as server:
        model = Model(
            "faulty", "openai", "m", server.openai_url, "c", KEY, timeout=timedelta(seconds=20)
        )
        office = OneDesk(model, database)
        outcomes = await run_thrice(root, settings, office)
        await office.calls.close()
        seen = server.settle()
    await database.close()
    delete_rows(settings.database_url)
    check_replies(seen)
    written = check_targets(root, outcomes)
    assert written > 0
    check_log(debug_log.getvalue(), root, seen)
    assert {one.code for one in outcomes if one.state == "failed"} <= CODES
