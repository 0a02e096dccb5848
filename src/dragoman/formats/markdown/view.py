"""What the CommonMark parser is given to read, and the exact way back to the source.

A view is the source with everything that CommonMark does not know removed or replaced: a construct
inside a line (JSX tag, expression, shortcode, role) is one placeholder character, an atom; a line
that is not Markdown at all (directive fence, import, front matter, flow tag) is left out or blank;
the indentation of a body that is Markdown nevertheless is taken away. Text may be inserted (a blank
line between a callout's title and its body). Offsets are bytes everywhere.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from dragoman.model.document import Span

MARK = "⁂"
"""The placeholder: rare, and punctuation, so that emphasis beside it opens and closes as beside
the `{` and `<` it stands for. A source that holds it itself gets an atom for each occurrence."""


class Atom(NamedTuple):
    """What one placeholder stands for.

    `role` is `opaque`, `open` or `close`; an open and a close of the same `name` make one pair. The
    scanner does not look for partners: one that stays alone, or crosses another, is opaque.
    """

    role: str
    name: str
    span: Span


class Extra(NamedTuple):
    """A text the parser will not find: an attribute, a front matter value, a directive's title.

    `span` covers exactly the bytes that a translation replaces; `codec` names how they are written
    (see values.py). An extra inside a paragraph's payload becomes a nested unit.
    """

    kind: str
    span: Span
    text: str
    codec: str


@dataclass(frozen=True, slots=True)
class View:
    """`data` for the parser, and the way back.

    `starts[i]` is where piece i begins in `data`, `origins[i]` where in the source, `lengths[i]`
    how many bytes of the source it shows unchanged (0 = inserted). All three are empty when the
    view is the source itself, from `base` on (behind a byte order mark and front matter).
    """

    data: bytes
    base: int = 0
    starts: tuple[int, ...] = ()
    origins: tuple[int, ...] = ()
    lengths: tuple[int, ...] = ()
    atoms: Mapping[int, Atom] = field(default_factory=dict)
    extras: tuple[Extra, ...] = ()

    def source_of(self, offset: int) -> int:
        """The source offset of the byte shown at `offset`.

        An inserted byte stands where the bytes it replaces begin, or the next shown one does.

        >>> View(b"abc", base=3).source_of(1)
        4
        """
        if not self.starts:
            return offset + self.base
        piece = bisect_right(self.starts, offset) - 1
        return self.origins[piece] + min(offset - self.starts[piece], self.lengths[piece])
