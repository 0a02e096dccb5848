"""How a text is written where Markdown does not reach: attributes, parameters, front matter.

A codec says how the bytes of an `Extra` are read and written. The raw bytes of the value being
replaced go into every writing, because quotes and indentation follow them.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Mapping

import yaml

from dragoman.formats.markdown.toml_values import read_toml, write_toml
from dragoman.formats.markdown.yaml_values import read_yaml, write_yaml

_BREAK = re.compile(rb"[ \t]*(?:\r\n|\r|\n)[ \t]*")
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_LOOKS_LIKE_MARKUP = re.compile(r"\{(?=[{%])|[|`$\r\n]|(?<=%)%|(?<=\[)\[|:(?=[a-z0-9_+-]+:)|&|<|>")
_TEMPLATE = re.compile(r"\{(?=[{%])|(?<=[}%])\}|&(?=#?[A-Za-z0-9]+;)")
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
    text = _ENTITY.sub(lambda entity: html.unescape(entity.group()), raw[1:-1].decode())
    quote = raw[:1].decode()
    return text if quote == "`" else text.replace("\\" + quote, quote)


def _write_parameter(text: str, raw: bytes) -> bytes:
    r"""A quoted parameter of a shortcode or include: only the quote itself can be escaped.

    What would begin or end a template becomes an entity, since the value ends up in HTML.

    Source: Hugo's shortcode lexer (`\"` inside double quotes, back quotes raw); Jekyll's include
    tag reads `\"` the same way, and Liquid ends a tag at the first `%}`, quoted or not.
    """
    flat = _TEMPLATE.sub(_write_entity, re.sub(r"\s*[\r\n]\s*", " ", text))
    quote = raw[:1].decode()
    if quote == "`" or flat.endswith("\\"):
        if "`" not in flat:
            return f"`{flat}`".encode()
        quote = '"'
    return (quote + flat.replace(quote, "\\" + quote) + quote).encode()


def _read_option(raw: bytes) -> str:
    """A directive's option, which MyST reads as a YAML scalar; anything else as it stands."""
    try:
        # What begins like this is a collection, an anchor or a block to YAML, and prose to authors.
        return raw.decode() if raw[:1] in b"[{&*|>!" else read_yaml(raw)
    except yaml.YAMLError:
        return raw.decode()


_DECODERS: Mapping[str, Callable[[bytes], str]] = {
    "html-attribute": _read_attribute,
    "html-bare": _read_attribute,
    "jsx-attribute": _read_jsx,
    "option": _read_option,
    "parameter": _read_parameter,
    "toml": read_toml,
    "yaml": read_yaml,
    "yaml-flow": read_yaml,
}

_ENCODERS: Mapping[str, Callable[[str, bytes], bytes]] = {
    "html-attribute": _write_attribute,
    "html-bare": _write_bare,
    "jsx-attribute": _write_attribute,
    "option": write_yaml,
    "parameter": _write_parameter,
    "toml": write_toml,
    "yaml": write_yaml,
    "yaml-flow": lambda text, raw: write_yaml(text, raw, in_flow=True),
}
