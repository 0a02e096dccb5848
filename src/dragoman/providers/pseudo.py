"""The pseudo-locale: accented, lengthened text that nobody takes for a translation."""

from __future__ import annotations

import re
from typing import Final

from dragoman.model.exchange import Reply, Request, Usage
from dragoman.providers.contract import write_units
from dragoman.providers.model import Model

_ACCENTED: Final = str.maketrans(
    "aAcCdDeEgGhHiIjJkKlLnNoOrRsStTuUwWyYzZ",
    "áÁçÇđĐéÉğĞĥĤîÎĵĴķĶļĻñÑôÔŕŔšŠţŢûÛŵŴýÝžŽ",
)
_VOWEL: Final = re.compile(r"[áéîôûý]", re.IGNORECASE)
_KEPT: Final = re.compile(
    r"</?[a-zA-Z][^<>]*>|&[#\w]+;|\$?\{[^{}]*\}|%\([^()]*\)[#0\- +]*\d*\.?\d*[a-zA-Z]"
    r"|%(?:\d+\$)?[#0\-+]*\d*(?:\.\d+)?(?:hh?|ll?|[zjt])?[sdifuxXcoeEgG@]|\b(?:https?|mailto):[^\s<>]+"
)
"""What a translation keeps as it is: tags, entities, placeholders, addresses."""


class PseudoProvider:
    """Answers at once, always the same for the same text, without leaving the process."""

    async def translate(self, request: Request) -> Reply:
        """Every unit accented and lengthened."""
        pairs = [(unit.id, accent_text(unit.text)) for unit in request.units]
        return Reply(write_units(pairs), Usage(requests=1))

    async def close(self) -> None:
        """Nothing to release."""


def open_pseudo(_model: Model) -> PseudoProvider:
    """The pseudo-locale provider."""
    return PseudoProvider()


def accent_text(text: str) -> str:
    """`text` with accented letters and doubled vowels outside tags, placeholders and addresses.

    >>> accent_text("Open <g1>the {name}</g1>")
    'Ôôpééñ <g1>ţĥéé {name}</g1>'
    """
    pieces, at = [], 0
    for kept in _KEPT.finditer(text):
        pieces += [_accent(text[at : kept.start()]), kept[0]]
        at = kept.end()
    return "".join(pieces) + _accent(text[at:])


def _accent(plain: str) -> str:
    return _VOWEL.sub(lambda vowel: vowel[0] + vowel[0].lower(), plain.translate(_ACCENTED))
