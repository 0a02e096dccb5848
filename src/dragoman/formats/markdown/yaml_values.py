"""YAML scalars written in place, in the style they had wherever that style can say the text."""

from __future__ import annotations

from collections.abc import Iterator

import yaml

_LOADER = yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader
_DISPUTED = frozenset("\t")
_DISPUTED_IN_FLOW = frozenset("?:,[]{}#")
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r", "\0": "\\0"}


def read_yaml(raw: bytes) -> str:
    r"""The text of one scalar: plain, quoted, or a block with its header.

    >>> read_yaml(b"'it''s'"), read_yaml(b"|\n  a\n  b\n")
    ("it's", 'a\nb')
    """
    node = yaml.compose(b"--- " + raw, Loader=_LOADER)
    text = "" if node is None else str(node.value)
    return text.rstrip() if raw[:1] in (b"|", b">") else text


def write_yaml(text: str, raw: bytes, *, in_flow: bool = False) -> bytes:
    """The scalar that says `text`, in the style of `raw` if that is possible, else quoted.

    >>> write_yaml("yes", b"no way"), write_yaml("a: b", b"plain")
    (b"'yes'", b"'a: b'")
    """
    for candidate in _write_candidates(text, raw, in_flow=in_flow):
        if _says(candidate, text, raw, in_flow=in_flow):
            return candidate
    return _write_double(text)


def _write_candidates(text: str, raw: bytes, *, in_flow: bool) -> Iterator[bytes]:
    sign = raw[:1]
    if sign in (b"|", b">"):
        yield _write_block(text, raw)
        return
    # These signs in a plain scalar are read by some YAML readers and refused by others.
    disputed = _DISPUTED | _DISPUTED_IN_FLOW if in_flow else _DISPUTED
    if sign not in (b"'", b'"') and disputed.isdisjoint(text):
        yield text.encode()
    if sign != b'"':
        yield b"'" + text.replace("'", "''").encode() + b"'"


def _says(candidate: bytes, text: str, raw: bytes, *, in_flow: bool) -> bool:
    """Whether YAML reads the candidate as a string with exactly this text, on one line."""
    is_block = raw[:1] in (b"|", b">")
    if not is_block and ("\n" in text or "\r" in text):
        return False
    whole = b"[" + candidate + b"]" if in_flow else b"k: " + candidate + b"\n"
    try:
        found = yaml.load(whole, Loader=_LOADER)  # noqa: S506 — a safe loader, chosen above
    except (yaml.YAMLError, ValueError):
        return False
    value = found[0] if in_flow and found and len(found) == 1 else found
    if isinstance(found, dict):
        value = found.get("k")
    if is_block and isinstance(value, str):
        value = value.rstrip()
    return isinstance(value, str) and value == text


def _write_block(text: str, raw: bytes) -> bytes:
    lines = raw.splitlines(keepends=True)
    header = lines[0]
    line_end = b"\r\n" if header.endswith(b"\r\n") else b"\n"
    first = next((line for line in lines[1:] if line.strip()), b"  x")
    indent = first[: len(first) - len(first.lstrip(b" "))]
    between = line_end * 2 if raw[:1] == b">" else line_end
    written = [indent + line if line else b"" for line in text.encode().split(b"\n")]
    return header + between.join(written)


def _write_double(text: str) -> bytes:
    signs = [_ESCAPES.get(sign) or _escape_rare(sign) for sign in text]
    return ('"' + "".join(signs) + '"').encode()


def _escape_rare(sign: str) -> str:
    """The sign itself, or its escape where YAML would not take it or would fold it."""
    number = ord(sign)
    is_plain = sign.isprintable() or number == 0x20
    if is_plain and sign != "\ufeff":
        return sign
    return f"\\x{number:02x}" if number < 0x100 else f"\\U{number:08x}"
