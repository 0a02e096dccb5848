"""The shared row: the statement does what the state machine does, for all processes together."""

from __future__ import annotations

import asyncio
from dataclasses import asdict, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from dragoman.clock import SystemClock
from dragoman.db.connect import open_database
from dragoman.db.named_sql import load_statements
from dragoman.model.exchange import PaceHint
from dragoman.providers import pace_row, pacing
from dragoman.providers.model import Limits
from dragoman.providers.pace_row import RowPace, sweep_paces

STATEMENTS = load_statements(Path(pace_row.__file__).with_suffix(".sql"))
KEY = {"credential_id": "openai https://example.org OPENAI_API_KEY", "model": "m"}
EPOCH = datetime(2026, 1, 1, tzinfo=UTC).timestamp()
FAST = Limits(requests_per_minute=60_000)


def make_pace(**changes):
    return replace(pacing.open_pace(EPOCH, Limits()), **changes)


async def put_row(database, pace):
    """Makes the row say `pace`."""
    fresh = pacing.open_pace(0.0, Limits())
    values = {"rate": fresh.rate, "cap": fresh.cap, "phase": fresh.phase}
    await database.execute(STATEMENTS["insert_pace"], **values, **KEY)
    await database.execute(STATEMENTS["update_pace"], **asdict(pace), **KEY)


async def ask_row(database, now, cost):
    """The pace, wait and admission that the statement gives at `now`."""
    at = datetime.fromtimestamp(now, UTC)
    rows = await database.fetch(
        STATEMENTS["admit_request"], cost=cost, now=at, **pace_row._NUMBERS, **KEY
    )
    return pace_row._read_pace(rows[0]), float(rows[0]["wait"]), rows[0]["admitted"]


def assert_same(one, other):
    for name, value in asdict(one).items():
        found = getattr(other, name)
        if isinstance(value, float):
            assert found == pytest.approx(value, rel=1e-9, abs=5e-6), name
        else:
            assert found == value, name


def is_edge(pace, now):
    """Whether a microsecond of the column decides whether the admission is hurried."""
    gap = max(pace.next_at, now) - (pace.last_at or 0.0)
    return abs(gap - pacing.HURRIED / pace.rate) < 1e-5


moments = st.floats(-20.0, 20.0).map(lambda seconds: EPOCH + round(seconds, 4))


@hypothesis_settings(
    max_examples=120,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    pace=st.builds(
        make_pace,
        next_at=moments,
        rate=st.floats(0.02, 200.0),
        cap=st.none() | st.floats(0.1, 100.0),
        phase=st.sampled_from(["start", "search", "reopen", "approach", "steady"]),
        last_cut_at=st.none() | moments,
        failures=st.integers(0, 4),
        granted=st.integers(0, 10_000),
        mark_at=st.none() | moments,
        changed_at=moments,
        last_at=st.none() | moments,
        trust=st.integers(-3, 3),
        mark_paused=st.floats(0.0, 50.0),
    ),
    now=moments,
    cost=st.floats(0.0, 60.0),
)
def test_the_statement_admits_as_the_state_machine_does(event_loop_of, pace, now, cost):
    database, run = event_loop_of

    async def compare():
        await put_row(database, pace)
        row, row_wait, admitted = await ask_row(database, now, cost)
        after, wait = pacing.admit(pace, now, cost)
        # A microsecond of the column decides nothing but at the very edge.
        if abs(wait - pacing.LEAD) > 1e-5:
            assert admitted is (wait <= pacing.LEAD)
            assert row_wait == pytest.approx(wait, abs=5e-6)
            if is_edge(pace, now):
                after, row = (replace(one, is_hurried=False) for one in (after, row))
            assert_same(after, row)

    run(compare())


@pytest.fixture
def event_loop_of(settings):
    """An open database and what runs a coroutine on its loop: hypothesis itself is not async."""
    with asyncio.Runner() as runner:
        database = runner.run(open_database(settings))
        yield database, runner.run
        runner.run(database.execute(STATEMENTS["sweep_paces"]))
        runner.run(database.close())


async def test_a_pace_survives_its_way_into_the_row_and_back(database):
    pace = make_pace(
        next_at=EPOCH + 1.25, rate=3.5, cap=9.8, phase="approach", last_cut_at=EPOCH - 1.0,
        limited_at=EPOCH - 0.5, failures=2, granted=77, mark_at=EPOCH - 3.0, mark_granted=5,
        mark_paused=0.75, goal=4.5, floor=3.25, changed_granted=70, last_at=EPOCH - 0.25,
        is_hurried=True, trust=-3,
    )  # fmt: skip
    await put_row(database, pace)
    row, wait, admitted = await ask_row(database, EPOCH, 0.0)
    assert_same(pace, row)
    assert (wait, admitted) == (1.25, False)


async def test_a_hundred_admissions_of_two_processes_on_one_row_keep_its_rate(database):
    limits = Limits(requests_per_minute=6000)  # 98 a second
    processes = [RowPace(database, ("c", "m"), limits, SystemClock()) for _ in range(2)]
    times = await asyncio.gather(*(processes[n % 2].admit(1.0) for n in range(100)))
    times.sort()
    # One spacing of lateness may be given back, however many are asked.
    assert times[-1] - times[0] >= 98 / 98 - 1e-4
    assert all(later - times[n] >= 8 / 98 - 1e-4 for n, later in enumerate(times[9:]))


async def test_what_one_process_learns_holds_for_the_other(database):
    one, other = (RowPace(database, ("c", "m"), FAST, SystemClock(), lambda: 0.0) for _ in "12")
    admitted_at = await one.admit(1.0)
    await one.note_limit(admitted_at, timedelta(seconds=0.2))
    assert await other.admit(1.0) >= admitted_at + 0.2


async def test_haste_ends_for_all_where_a_hurried_request_was_rejected(database):
    slow = Limits(requests_per_minute=600)
    one, other = (RowPace(database, ("c", "m"), slow, SystemClock(), lambda: 0.0) for _ in "12")
    await one.admit(1.0)
    async with database.transaction() as connection:
        await connection.execute(
            b"UPDATE dragoman.pacing SET next_at = clock_timestamp() - interval '0.09 seconds'"
        )
    late, hurried = await one.admit(1.0), await one.admit(1.0)
    assert hurried - late < 0.05
    await one.note_limit(hurried, None)
    rows = await database.fetch(STATEMENTS["lock_pace"], credential_id="c", model="m")
    assert rows[0]["trust"] <= 0
    assert rows[0]["failures"] == 0
    times = [await other.admit(1.0), await other.admit(1.0)]
    assert times[1] - times[0] >= 0.99 / pacing.open_pace(0.0, slow).rate


async def test_a_limit_that_a_reply_names_becomes_the_cap_of_the_row(database):
    pace = RowPace(database, ("c", "m"), Limits(), SystemClock())
    await pace.note_success(await pace.admit(1.0), PaceHint(per_minute=600))
    rows = await database.fetch(STATEMENTS["lock_pace"], credential_id="c", model="m")
    assert (rows[0]["cap"], rows[0]["rate"]) == (pytest.approx(9.8), pytest.approx(9.8))


async def test_an_answer_that_says_nothing_new_costs_no_statement(database):
    pace = RowPace(database, ("c", "m"), FAST, SystemClock())
    admitted_at = await pace.admit(1.0)
    await database.close()
    await pace.note_success(admitted_at, PaceHint())


async def test_an_overload_with_a_hint_postpones_the_row(database):
    pace = RowPace(database, ("c", "m"), FAST, SystemClock())
    first = await pace.admit(1.0)
    await pace.note_overload(None)
    await pace.note_overload(timedelta(seconds=0.15))
    assert await pace.admit(1.0) >= first + 0.15


async def test_whoever_begins_to_ask_sweeps_what_was_idle_for_a_day(database):
    await put_row(database, make_pace(rate=0.02, limited_at=EPOCH))
    async with database.transaction() as connection:
        await connection.execute(
            b"UPDATE dragoman.pacing SET used_at = clock_timestamp() - interval '25 hours'"
        )
    await RowPace(database, tuple(KEY.values()), Limits(), SystemClock()).admit(1.0)
    rows = await database.fetch(STATEMENTS["lock_pace"], **KEY)
    assert (rows[0]["rate"], rows[0]["limited_at"]) == (pacing.FIRST_RATE, None)


async def test_a_row_idle_for_a_day_is_swept_and_made_anew(database):
    pace = RowPace(database, ("c", "m"), FAST, SystemClock())
    await pace.admit(1.0)
    assert await sweep_paces(database) == 0
    await put_row(database, make_pace())
    async with database.transaction() as connection:
        await connection.execute(
            b"UPDATE dragoman.pacing SET used_at = used_at - interval '24 hours'"
            b" WHERE credential_id = 'c'"
        )
    assert await sweep_paces(database) == 1
    assert await pace.admit(1.0) > 0
