"""The inline constructs of one paragraph: found in one pass, code spans and escapes respected."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache

from dragoman.formats.markdown.scanner.walk import Walk

_TICK, _BRACE = 0x60, 0x7B
_TICKS = re.compile(rb"`+")


@lru_cache(maxsize=64)
def _find_closer(length: int) -> re.Pattern[bytes]:
    return re.compile(rb"(?<!`)`{%d}(?!`)" % length)


Construct = Callable[["Run", int], int]
"""Takes the offset of a construct's first byte; returns the offset behind it, 0 if it is none."""


class Run:
    """A stretch of inline text: one paragraph, heading, cell row or title."""

    def __init__(self, walk: Walk, start: int, end: int) -> None:
        """Takes the walk it belongs to and its bounds, container marks of its lines included."""
        self.walk = walk
        self.source = walk.source
        self.start = start
        self.end = end
        self.last_brace = walk.source.rfind(b"}", start, end)
        """Where the last closing brace stands: nothing in braces begins behind it."""
        self._hopeless: set[int] = set()

    def mark(self, start: int, end: int, role: str, name: str) -> None:
        """Puts a placeholder for `source[start:end]`."""
        self.walk.edits.mark(start, end, role, name)

    def find_code_end(self, at: int) -> int:
        """The offset behind the code span whose back quotes begin at `at`, 0 if none ends it."""
        opener = _TICKS.match(self.source, at, self.end)
        if opener is None:
            return 0
        length = opener.end() - at
        if length in self._hopeless:
            return 0
        closer = _find_closer(length).search(self.source, opener.end(), self.end)
        if closer is None:
            self._hopeless.add(length)
            return 0
        return closer.end()

    def skip_ticks(self, at: int) -> int:
        """The offset behind the code span at `at`, or behind its back quotes if it is none."""
        end = self.find_code_end(at)
        if end:
            return end
        opener = _TICKS.match(self.source, at, self.end)
        return opener.end() if opener else at + 1


def make_scanner(
    patterns: list[bytes], constructs: Mapping[int, tuple[Construct, ...]]
) -> Callable[[Walk, int, int], None]:
    """What searches a run: `patterns` find first bytes, `constructs` by first byte read on.

    Behind the last closing brace of a run no opening one is looked for: twenty thousand of them
    cost one step.
    """
    pattern = re.compile(b"|".join(patterns))
    rest = [entry for entry in patterns if not entry.startswith(rb"\{")]
    braceless = re.compile(b"|".join(rest))

    def scan_run(walk: Walk, start: int, end: int) -> None:
        source = walk.source
        hit = pattern.search(source, start, end)
        if hit is None:
            return
        run = Run(walk, start, end)
        last_brace = run.last_brace
        search = pattern.search
        while hit:
            at = hit.start()
            sign = source[at]
            behind = 0
            if at >= last_brace:
                search = braceless.search
            if sign == _TICK:
                behind = run.skip_ticks(at)
            elif sign != _BRACE or at < last_brace:
                for construct in constructs.get(sign, ()):
                    behind = construct(run, at)
                    if behind:
                        break
            hit = search(source, behind or hit.end(), end)

    return scan_run
