"""How much of a request a provider's prompt cache would have known."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import deque

WINDOW_SECONDS = 300.0
FLOOR_BYTES = 4_096
"""*Source:* issue 2, must show 9: the longest byte prefix, from 4,096 bytes, of five minutes."""

KEPT_BYTES = 256_000_000
"""Bodies kept at most; the oldest go first."""


class RecentBodies:
    """The bodies of the last five minutes, sorted: the longest shared prefix is a neighbour's."""

    def __init__(self, window_seconds: float = WINDOW_SECONDS) -> None:
        self._window = window_seconds
        self._sorted: list[bytes] = []
        self._ages: deque[tuple[float, bytes]] = deque()
        self._bytes = 0

    def measure(self, body: bytes, now: float) -> int:
        """Bytes at the start of `body` that a body of the window had too; 0 below the floor."""
        self._forget(now - self._window)
        at = bisect_left(self._sorted, body)
        near = self._sorted[max(0, at - 1) : at + 1]
        shared = max((count_shared(body, other) for other in near), default=0)
        return shared if shared >= FLOOR_BYTES else 0

    def add(self, body: bytes, now: float) -> None:
        """Remembers `body` from `now` on."""
        insort(self._sorted, body)
        self._ages.append((now, body))
        self._bytes += len(body)
        while self._bytes > KEPT_BYTES and len(self._ages) > 1:
            self._drop_oldest()

    def _forget(self, before: float) -> None:
        while self._ages and self._ages[0][0] < before:
            self._drop_oldest()

    def _drop_oldest(self) -> None:
        _, body = self._ages.popleft()
        del self._sorted[bisect_left(self._sorted, body)]
        self._bytes -= len(body)


def count_shared(one: bytes, other: bytes) -> int:
    """Length of the longest common prefix.

    >>> count_shared(b"abcd", b"abxd"), count_shared(b"ab", b"abc"), count_shared(b"", b"a")
    (2, 2, 0)
    """
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
