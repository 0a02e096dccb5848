"""What several checks read in a text: tags, and what stays the same in every language."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

TAG = re.compile(r"</?g[0-9]+/?>")
"""A numbered tag as units show it."""

_IN_URL = r"[!#$%&'()*+,\-./0-9:;=?@A-Z_a-z~\[\]]"
URL = re.compile(
    rf"(?<![A-Za-z0-9])https?://{_IN_URL}*{_IN_URL}(?<![.,;:!?)\]*_~'])",
    re.IGNORECASE,
)
"""A bare URL of ASCII without the punctuation around it: full-width text may follow at once."""

_LETTERS = re.compile(r"[^\W\d_]+")


def strip_markup(text: str) -> str:
    """`text` without tags and URLs, a blank for each.

    >>> strip_markup("See <g1>this</g1> at https://example.org/a.")
    'See  this  at  .'
    """
    return URL.sub(" ", TAG.sub(" ", text))


def list_words(text: str) -> list[str]:
    """The runs of letters in `text`, tags and URLs left out.

    >>> list_words("Press <g1/> twice, s'il vous plaît")
    ['Press', 'twice', 's', 'il', 'vous', 'plaît']
    """
    return _LETTERS.findall(strip_markup(text))


def compare_counts(source: Iterable[str], target: Iterable[str]) -> str:
    """What `target` lacks and what it has too much, as a sentence; "" when they hold the same.

    >>> compare_counts(["%s", "%d"], ["%s", "%s"])
    '%d is missing; %s is not in the source that often'
    """
    wanted, found = Counter(source), Counter(target)
    parts = [f"{item} is missing" for item in wanted - found]
    parts += [
        f"{item} is not in the source" + (" that often" if item in wanted else "")
        for item in found - wanted
    ]
    return "; ".join(parts)
