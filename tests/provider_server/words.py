"""The server's "language": every word marked, so that a test can recompute and take back."""

from __future__ import annotations

import re
from collections.abc import Callable

MARK = "ł"
"""Stands behind every translated word. A letter, the same in every locale."""

_KEPT = re.compile(
    r"</?g[0-9]+/?>|</?[A-Za-z][^<>]*>|&[#\w]+;|\{\{[^{}]*\}\}|\$?\{[^{}]*\}"
    r"|%\([^()]*\)[-#0+ ]*[\d.]*[A-Za-z]|%(?:\d+\$)?[-#0+]*\d*(?:\.\d+)?[A-Za-z@]"
    r"|\b(?:https?|mailto|ftp):[^\s<>]+|:[a-z0-9_+-]+:"
)
"""Tags, markup that stands in the text, entities, placeholders, addresses, emoji names."""

_WORD = re.compile(r"[^\W\d_](?:[^\W\d_]|[\u0300-\u036f])*")


def expected_translation(text: str) -> str:
    """What the server answers for `text`.

    >>> expected_translation("Open <g1>the {name}</g1> 2 times")
    'Openł <g1>theł {name}</g1> 2 timesł'
    """
    return _change_words(text, lambda word: word[0] + MARK)


def invert_translation(text: str) -> str:
    """The source of a text that the server answered.

    >>> invert_translation(expected_translation("Señor <g1/> lół %(n)d"))
    'Señor <g1/> lół %(n)d'
    """
    return _change_words(text, lambda word: word[0].removesuffix(MARK))


def _change_words(text: str, change: Callable[[re.Match[str]], str]) -> str:
    pieces, at = [], 0
    for kept in _KEPT.finditer(text):
        pieces += [_WORD.sub(change, text[at : kept.start()]), kept[0]]
        at = kept.end()
    return "".join(pieces) + _WORD.sub(change, text[at:])
