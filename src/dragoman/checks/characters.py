"""Characters that no translator writes on purpose: traces of a broken encoding or of a terminal."""

from __future__ import annotations

import unicodedata

from dragoman.model.finding import PairedUnit


def find_stray_characters(unit: PairedUnit) -> str:
    r"""The fault of a target with replacement, control or byte order marks that its source lacks.

    >>> find_stray_characters(PairedUnit("k", "p", "Café", "Caf\ufffd", 1))
    'stray character U+FFFD'
    """
    stray = sorted({sign for sign in unit.target if _is_stray(sign)} - set(unit.source))
    return f"stray character {', '.join(f'U+{ord(sign):04X}' for sign in stray)}" if stray else ""


def _is_stray(sign: str) -> bool:
    """Whether `sign` has no place in prose. Joiners and direction marks have, in many scripts."""
    if sign in "\ufffd\ufeff":
        return True
    return unicodedata.category(sign) in {"Cc", "Cs", "Cn", "Co"} and sign not in "\t\n\r"
