"""What markdown-it-py calls prose, code and URL, after each flavour's own constructs are set aside.

markdown-it-py knows CommonMark, GFM tables and strikethrough, and by its plugins footnotes,
definition lists, dollar math and front matter. Everything else is set aside first, by rules that
are short and not dragoman's, line for line so that positions hold; its letters are counted.
"""

from __future__ import annotations

import re
from collections import Counter

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.front_matter import front_matter_plugin

from benchmarks.letters import WORD, Leaf

DEFINITIONS = frozenset({"hugo", "mkdocs", "jekyll", "myst"})
INDENTED = re.compile(r'( *)(?:!!!|\?\?\?\+?|===[!+]?)(?:[ ]|(?=")).*')
FENCE = re.compile(r"( *)(`{3,}|:{3,}|~{3,})[ ]*\{([\w:-]+)\}.*")
SPOKEN = frozenset(
    """note tip warning danger important hint caution attention error seealso admonition dropdown
    tab-set tab-item grid grid-item grid-item-card card details versionadded versionchanged
    deprecated topic sidebar margin div only epigraph tabs tab group-tab
    list-table figure button-ref glossary example""".split()
)
"""MyST directives whose bodies are Markdown, as their documentation lists them."""
_LIQUID = r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}"
ASIDE = {
    "hugo": r"\{\{<\s*code-toggle.*?/code-toggle\s*>\}\}|^[ >]*>[ ]*\[!\w+\]"
    r"|\{\{[<%].*?[>%]\}\}|\{#[\w-]+\}|\{[.#][^}\n]*\}",
    "mkdocs": _LIQUID + r"|\{\*.*?\*\}|\{:?[ ]?[.#:][^}\n]*\}|\{ [^}\n]*\}",
    "jekyll": r"\{% raw %\}.*?\{% endraw %\}|\{% highlight .*?\{% endhighlight %\}|"
    + _LIQUID
    + r"|\{:[^}\n]*\}",
    "vitepress": r"\{\{.*?\}\}|\{#[\w-]+\}|^[ >]*:::.*$|^<<<.*$",
    "docusaurus": r"\{#[\w-]+\}|^[ >]*:::.*$",
    "myst": r"(?<![\w/`])\{[\w:-]+\}`[^`\n]+`|^\([\w-]+\)=\s*$|^[ >]*:{3,}.*$"
    r"|\{[.#][^}\n]*\}|^%.*$",
    "obsidian": r"!?\[\[[^\]|\n]*(?:\||\]\])|\]\]|%%.*?%%|^[ >]*>[ ]*\[![\w-]+\][-+]?|\^[\w-]+$",
    "gfm": r"^[ >]*>[ ]*\[!\w+\]|\{#[\w-]+\}",
}
EMOJI = r"|(?<![\w\]:/]):[a-z][a-z0-9_+-]+:(?![/:\w])[ ]?"
BARE = re.compile(r"(?:https?://|www\.|mailto:|ftp://)[^\s<>]*|[\w.+-]+@[\w-]+\.[\w.-]+")


def make_parser(flavour: str) -> MarkdownIt:
    """A parser with what the flavour shares with it."""
    parser = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    parser.use(front_matter_plugin).use(footnote_plugin, inline=False)
    parser.use(dollarmath_plugin, allow_space=False, allow_digits=False)
    return parser.use(deflist_plugin) if flavour in DEFINITIONS else parser


def set_aside(text: str, flavour: str) -> tuple[str, Counter[str]]:
    """`text`, line for line, without what only the flavour knows, and the letters that went."""
    lines = text.split("\n")
    if flavour == "mkdocs":
        lines = open_indented(lines)
    if flavour == "myst":
        lines = open_fences(lines)
    went: Counter[str] = Counter()
    pattern = re.compile(
        "(?s:" + ASIDE[flavour].replace(".*$", "[^\n]*$") + ")" + EMOJI, re.MULTILINE
    )

    def blank(found: re.Match[str]) -> str:
        went[flavour] += sum(map(len, WORD.findall(found[0])))
        return "\n" * found[0].count("\n")

    return pattern.sub(blank, "\n".join(lines)), went


def open_indented(lines: list[str]) -> list[str]:
    """Lines with the bodies of `!!!`, `???` and `===` moved to the left, their openers blank."""
    out: list[str] = []
    depths: list[int] = []
    for line in lines:
        indent = len(line) - len(line.lstrip(" "))
        if line.strip():
            while depths and indent < depths[-1]:
                depths.pop()
        cut = min(4 * len(depths), indent)
        found = INDENTED.fullmatch(line)
        if found and len(found[1]) >= (depths[-1] if depths else 0):
            depths.append(len(found[1]) + 4)
            out.append("")
        else:
            out.append(line[cut:])
    return out


def open_fences(lines: list[str]) -> list[str]:
    """Lines with the fences of spoken directives and their options blank."""
    out: list[str] = []
    open_fence: list[str] = []
    is_head = False
    code = ""
    for line in lines:
        bare = line.strip()
        if code:
            out.append(line)
            code = "" if bare.startswith(code) and not bare.strip(code[0]) else code
            continue
        found = FENCE.fullmatch(line)
        if found and found[3].lower() in SPOKEN:
            open_fence.append(found[2])
            is_head = True
            out.append("")
        elif closes_fence(bare, open_fence) or (is_head and bare.startswith(":")):
            out.append("")
        else:
            is_head = False
            start = re.match(r"`{3,}|~{3,}", bare)
            code = start[0] if start else ""
            out.append(line)
    return out


def closes_fence(bare: str, opened: list[str]) -> bool:
    """Whether a line closes the outermost fence it can, and with it all that are inside.

    >>> opened = ["````", "```"]
    >>> closes_fence("````", opened), opened
    (True, [])
    """
    if not bare or bare.strip(bare[0]) or bare[0] not in "`:~":
        return False
    for depth, fence in enumerate(opened):
        if fence[0] == bare[0] and len(fence) <= len(bare):
            del opened[depth:]
            return True
    return False


def read_leaves(source: bytes, flavour: str) -> tuple[list[Leaf], Counter[str]]:
    """The leaf blocks of a source and the letters set aside before they were found."""
    text, went = set_aside(source.decode("utf-8-sig").replace("\r\n", "\n"), flavour)
    ends = [0]
    for line in source.splitlines(keepends=True):
        ends.append(ends[-1] + len(line))
    ends += [len(source)] * 3
    leaves: dict[tuple[int, int], Leaf] = {}
    place = (0, 0)
    for token in make_parser(flavour).parse(text):
        place = (token.map[0], token.map[1]) if token.map else place
        if token.type not in {"inline", "fence", "code_block", "html_block", "math_block"}:
            continue
        kind = "text" if token.type == "inline" else f"{token.type} {token.info.split(' ')[0]}"
        leaf = leaves.setdefault(place, Leaf(kind, ends[place[0]], ends[place[1]]))
        if token.type == "inline":
            read_inline(leaf, token.children or [])
        elif token.type in {"fence", "code_block"}:
            leaf.add("code", token.content)
        else:
            went[token.type] += sum(map(len, WORD.findall(token.content)))
    return list(leaves.values()), went


def read_inline(leaf: Leaf, tokens: list[Token]) -> None:
    """Adds the words of inline tokens to a leaf; neighbouring texts are one text.

    A bare address outside of a link is a URL (GFM's autolink), inside it is the link's text.
    """
    loose, linked = "", ""
    depth = 0
    is_auto = False
    for token in tokens:
        text = {"text": token.content, "softbreak": "\n"}.get(token.type, "")
        if token.type == "code_inline":
            leaf.add("code", token.content)
        elif token.type == "image":
            read_inline(leaf, token.children or [])
        elif token.type == "link_open":
            depth, is_auto = 1, token.info == "auto"
        elif token.type == "link_close":
            depth, is_auto = 0, False
        if is_auto:
            leaf.add("url", text)
            continue
        leaf.add("url", str(token.attrs.get("href", "") or token.attrs.get("src", "")))
        leaf.add("prose", str(token.attrs.get("title", "")))
        gap = " " if token.type in {"code_inline", "hardbreak", "html_inline", "image"} else ""
        loose += gap if depth else text + gap
        linked += text + gap if depth else "\n" * (token.type == "link_close")
    for url in BARE.findall(loose):
        leaf.add("url", url)
    leaf.add("prose", BARE.sub(" ", loose))
    leaf.add("prose", linked)
