"""Units packed into requests."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from dragoman.model.document import Unit

UNIT_LIMIT = 150
"""Units in one request; models lose count in longer lists."""


class Group(NamedTuple):
    """Units of one kind with one text: asked once, written everywhere."""

    units: tuple[Unit, ...]

    @property
    def lead(self) -> Unit:
        """The unit that is sent."""
        return self.units[0]


class Batch(NamedTuple):
    """What one request asks for.

    `repair` is the number of the repair, 0 for the first time; a repair asks for one group, with
    the `reason`.
    """

    groups: tuple[Group, ...]
    repair: int = 0
    code: str = ""
    reason: str = ""


def group_units(units: Iterable[Unit]) -> list[Group]:
    """The units with equal kind and text together, in the order of their first."""
    found: dict[tuple[str, str], list[Unit]] = {}
    for unit in units:
        found.setdefault((unit.kind, unit.text), []).append(unit)
    return [Group(tuple(members)) for members in found.values()]


def pack_batches(groups: Sequence[Group], batch_bytes: int) -> list[Batch]:
    """The groups in order, in as few requests of about equal size as they need.

    A request holds at most `batch_bytes` of text; a longer unit goes alone.
    """
    sizes = [len(group.lead.text.encode()) for group in groups]
    share = -(-sum(sizes) // max(1, -(-sum(sizes) // batch_bytes)))
    batches: list[Batch] = []
    packed: list[Group] = []
    filled = 0
    for group, size in zip(groups, sizes, strict=True):
        is_over = filled + size > batch_bytes or filled >= share or len(packed) == UNIT_LIMIT
        if packed and is_over:
            batches.append(Batch(tuple(packed)))
            packed, filled = [], 0
        packed.append(group)
        filled += size
    return [*batches, Batch(tuple(packed))] if packed else batches


def split_batch(batch: Batch) -> tuple[Batch, Batch]:
    """The two halves of a batch of at least two groups."""
    middle = len(batch.groups) // 2
    return Batch(batch.groups[:middle]), Batch(batch.groups[middle:])
