"""Numbered tags: how markup is shown to a translator, and what is wrong with a reply's tags."""

from __future__ import annotations

import re
from typing import NamedTuple

TAG = re.compile(r"<(/?)g([0-9]+)(/?)>")
"""`<g1>`, `</g1>` and `<g1/>`; `</g1/>` also matches and is always wrong."""

_BREAKS = re.compile(r"\r\n|[\r\n]")


class Token(NamedTuple):
    """A stretch of text (`role` "text", `number` 0) or one tag (`open`, `close`, `void`)."""

    role: str
    number: int
    text: str


def has_tags(text: str) -> bool:
    """Whether `text` holds a numbered tag.

    >>> has_tags("a <g1/>"), has_tags("a <b>")
    (True, False)
    """
    return "<" in text and TAG.search(text) is not None


def strip_tags(text: str) -> str:
    """`text` without its tags.

    >>> strip_tags("See <g1>this</g1><g2/>")
    'See this'
    """
    return TAG.sub("", text) if "<" in text else text


def flatten(text: str) -> str:
    r"""`text` on one line: each line end reads as a blank.

    >>> flatten("a\r\nb")
    'a b'
    """
    return _BREAKS.sub(" ", text) if "\n" in text or "\r" in text else text


def split_tags(text: str) -> list[Token]:
    """`text` as tokens in order; empty stretches of text are left out.

    >>> [token.role for token in split_tags("a<g1>b</g1><g2/>")]
    ['text', 'open', 'text', 'close', 'void']
    """
    tokens: list[Token] = []
    parts = iter(TAG.split(text))
    before = next(parts)
    for close, number, void, after in zip(parts, parts, parts, parts, strict=True):
        if before:
            tokens.append(Token("text", 0, before))
        role = "close" if close else "void" if void else "open"
        tokens.append(Token(role, int(number), f"<{close}g{number}{void}>"))
        before = after
    if before:
        tokens.append(Token("text", 0, before))
    return tokens


def renumber(text: str, numbers: dict[int, int]) -> str:
    """`text` with the tag numbers in `numbers` exchanged; others stay.

    >>> renumber("<g2>a</g2><g1/>", {1: 2, 2: 1})
    '<g1>a</g1><g2/>'
    """
    return TAG.sub(lambda tag: f"<{tag[1]}g{numbers.get(int(tag[2]), int(tag[2]))}{tag[3]}>", text)


def check_tags(source: str, target: str) -> str | None:
    """The reason why the tags of `target` do not match those of `source`, or None.

    Every tag of the source must stand exactly once, well nested, in the same form; a wrapper that
    held text must still hold text.

    >>> check_tags("a <g1/>", "b")
    'The tag <g1/> is missing.'
    >>> check_tags("<g1>a</g1>", "<g1></g1>b")
    'The tag <g1>…</g1> holds no text any more.'
    >>> check_tags("<g1>a</g1> <g2/>", "<g2/> <g1>b</g1>") is None
    True
    """
    if "<" not in source and "<" not in target:
        return None
    wanted = _list_tags(source)
    found: dict[int, bool] = {}
    stack: list[list[int]] = []
    for token in split_tags(target):
        reason = _place_token(token, wanted, found, stack)
        if reason:
            return reason
    if stack:
        return f"The tag <g{stack[-1][0]}> is not closed."
    for number, is_full in wanted.items():
        if number not in found:
            return f"The tag {_show(number, is_full)} is missing."
        if is_full and not found[number]:
            return f"The tag <g{number}>…</g{number}> holds no text any more."
    return None


def _place_token(
    token: Token, wanted: dict[int, bool | None], found: dict[int, bool], stack: list[list[int]]
) -> str | None:
    """Why `token` cannot stand here; else notes it in `found` and `stack` and gives None."""
    if token.role == "text":
        if stack and token.text.strip():
            stack[-1][1] = 1
        return None
    number = token.number
    if token.text == f"</g{number}/>" or number not in wanted:
        return f"The tag {token.text} is not in the source."
    if token.role == "close":
        if not stack or stack[-1][0] != number:
            return f"The tag {token.text} closes nothing that is open."
        found[number] = bool(stack.pop()[1])
        if stack and found[number]:
            stack[-1][1] = 1
        return None
    if number in found or any(number == entry[0] for entry in stack):
        return f"The tag {_show(number, wanted[number])} stands more than once."
    if (token.role == "void") is not (wanted[number] is None):
        return f"The tag {_show(number, wanted[number])} is written as {token.text}."
    if token.role == "void":
        found[number] = True
    else:
        stack.append([number, 0])
    return None


def _list_tags(text: str) -> dict[int, bool | None]:
    """Tags of a source by number: None for `<gN/>`, else whether the wrapper holds text."""
    wanted: dict[int, bool | None] = {}
    stack: list[int] = []
    for token in split_tags(text):
        if token.role == "void":
            wanted[token.number] = None
        elif token.role == "open":
            wanted[token.number] = False
            stack.append(token.number)
        elif token.role == "close":
            if stack:
                stack.pop()
        elif token.text.strip():
            for number in stack:
                wanted[number] = True
    return wanted


def _show(number: int, is_full: bool | None) -> str:
    """A tag as a person would name it."""
    return f"<g{number}/>" if is_full is None else f"<g{number}>…</g{number}>"
