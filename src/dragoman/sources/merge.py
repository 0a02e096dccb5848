"""The git merge driver's logic for lock files."""

from __future__ import annotations

from collections.abc import Mapping

from dragoman.sources.lock_file import Lock, LockedUnit, dump_lock, parse_lock

_RANK = {"human": 0, "memory": 1, "machine": 2}


def merge_locks(base: bytes, ours: bytes, theirs: bytes) -> bytes:
    """The lock both sides agree on, recomputed unit by unit; the same whichever side is ours.

    A unit that one side dropped and the other left alone is dropped; of two different records the
    human's wins, then that of the side that changed it, then the smaller. What the merged target
    really holds is found out at the next plan, which aligns it by these hashes.
    Raises: ConfigurationError when a side is not a lock.
    """
    ancestor = parse_lock(base, "base") if base.strip() else None
    sides = [parse_lock(ours, "ours"), parse_lock(theirs, "theirs")]
    sides.sort(key=dump_lock)
    first, second = sides
    before = _by_key(ancestor)
    one, two = _by_key(first), _by_key(second)
    units = [
        merged
        for key in _merge_order(first, second)
        if (merged := _merge_unit(before.get(key), one.get(key), two.get(key))) is not None
    ]
    return dump_lock(_merge_head(ancestor, first, second, tuple(units)))


def _merge_unit(
    before: LockedUnit | None, one: LockedUnit | None, two: LockedUnit | None
) -> LockedUnit | None:
    if two in (one, before):
        return one
    if one == before:
        return two
    present = [side for side in (one, two) if side is not None]
    return min(present, key=lambda unit: (_RANK[unit.origin], unit))


def _merge_order(first: Lock, second: Lock) -> list[str]:
    """All keys: the first lock's order, each key of the second alone after its predecessor."""
    known = {unit.key for unit in first.units}
    followers: dict[str, list[str]] = {}
    before = ""
    for unit in second.units:
        if unit.key in known:
            before = unit.key
        else:
            followers.setdefault(before, []).append(unit.key)
    order = followers.get("", [])
    for unit in first.units:
        order += [unit.key, *followers.get(unit.key, [])]
    return order


def _merge_head(
    ancestor: Lock | None, first: Lock, second: Lock, units: tuple[LockedUnit, ...]
) -> Lock:
    def pick(name: str) -> str:
        one, two = getattr(first, name), getattr(second, name)
        before = getattr(ancestor, name) if ancestor else None
        return str(two if one == before else one)

    return Lock(pick("source_hash"), pick("output"), pick("settings"), pick("skeleton"), units)


def _by_key(lock: Lock | None) -> Mapping[str, LockedUnit]:
    return {unit.key: unit for unit in lock.units} if lock else {}
