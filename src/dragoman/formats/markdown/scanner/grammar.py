"""Which constructs each flavour has: triggers, line hooks and inline constructs in one table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from dragoman.formats.markdown.flavours import Flavour
from dragoman.formats.markdown.scanner.admonitions import read_admonition, read_block
from dragoman.formats.markdown.scanner.attribute_lists import hide_list, mark_list
from dragoman.formats.markdown.scanner.directives import read_directive
from dragoman.formats.markdown.scanner.fence_directives import (
    hide_remark,
    hide_target,
    mark_role,
    read_fence,
)
from dragoman.formats.markdown.scanner.liquid import hide_liquid, mark_liquid
from dragoman.formats.markdown.scanner.mdx import (
    mark_expression,
    mark_tag,
    read_flow,
    read_statement,
)
from dragoman.formats.markdown.scanner.obsidian import (
    hide_comment,
    mark_block_id,
    mark_comment,
    mark_link,
    read_callout,
)
from dragoman.formats.markdown.scanner.runs import Construct, make_scanner
from dragoman.formats.markdown.scanner.shortcodes import hide_shortcodes, mark_shortcode
from dragoman.formats.markdown.scanner.signs import (
    EMOJI,
    hide_command,
    hide_math,
    mark_emoji,
    mark_mark,
)
from dragoman.formats.markdown.scanner.walk import Hook, Walk
from dragoman.formats.markdown.view import MARK

_ESCAPE = rb"\\[!-/:-@\[-`{-~]"
_ESCAPE_BUT_BRACES = rb"\\(?:[!-/:-@\[-`|-~]|\{(?![{%<]))"
_MARK = MARK.encode()


@dataclass(frozen=True, slots=True)
class Grammar:
    """What the scanner looks for in one flavour.

    Without any of the `triggers` (nor an emoji code) in it, a source is its own view.
    """

    triggers: tuple[bytes, ...]
    hooks: dict[int, tuple[Hook, ...]]
    scan_run: Callable[[Walk, int, int], None]


@dataclass(frozen=True, slots=True)
class _Family:
    """The constructs that one flag of a flavour switches on."""

    triggers: tuple[bytes, ...] = ()
    hooks: tuple[tuple[bytes, Hook], ...] = ()
    inline: tuple[tuple[bytes, bytes, Construct], ...] = ()
    """First byte, pattern of what to look at, construct."""


_ALWAYS = _Family((_MARK,), (), ((_MARK[:1], _MARK, mark_mark), (b":", EMOJI.pattern, mark_emoji)))

_FAMILIES: dict[str, _Family] = {
    "jsx": _Family(
        (b"<", b"{", b"import ", b"export ", b"\n    ", b"\n\t"),
        ((b"<{", read_flow), (b"ie", read_statement)),
        ((b"<", rb"<[A-Za-z_$/>!\x80-\xff]", mark_tag), (b"{", rb"\{", mark_expression)),
    ),
    "math": _Family((b"$$",), ((b"$", hide_math),)),
    "shortcodes": _Family(
        (b"{{<", b"{{%"),
        ((b"{", hide_shortcodes),),
        ((b"{", rb"\{\{[<%]", mark_shortcode),),
    ),
    "liquid": _Family(
        (b"{{", b"{%", b"{#"),
        ((b"{", hide_liquid),),
        ((b"{", rb"\{[{%]", mark_liquid),),
    ),
    "fence_directives": _Family(
        (b"```{", b"~~~{", b":::{", b"``` {", b"){", b"}`", b")=", b"%", b"+++", b"{{"),
        ((b"`~:", read_fence), (b"(", hide_target), (b"%+", hide_remark)),
        ((b"{", rb"\{", mark_role),),
    ),
    "directives": _Family(
        (b":::", b"[[toc]]", b"\n<<< "),
        ((b":", read_directive), (b"[<", hide_command)),
    ),
    "admonitions": _Family(
        (b"!!!", b"???", b"=== ", b"===!", b"===+", b"///", b"[TOC]", b"--8<--"),
        ((b"!?=", read_admonition), (b"/", read_block), (b"[-;", hide_command)),
    ),
    "attribute_lists": _Family(
        (b"{:", b"{ ", b"{.", b"{#", b"{*", b"="),
        ((b"{", hide_list),),
        ((b"{", rb"\{", mark_list),),
    ),
    "callouts": _Family((b"[!",), ((b"[", read_callout),)),
    "wikilinks": _Family(
        (b"[[", b"%%", b"^"),
        ((b"%", hide_comment),),
        (
            (b"[", rb"\[\[", mark_link),
            (b"!", rb"!\[\[", mark_link),
            (b"%", rb"%%", mark_comment),
            (b"^", rb"\^[A-Za-z0-9-]+[ \t]*(?=[\r\n]|\Z)", mark_block_id),
        ),
    ),
}
"""By the flag of `Flavour`; order is precedence among constructs with the same first byte."""


@cache
def get_grammar(flavour: Flavour) -> Grammar:
    """The grammar of `flavour`, made once."""
    families = [_ALWAYS]
    families += [family for flag, family in _FAMILIES.items() if getattr(flavour, flag)]
    hooks: dict[int, tuple[Hook, ...]] = {}
    constructs: dict[int, tuple[Construct, ...]] = {}
    is_templated = flavour.shortcodes or flavour.liquid
    patterns = [_ESCAPE_BUT_BRACES if is_templated else _ESCAPE, rb"`"]
    for family in families:
        for signs, hook in family.hooks:
            for sign in signs:
                hooks[sign] = (*hooks.get(sign, ()), hook)
        for first, pattern, construct in family.inline:
            constructs[first[0]] = (*constructs.get(first[0], ()), construct)
            patterns.append(pattern)
    triggers = tuple(dict.fromkeys(t for family in families for t in family.triggers))
    return Grammar(triggers, hooks, make_scanner(patterns, constructs))
