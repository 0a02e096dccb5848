"""Lock files made anew from what stands on the disk."""

from __future__ import annotations

import pytest

from dragoman.errors import RepositoryBusy
from dragoman.runs.hold_repository import hold_repository
from dragoman.runs.repair_locks import repair_locks
from dragoman.sources.lock import lock_path, read_lock
from tests.runs.places import edit, open_place, plant, put, translate

pytestmark = pytest.mark.usefixtures("empty_database")

TARGET = "i18n/fr/page.md"


def find_lock(root):
    return lock_path(root, "docs/page.md", "fr")


async def test_a_lost_lock_is_rebuilt_and_nothing_is_sent(tmp_path, settings):
    await translate(plant(tmp_path), settings)
    find_lock(tmp_path).unlink()
    (outcome,) = repair_locks(open_place(tmp_path))
    assert (outcome.state, outcome.units) == ("written", 3)
    assert {unit.origin for unit in read_lock(find_lock(tmp_path)).units} == {"human"}
    assert (await translate(tmp_path, settings)).sent == 0


async def test_a_lock_with_conflict_markers_is_rebuilt(tmp_path, settings):
    await translate(plant(tmp_path), settings)
    put(tmp_path, ".dragoman/docs/page.md/fr.lock", "<<<<<<< ours\n{}\n=======\n>>>>>>> theirs\n")
    (outcome,) = repair_locks(open_place(tmp_path))
    assert outcome.state == "written"
    assert (await translate(tmp_path, settings)).sent == 0


async def test_a_good_lock_is_left_as_it_is(tmp_path, settings):
    await translate(plant(tmp_path), settings)
    before = find_lock(tmp_path).read_bytes()
    repair_locks(open_place(tmp_path))
    origins = [unit.origin for unit in read_lock(find_lock(tmp_path)).units]
    assert origins == ["machine"] * 3
    assert len(find_lock(tmp_path).read_bytes()) == len(before)


async def test_a_pair_of_another_shape_is_reported(tmp_path, settings):
    await translate(plant(tmp_path), settings)
    edit(tmp_path, TARGET, "# ", "- ")
    (outcome,) = repair_locks(open_place(tmp_path))
    assert (outcome.state, outcome.code) == ("failed", "StructureDiffers")
    assert TARGET in outcome.message


def test_without_a_target_there_is_nothing_to_repair(tmp_path):
    assert repair_locks(open_place(plant(tmp_path))) == []


def test_a_busy_repository_is_left_alone(tmp_path):
    plant(tmp_path)
    with hold_repository(tmp_path), pytest.raises(RepositoryBusy):
        repair_locks(open_place(tmp_path))
