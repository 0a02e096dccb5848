"""Text written so that nothing in it is read as markup."""

from __future__ import annotations

import re
from dataclasses import dataclass

from dragoman.formats.markdown.flavours import Flavour

_SIGNIFICANT = re.compile(
    r"[\\`*\[\]<|~${}#^⁂]"
    r"|_"
    r"|&(?=#?[A-Za-z0-9]+;)"
    r"|!(?=\[|$)"
    r"|%(?=[%{}])|(?<=[%{])%"
    r"|:(?=//)"
    r"|:(?=[^\s:]|:)|(?<=:):"
    r"|(?<=[Ww][Ww][Ww])\."
    r"|[\x01-\x1f\ufeff]"
)
"""What is markup somewhere in one of the flavours, with the neighbours that make it so."""

_LEADING = re.compile(r"[-+=>:!/?%(.\"']|[0-9]{1,9}(?=[.)])")
_STATEMENT = re.compile(r"import\b|export\b")
_AFTER_TAG = frozenset("([{:=!-")
_URL_END = re.compile(r"(?:^|[^(<\w])(?:(?:https?|ftp)://|www\.)[^\s<>`]*$")
_ESCAPED_BRACKET = re.compile(r"\\([\[\]|])")
_ESCAPED_BRACE = re.compile(r"\\([{}])")
_SUSPICIOUS = re.compile(
    r"[\\`*_\[\]<>|~${}#^&!%⁂\ufeff\x00-\x1f]|://|www\.|:[^\s:]|::|^[-+=>:/?(. ]|^[0-9]{1,9}[.)]"
    r"|^(?:import|export)\b|\s$"
)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a stretch of text stands: `before` and `after` are the neighbouring payloads."""

    flavour: Flavour
    is_first: bool
    is_last: bool
    before: str = ""
    after: str = ""


def is_markup_like(text: str) -> bool:
    """Whether anything in `text` could be read as markup somewhere.

    >>> is_markup_like("2*3"), is_markup_like("plain words, no more")
    (True, False)
    """
    return _SUSPICIOUS.search(text) is not None


def escape_text(text: str, place: Place) -> str:
    r"""`text` so written that a parser gives exactly `text`.

    >>> from dragoman.formats.markdown.flavours import FLAVOURS
    >>> escape_text("1. a*b* snake_case &amp;", Place(FLAVOURS["gfm"], True, True))
    '1\\. a\\*b\\* snake_case &amp;amp;'
    """
    starts_line = place.is_first or place.before.endswith(("\n", "\r")) or "\n" in place.before
    ends_line = place.is_last or "\n" in place.after or "\r" in place.after
    front, text, back = _cut_edges(text, starts_line, ends_line)
    written = _SIGNIFICANT.sub(_escape_sign, text)
    flavour = place.flavour
    if flavour.wikilinks:
        # Inside [[…]] a backslash escapes nothing.
        written = _ESCAPED_BRACKET.sub(_write_reference, written)
    if flavour.attribute_lists or flavour.directives:
        # Attribute lists are found by patterns that know no backslash.
        written = _ESCAPED_BRACE.sub(_write_reference, written)
    if starts_line:
        written = _escape_start(written, flavour)
    elif place.before and not front:
        written = _escape_after_tag(written, place.before)
    if place.is_last and written.endswith("\\"):
        # A cell may end right here, and `\\|` would not end it.
        written = written[:-2] + "&#92;"
    if place.after and not back:
        written = _escape_before_tag(written, place.after)
    return front + written + back


def _write_reference(found: re.Match[str]) -> str:
    return f"&#{ord(found[1])};"


def _cut_edges(text: str, starts_line: bool, ends_line: bool) -> tuple[str, str, str]:
    """Blanks at the edges of a line as entities, and what is between."""
    front = back = ""
    if starts_line and text[:1].isspace():
        rest = text.lstrip()
        front = _write_blanks(text[: len(text) - len(rest)])
        text = rest
    if ends_line and text[-1:].isspace():
        rest = text.rstrip()
        back = _write_blanks(text[len(rest) :])
        text = rest
    return front, text, back


def _write_blanks(blanks: str) -> str:
    return "".join([f"&#{ord(blank)};" for blank in blanks])


def _escape_sign(found: re.Match[str]) -> str:
    sign = found.group()
    text, at = found.string, found.start()
    if sign == "&":
        return "&amp;"
    if sign == "_" and text[:at][-1:].isalnum() and text[at + 1 : at + 2].isalnum():
        return "_"
    if sign < " " or sign in ".⁂\ufeff" or (sign == ":" and text.startswith("//", at + 1)):
        return f"&#{ord(sign)};"
    if sign == ":" and text[at - 1 : at].isdigit() and text[at + 1 : at + 2].isdigit():
        return ":"
    return "\\" + sign


def _escape_start(written: str, flavour: Flavour) -> str:
    """What would begin a block at the start of a line."""
    found = _LEADING.match(written)
    if found:
        end = found.end()
        if written[0].isdigit():
            return f"{written[:end]}\\{written[end:]}"
        return "\\" + written
    if flavour.jsx and _STATEMENT.match(written):
        return f"&#{ord(written[0])};{written[1:]}"
    return written


def _escape_after_tag(written: str, before: str) -> str:
    """What would lengthen the payload before it."""
    first = written[:1]
    if not first:
        return written
    if first in _AFTER_TAG:
        return "\\" + written
    if before.endswith(":") and (first.isalnum() or first > "~"):
        return f"&#{ord(first)};{written[1:]}"
    if before.endswith("$") and first.isdigit():
        return f"&#{ord(first)};{written[1:]}"
    if _URL_END.search(before[-2_000:]):
        if first.isalnum() and first.isascii():
            return f"&#{ord(first)};{written[1:]}"
        if written.startswith("&amp;"):
            return f"&#38;{written[5:]}"
        if first in "/?=@,;'\"+-%).":
            return "\\" + written
    return written


def _escape_before_tag(written: str, after: str) -> str:
    """What would join the payload after it."""
    last = written[-1:]
    if last == ":" and after.startswith(":"):
        return written[:-1].removesuffix("\\") + "&#58;"
    if after.startswith(("http", "ftp", "www", "$", ":")) and (last.isalnum() or last > "~"):
        return f"{written[:-1]}&#{ord(last)};"
    return written
