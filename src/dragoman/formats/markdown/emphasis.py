"""Whether emphasis still opens and closes where a translation puts it, and the repair if not."""

from __future__ import annotations

from unicodedata import category, east_asian_width

ELEMENTS = {"*": "em", "_": "em", "**": "strong", "__": "strong", "~": "del", "~~": "del"}
"""The element that stands for a delimiter."""

_BRACKETS = {"「": "」", "『": "』", "（": "）", "【": "】", "《": "》", "〈": "〉", "〔": "〕",
             "“": "”", "‘": "’", "［": "］", "｛": "｝", "(": ")", '"': '"'}  # fmt: skip


def is_closing(delimiter: str, inner: tuple[str, str], outer: tuple[str, str]) -> bool:
    """Whether a pair of delimiters opens and closes between its neighbours.

    Takes the first and last character inside and those outside ("" at a line's edge).

    >>> is_closing("**", ("注", "："), ("", "こ")), is_closing("**", ("注", "意"), ("", "："))
    (False, True)

    Source: CommonMark 0.31.2, left- and right-flanking delimiter runs.
    """
    opens_left, opens_right = _flank(outer[0], inner[0])
    ends_left, ends_right = _flank(inner[1], outer[1])
    if delimiter[0] == "_":
        can_open = opens_left and (not opens_right or _is_punctuation(outer[0]))
        return can_open and ends_right and (not ends_left or _is_punctuation(outer[1]))
    return opens_left and ends_right


def _flank(before: str, after: str) -> tuple[bool, bool]:
    """Whether a run between two characters is left-flanking, and right-flanking."""
    blank_before = not before or before.isspace()
    blank_after = not after or after.isspace()
    mark_before = _is_punctuation(before)
    mark_after = _is_punctuation(after)
    left = not blank_after and (not mark_after or blank_before or mark_before)
    right = not blank_before and (not mark_before or blank_after or mark_after)
    return left, right


def _is_punctuation(sign: str) -> bool:
    return bool(sign) and category(sign)[0] in "PS"


def move_edges(text: str, number: int) -> str:
    """`text` with full-width punctuation at the edges of wrapper `number` moved out of it.

    A closing mark moves alone; brackets move only as a pair. Unchanged when nothing can move.

    >>> move_edges("<g1>注意：</g1>これ", 1)
    '<g1>注意</g1>：これ'
    >>> move_edges("は<g1>「語」</g1>と", 1)
    'は「<g1>語</g1>」と'
    """
    opener, closer = f"<g{number}>", f"</g{number}>"
    before, _, rest = text.partition(opener)
    inner, _, after = rest.partition(closer)
    front = back = ""
    while len(inner) > 2 and _BRACKETS.get(inner[0]) == inner[-1] and _is_wide(inner[0]):
        if inner[0] in inner[1:-1] or inner[-1] in inner[1:-1]:
            break
        front += inner[0]
        back = inner[-1] + back
        inner = inner[1:-1]
    while len(inner) > 1 and _is_wide(inner[-1]) and category(inner[-1]) == "Po":
        back = inner[-1] + back
        inner = inner[:-1]
    return f"{before}{front}{opener}{inner}{closer}{back}{after}"


def _is_wide(sign: str) -> bool:
    return east_asian_width(sign) in "WFA" and _is_punctuation(sign)
