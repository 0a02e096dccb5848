"""Which flavour a file is written in, judged by its name and by constructs outside of code."""

from __future__ import annotations

import re
from typing import NamedTuple


class _Sign(NamedTuple):
    """A construct that speaks for a flavour: `weight` is how loudly."""

    flavour: str
    weight: int
    quick: tuple[bytes, ...]
    """Byte sequences of which one must occur before the pattern is tried."""
    pattern: re.Pattern[bytes]


def _sign(flavour: str, weight: int, quick: tuple[bytes, ...], pattern: bytes) -> _Sign:
    return _Sign(flavour, weight, quick, re.compile(pattern, re.MULTILINE))


_SIGNS = (
    _sign("myst", 4, (b"```{", b"~~~{", b":::{"), rb"^[ \t>]*(?:```+|~~~+|:::+)\{[\w:.-]+\}"),
    _sign("myst", 3, (b"}`",), rb"(?<![\w`\\])\{[a-z][\w:+.-]*\}`"),
    _sign("myst", 2, (b")=",), rb"^\([\w .:-]+\)=[ \t]*\r?$"),
    _sign("hugo", 4, (b"{{<", b"{{%"), rb"\{\{[<%][ \t]*[/\w]"),
    _sign("hugo", 3, (b"+++",), rb"\A(?:\xef\xbb\xbf)?\+\+\+[ \t]*\r?$"),
    _sign("hugo", 1, (b"linkTitle:",), rb"^linkTitle:"),
    _sign("mkdocs", 4, (b"!!! ", b"??? ", b"???+"), rb"^[ \t]*(?:!!!|\?\?\?\+?) [a-z]"),
    _sign("mkdocs", 4, (b'=== "',), rb"^[ \t]*=== \""),
    _sign("mkdocs", 3, (b"/// ",), rb"^///+ [a-z-]+(?: \||\r?$)"),
    _sign("mkdocs", 2, (b"{ .", b"{ #", b"{ data-"), rb"[\w)`*:\]]\{ (?:[.#][\w-]|data-)"),
    _sign("mkdocs", 1, (b"--8<--",), rb"^[ \t]*-+8<-+"),
    _sign("obsidian", 3, (b"[[",), rb"!?\[\[[^\[\]\r\n]+\]\](?!\()"),
    _sign("obsidian", 2, (b"%%",), rb"^%%|[ \t]%%[^%\r\n]+%%"),
    _sign("obsidian", 2, (b"> [!",), rb"^>[ \t]*\[![a-z]+\][+-]?[ \t]*\S"),
    _sign("jekyll", 4, (b"{%",), rb"\{%-?[ \t]*[a-z]"),
    _sign("jekyll", 3, (b"{:",), rb"\{:[ \t]*[.#\w]"),
    _sign("jekyll", 2, (b"{{",), rb"\{\{[ \t]*(?:site|page|include|layout|content)\b"),
    _sign("jekyll", 1, (b"layout:",), rb"^layout:[ \t]*(?:post|default|page|docs)\b"),
    _sign("docusaurus", 4, (b":::",), rb"^[ \t]*:::+[a-z][\w-]*(?:\[|[ \t]|\r?$)"),
    _sign("docusaurus", 4, (b"@theme", b"@docusaurus", b"@site/"), rb"^import .*@(?:th|doc|site)"),
    _sign("docusaurus", 2, (b"sidebar_", b"pagination_"), rb"^(?:sidebar_|pagination_|hide_)\w+:"),
    _sign("docusaurus", 2, (b"import ",), rb"^import [\w{*][^\r\n]* from ['\"]"),
    _sign("docusaurus", 1, (b"<Tab", b"{/*", b"style={{"), rb"<Tabs?[ >]|\{/\*|style=\{\{"),
    _sign("vitepress", 4, (b"::: ",), rb"^[ \t]*:::+[ \t]+[a-z]"),
    _sign("vitepress", 9, (b"<script",), rb"^<script(?: setup)?(?: lang=\"ts\")?>"),
    _sign("vitepress", 2, (b"{{ ",), rb"(?<!=)\{\{ \w+ \}\}|<\w+[^>]* (?:v-|@|:)[\w-]+=\""),
    _sign("vitepress", 2, (b"[[toc]]", b"<Badge ", b"<<< "), rb"^\[\[toc\]\]|<Badge |^<<< "),
)  # fmt: skip

_FENCE = re.compile(rb"^[ \t>]*+(```+|~~~+)([^\r\n]*)", re.MULTILINE)
_CODE = re.compile(rb"(?<![}`])`[^`\r\n]+`(?!`)")
_RARE = b"{}[%!?+=:<@_T"
"""Signs that many files lack. *Source:* measured; one look for each instead of one for each
sequence with it halves the time of the detection."""
_LEAST = 2
"""A single weak sign (a `layout:` key, a snippet line) is no evidence."""


def detect_flavour(path: str, source: bytes) -> str:
    r"""The name of the flavour that `source`, a file named `path`, is most likely written in.

    Constructs in code blocks and code spans do not count. A `.mdx` file is `mdx`, or `docusaurus`
    where it uses what only that knows.

    >>> detect_flavour("a.md", b"::: tip\nx\n:::\n"), detect_flavour("a.md", b"plain")
    ('vitepress', 'gfm')
    """
    missing = {sign for sign in _RARE if sign not in source}
    likely = [
        sign
        for sign in _SIGNS
        if any(missing.isdisjoint(quick) and quick in source for quick in sign.quick)
        and sign.pattern.search(source)
    ]
    is_mdx = path.lower().endswith(".mdx")
    scores: dict[str, int] = {}
    prose = _drop_code(source) if likely else source
    for sign in likely:
        if sign.pattern.search(prose):
            scores[sign.flavour] = scores.get(sign.flavour, 0) + sign.weight
    if is_mdx:
        return "docusaurus" if scores.get("docusaurus", 0) > _LEAST else "mdx"
    best = max(scores, key=lambda flavour: scores[flavour], default="gfm")
    return best if scores.get(best, 0) >= _LEAST else "gfm"


def _drop_code(source: bytes) -> bytes:
    """The source without fenced code and code spans, in one pass over its fences."""
    kept: list[bytes] = []
    fence, at = b"", 0
    for hit in _FENCE.finditer(source):
        sign, info = hit.group(1), hit.group(2).strip()
        if fence:
            if sign.startswith(fence) and not info:
                fence, at = b"", hit.end()
        elif not info.startswith(b"{") and b"`" not in info:
            kept.append(source[at : hit.start()])
            fence = sign
    if not fence:
        kept.append(source[at:])
    return _CODE.sub(b"", b"".join(kept))
