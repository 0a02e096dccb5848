"""Texts that try to become markup: the published list, and where each of them is put."""

from __future__ import annotations

from typing import Final

from dragoman.formats.tags import Token, split_tags
from dragoman.model.document import Unit

HOSTILE: Final = (
    # blocks
    "# x", "###### x", "> x", "- x", "* x", "+ x", "1. x", "12) x", "- [ ] x", "=== x", "---",
    "***", "___", "===", "    x", "\tx", "``` x", "~~~~ x", "```{note} x", "| x | x |", "|---|",
    ": x", "[x]: /x", "[^x]: x", "::: x", ":::note", ":::{note}", "!!! note", "??? note",
    '=== "x"', "/// x", "$$ x", "+++ x", "{: .x}", "{#x}", "% x", "%% x", "(x)=", "[[_TOC_]]",
    "> [!NOTE] x", "<details>", "<!-- x", "<!x", "<?x", "<![CDATA[ x", "<script>", "</div>",
    "import x from 'x'", "export x", "^x^ x",
    # inline
    "*x*", "**x**", "_x_", "__x__", "~x~", "~~x~~", "`x`", "``x", "*", "**", "_", "`", "~", "[",
    "]", "[x]", "[x](x)", "[x][x]", "[x][]", "![x](x)", "![", "[^x]", "[[x]]", "[[x|x]]",
    "![[x]]", "<", ">", "<x>", "</x>", "<x/>", '<x y="x">', "<g>", "<g1 >", "<gx1/>",
    "<https://x.org>", "<x@x.org>", "https://x.org/x", "www.x.org", "x@x.org", "&amp;", "&#35;",
    "&copy", "&", "\\", "\\*", "x\\", "{", "}", "{x}", "{/* x */}", "{x", "{{ x }}", "{{", "}}",
    "{% x %}", "{%", "%}", "{{< x >}}", "{{% x %}}", "{{<", ">}}", "{{%", "{{</* x */>}}",
    "{x}`x`", "{.x}", ":x:", ":x[x]", "::x", "$x$", "$", "$$x$$", "\\(x\\)", "==x==", "^x^",
    "++x++", "||x||", "|", "\\|", "!", "!x", '"x"', "'x'", "x  y", "\u00a0x", "⁂", "`{x}`",
)  # fmt: skip
"""Every block and inline opener of the flavours, alone and with something in it. docs/reference/
hostile.md publishes the list. Numbered tags (`<g1>`) are not in it: in a translation they are tags,
and a wrong one is refused before anything is written.

*Source:* CommonMark, GFM and the constructs of spec/markdown §2."""


def place_hostile(units: tuple[Unit, ...], turn: int) -> dict[str, str]:
    """Each unit's text with one hostile text at its start, one inside and one at its end, by key.

    Which ones depends on `turn` and on the unit's position: over `len(HOSTILE)` turns every unit
    meets every text in every place.
    """
    targets = {}
    for index, unit in enumerate(units):
        # The steps have no divisor in common with the length of the list, nor with each other.
        start, inside, end = ((turn + index * step) % len(HOSTILE) for step in (1, 7, 11))
        targets[unit.key] = attack(unit.text, HOSTILE[start], HOSTILE[inside], HOSTILE[end])
    return targets


def crowd_hostile(units: tuple[Unit, ...]) -> dict[str, str]:
    """Each unit's text with the whole list inside, turned so that each unit begins elsewhere."""
    targets = {}
    for index, unit in enumerate(units):
        at = index % len(HOSTILE)
        rest = HOSTILE[at:] + HOSTILE[:at]
        targets[unit.key] = attack(unit.text, rest[0], " ".join(rest[1:-1]), rest[-1])
    return targets


def attack(text: str, start: str, inside: str, end: str) -> str:
    """`text` with the three put in; tags stay, well nested.

    >>> attack("one <g1>two three four</g1>", "#", "*", "`")
    '# one <g1>two three * four</g1> `'
    """
    tokens = split_tags(text)
    words = [token for token in tokens if token.role == "text"]
    longest = max(words, key=lambda token: len(token.text), default=None)
    pieces = [_split(token, inside) if token is longest else token.text for token in tokens]
    middle = "".join(pieces) if longest else f"{text} {inside}"
    return f"{start} {middle.strip()} {end}"


def _split(token: Token, inside: str) -> str:
    text = token.text
    at = text.find(" ", len(text) // 2 - 1)
    return f"{text[:at]} {inside}{text[at:]}" if at > 0 else f"{text} {inside}"
