"""Where the strings of a TOML front matter stand, which tomllib does not tell."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dragoman.model.document import Span

_BLANK = re.compile(rb"(?:[ \t\r\n]|#[^\r\n]*)*+")
_TABLE = re.compile(rb"\[\[?[ \t]*([^\]\r\n]*?)[ \t]*\]\]?")
_KEY = re.compile(rb"([^=\r\n]*)=[ \t]*")
_STRING = re.compile(
    rb'"""(?:[^"\\]|\\.|"(?!""))*+"{3,5}|\'\'\'(?:[^\']|\'(?!\'\'))*+\'{3,5}'
    rb'|"(?:[^"\\\r\n]|\\.)*+"|\'[^\'\r\n]*\'',
    re.DOTALL,
)
_SIGN = re.compile(rb"[\[\]{}#\"']")
_LINE_END = re.compile(rb"[\r\n]|\Z")


def find_strings(source: bytes, start: int, end: int) -> Iterator[tuple[str, Span]]:
    r"""The dotted key and place of every string value in valid TOML, strings of lists included.

    Strings in inline tables are left alone.

    >>> list(find_strings(b'[a]\nb = "c"', 0, 11))
    [('a.b', Span(start=8, end=11))]
    """
    table = ""
    at = _skip(source, start, end)
    while at < end:
        header = _TABLE.match(source, at, end)
        if header:
            table = _clean(header.group(1))
            at = _skip(source, header.end(), end)
            continue
        key = _KEY.match(source, at, end)
        if key is None:
            return
        name = ".".join(part for part in (table, _clean(key.group(1))) if part)
        spans, at = _read_value(source, key.end(), end)
        yield from ((name, span) for span in spans)
        at = _skip(source, at, end)


def _read_value(source: bytes, at: int, end: int) -> tuple[list[Span], int]:
    """The strings of the value at `at` and the offset behind it."""
    string = _STRING.match(source, at, end)
    if string:
        return [Span(*string.span())], string.end()
    spans: list[Span] = []
    opened: list[bytes] = []
    if source[at : at + 1] not in (b"[", b"{"):
        return spans, _find_line_end(source, at, end)
    while True:
        sign = _SIGN.search(source, at, end)
        if sign is None:
            return spans, end
        at = sign.end()
        match sign.group():
            case b"[" | b"{" as opener:
                opened.append(opener)
            case b"]" | b"}":
                opened.pop()
                if not opened:
                    return spans, at
            case b"#":
                at = _find_line_end(source, at, end)
            case _:
                string = _STRING.match(source, sign.start(), end)
                at = string.end() if string else at
                if string and b"{" not in opened:
                    spans.append(Span(*string.span()))


def _find_line_end(source: bytes, at: int, end: int) -> int:
    found = _LINE_END.search(source, at, end)
    return found.start() if found else end


def _skip(source: bytes, at: int, end: int) -> int:
    blank = _BLANK.match(source, at, end)
    return blank.end() if blank else at


def _clean(key: bytes) -> str:
    parts = key.decode().split(".")
    return ".".join(part.strip().strip("\"'") for part in parts)
