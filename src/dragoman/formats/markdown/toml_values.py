"""TOML strings written in place, in the kind of quotes they had wherever those can say the text."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator

_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def read_toml(raw: bytes) -> str:
    r"""The text of one string value with its quotes.

    >>> read_toml(b'"a\\tb"'), read_toml(b"'x'")
    ('a\tb', 'x')
    """
    return str(tomllib.loads("v = " + raw.decode().replace("\r\n", "\n"))["v"])


def write_toml(text: str, raw: bytes) -> bytes:
    r"""The string that says `text`, in the quotes of `raw` if they can, else in basic quotes.

    >>> write_toml("it's", b"'its'")
    b'"it\'s"'
    """
    for candidate in _write_candidates(text, raw):
        try:
            if read_toml(candidate) == text:
                return candidate
        except tomllib.TOMLDecodeError:
            continue
    return _write_basic(text)


def _write_candidates(text: str, raw: bytes) -> Iterator[bytes]:
    for quotes in ("'''", '"""'):
        if raw.startswith(quotes.encode()):
            rest = raw[3:5]
            head = "\r\n" if rest == b"\r\n" else "\n" if rest[:1] == b"\n" else ""
            line_end = "\r\n" if b"\r\n" in raw else "\n"
            body = text if quotes == "'''" else _escape(text, kept="\n\t")
            yield (quotes + head + body.replace("\n", line_end) + quotes).encode()
            return
    if raw[:1] == b"'":
        yield b"'" + text.encode() + b"'"


def _write_basic(text: str) -> bytes:
    return ('"' + _escape(text, kept="") + '"').encode()


def _escape(text: str, *, kept: str) -> str:
    return "".join(
        sign
        if sign in kept
        else _ESCAPES.get(sign) or (sign if sign.isprintable() else f"\\U{ord(sign):08x}")
        for sign in text
    )
