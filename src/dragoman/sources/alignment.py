"""Sequences laid side by side: a target's units beside its lock's, new keys beside old ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher


def align_hashes(known: Sequence[str], found: Sequence[str]) -> list[int | None]:
    """For each of the `known` target hashes the position of its unit among those `found`.

    Equal counts align by order, so that any number of edits in place is seen as just that.
    Otherwise equal hashes anchor the two and what lies between pairs up from the top.

    >>> align_hashes(["a", "b", "c"], ["a", "x", "c"])
    [0, 1, 2]
    >>> align_hashes(["a", "b", "c"], ["new", "a", "edited", "c"])
    [1, 2, 3]
    >>> align_hashes(["a", "b", "c"], ["a", "c"])
    [0, None, 1]
    """
    if len(known) == len(found):
        return list(range(len(known)))
    slots: list[int | None] = [None] * len(known)
    for code, start, end, at, to in _opcodes(known, found):
        if code in {"equal", "replace"}:
            for step in range(min(end - start, to - at)):
                slots[start + step] = at + step
    return slots


def find_changed(old: Sequence[str], new: Sequence[str]) -> set[str]:
    """The keys of `new` that stand where a key of `old` stood which is gone.

    >>> sorted(find_changed(["a", "b", "c"], ["a", "B", "c", "d"]))
    ['B']
    """
    kept_old, kept_new = set(new), set(old)
    changed: set[str] = set()
    for code, start, end, at, to in _opcodes(old, new):
        if code == "replace":
            gone = sum(key not in kept_old for key in old[start:end])
            fresh = [key for key in new[at:to] if key not in kept_new]
            changed.update(fresh[:gone])
    return changed


def _opcodes(old: Sequence[str], new: Sequence[str]) -> Iterable[tuple[str, int, int, int, int]]:
    return SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
