"""How a text is written where Markdown does not reach: attributes, parameters, front matter.

A codec says how the bytes of an `Extra` are read and written. The raw bytes of the value being
replaced go into every writing, because quotes and indentation follow them.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Mapping

from dragoman.formats.markdown.toml_values import read_toml, write_toml
from dragoman.formats.markdown.yaml_values import read_yaml, write_yaml

_BREAK = re.compile(rb"[ \t]*(?:\r\n|\r|\n)[ \t]*")
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_LOOKS_LIKE_MARKUP = re.compile(r"\{(?=[{%])|[|`$\r\n]|(?<=%)%|(?<=\[)\[|:(?=[a-z0-9_+-]+:)|&|<|>")
_UNSAFE_BARE = re.compile(r"[ \t\n\r\f\"'=<>`&|{$%\[:]")


def decode_value(codec: str, raw: bytes) -> str:
    """The text that the bytes of an extra say.

    >>> decode_value("html-attribute", b"Tip &amp; trick")
    'Tip & trick'
    """
    return _DECODERS[codec](raw)


def encode_value(codec: str, text: str, raw: bytes) -> bytes:
    """The bytes that say `text` where `raw` stood; read again they give exactly `text`.

    >>> encode_value("html-attribute", 'a "b" & c', b"x")
    b'a &quot;b&quot; &amp; c'
    """
    return _ENCODERS[codec](text, raw)


def _read_attribute(raw: bytes) -> str:
    return html.unescape(_BREAK.sub(b" ", raw).decode())


def _read_jsx(raw: bytes) -> str:
    text = _BREAK.sub(b" ", raw).decode()
    return _ENTITY.sub(lambda entity: html.unescape(entity.group()), text)


def _write_attribute(text: str, _raw: bytes) -> bytes:
    escaped = _LOOKS_LIKE_MARKUP.sub(_write_entity, text)
    return escaped.replace('"', "&quot;").replace("'", "&#39;").encode()


def _write_bare(text: str, _raw: bytes) -> bytes:
    return _UNSAFE_BARE.sub(_write_entity, text).encode()


def _write_entity(found: re.Match[str]) -> str:
    sign = found.group()
    return {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}.get(sign, f"&#{ord(sign)};")


def _read_parameter(raw: bytes) -> str:
    if raw[:1] == b"`":
        return raw[1:-1].decode()
    quote = raw[:1].decode()
    return raw[1:-1].decode().replace("\\" + quote, quote)


def _write_parameter(text: str, raw: bytes) -> bytes:
    r"""A quoted parameter of a shortcode or include: only the quote itself can be escaped.

    Source: Hugo's shortcode lexer (`\"` inside double quotes, back quotes raw); Jekyll's include
    tag reads `\"` the same way.
    """
    flat = re.sub(r"\s*[\r\n]\s*", " ", text)
    quote = raw[:1].decode()
    if quote == "`" or flat.endswith("\\"):
        if "`" not in flat:
            return f"`{flat}`".encode()
        quote = '"'
    return (quote + flat.replace(quote, "\\" + quote) + quote).encode()


def _write_option(text: str, _raw: bytes) -> bytes:
    """The rest of a line that is not quoted at all."""
    return re.sub(r"\s+", " ", text).strip().encode()


_DECODERS: Mapping[str, Callable[[bytes], str]] = {
    "html-attribute": _read_attribute,
    "html-bare": _read_attribute,
    "jsx-attribute": _read_jsx,
    "option": lambda raw: raw.decode().strip(),
    "parameter": _read_parameter,
    "toml": read_toml,
    "yaml": read_yaml,
    "yaml-flow": read_yaml,
}

_ENCODERS: Mapping[str, Callable[[str, bytes], bytes]] = {
    "html-attribute": _write_attribute,
    "html-bare": _write_bare,
    "jsx-attribute": _write_attribute,
    "option": _write_option,
    "parameter": _write_parameter,
    "toml": write_toml,
    "yaml": write_yaml,
    "yaml-flow": lambda text, raw: write_yaml(text, raw, in_flow=True),
}
