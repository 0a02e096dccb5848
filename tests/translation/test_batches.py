from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from dragoman.model.document import Span, Unit
from dragoman.translation.batches import Batch, Group, group_units, pack_batches, split_batch


def make_groups(sizes: list[int]) -> list[Group]:
    units = [Unit(str(at), "p", "x" * size, Span(0, 0), "") for at, size in enumerate(sizes)]
    return [Group((unit,)) for unit in units]


@given(st.lists(st.integers(1, 50), max_size=400), st.integers(1, 200))
def test_batches_hold_every_group_once_in_order_within_the_budget(sizes: list[int], limit: int):
    batches = pack_batches(make_groups(sizes), limit)
    packed = [[len(group.lead.text) for group in batch.groups] for batch in batches]
    assert [size for batch in packed for size in batch] == sizes
    assert all(len(batch) == 1 or sum(batch) <= limit for batch in packed)
    assert all(0 < len(batch) <= 150 for batch in packed)


def test_two_batches_are_about_equal():
    packed = pack_batches(make_groups([100] * 9), 800)
    assert [len(batch.groups) for batch in packed] == [5, 4]


def test_equal_kind_and_text_are_one_group():
    first, second, third = (
        Unit(key, kind, "x", Span(0, 0), "") for key, kind in ("ap", "bp", "ch")
    )
    assert group_units([first, third, second]) == [Group((first, second)), Group((third,))]


def test_halves_hold_the_whole():
    groups = tuple(make_groups([1, 2, 3]))
    first, second = split_batch(Batch(groups))
    assert first.groups + second.groups == groups
    assert first.groups
    assert second.groups
