from __future__ import annotations

from dragoman.db.connect import Database
from dragoman.translation.checkpoints import Checkpoints, hash_scope
from tests.translation.works import make_work


async def test_texts_come_back_by_scope_and_the_newer_wins(database: Database):
    checkpoints = Checkpoints(database)
    await checkpoints.store({"a": "eins", "b": "zwei"}, "pseudo")
    await checkpoints.store({"b": "drei"}, "pseudo")
    assert await checkpoints.find(["a", "b", "c"]) == {"a": "eins", "b": "drei"}
    assert await checkpoints.find([]) == {}


async def test_a_checkpoint_lasts_seven_days(database: Database):
    await Checkpoints(database).store({"a": "eins"}, "pseudo")
    [row] = await database.fetch(
        "SELECT (expires_at - created_at)::text AS lifetime FROM dragoman.checkpoint"
    )
    assert row["lifetime"] == "7 days"


def test_equal_units_have_one_scope_and_each_repair_its_own():
    work = make_work("Same.\n\nSame.\n")
    one, two = work.document.units
    assert hash_scope(work, one, 0) == hash_scope(work, two, 0)
    assert len({hash_scope(work, one, repair) for repair in range(4)}) == 4


def test_the_surrounding_document_is_no_part_of_the_scope():
    alone, among = make_work("Same.\n"), make_work("Before.\n\nSame.\n")
    assert hash_scope(alone, alone.document.units[0], 0) == hash_scope(
        among, among.document.units[1], 0
    )
