"""JavaScript expressions in braces, measured without a JavaScript parser."""

from __future__ import annotations

import re

_CODE = re.compile(
    rb"[{}\"'`]|//|/\*|(?:(?<=[(,=:\[!&|?{};])|(?<=[(,=:\[!&|?{};] )|(?<==>)|(?<==> ))"
    rb"/(?:[^/*\\\[\r\n]|\\[^\r\n]|\[(?:[^\]\\\r\n]|\\[^\r\n]){0,200}+\]){1,200}+/"
)
"""Braces, strings and comments, and regular expressions where an operand may stand. *Source:* the
lengths bound the search on a line of openers; no literal in the corpora comes near."""
_SIMPLE = re.compile(rb"\{[^{}\"'`/]*+\}")
_TEMPLATE = re.compile(rb"[`\\]|\$\{")
_STRINGS = {
    b'"': re.compile(rb'"(?:[^"\\\r\n]|\\[^\r\n])*+"'),
    b"'": re.compile(rb"'(?:[^'\\\r\n]|\\[^\r\n])*+'"),
}
_LINE_END = re.compile(rb"[\r\n]")
_BEFORE_COMMENT = frozenset(b" \t\r\n;,(){}")


class Expressions:
    """The closing braces of one source up to one limit, each looked for once.

    Every brace met on the way is remembered, closed or not, so that twenty thousand openers cost
    one pass: a later search that meets a known brace takes its answer.
    """

    def __init__(self, text: bytes, limit: int) -> None:
        """Takes the source and the offset no expression may reach beyond."""
        self.text = text
        self.limit = limit
        self._ends: dict[int, int] = {}
        self._has_comment_ends = True
        self._last = text.rfind(b"}", 0, limit)

    def find_end(self, start: int) -> int:
        """The offset behind the brace that closes the one at `start`, -1 when none does.

        Braces in strings, templates and comments do not count; a quote that its line does not
        close is an apostrophe in JSX text.

        >>> Expressions(b'{a ? "}" : `}${"}"}`} b', 23).find_end(0)
        21
        """
        if start >= self._last:
            return -1
        simple = _SIMPLE.match(self.text, start, self.limit)
        if simple:
            return simple.end()
        if start not in self._ends:
            self._match(start)
        return self._ends[start]

    def _match(self, start: int) -> None:
        text, limit, ends = self.text, self.limit, self._ends
        opened = [start]
        in_template = [False]
        at = start + 1
        while opened:
            hit = (_TEMPLATE if in_template[-1] else _CODE).search(text, at, limit)
            if hit is None:
                break
            sign, at = hit.group(), hit.end()
            if sign in (b"{", b"${"):
                brace = at - 1
                known = ends.get(brace)
                if known == -1:
                    break
                if known is not None:
                    at = known
                    continue
                opened.append(brace)
                in_template.append(False)
            elif sign == b"}":
                ends[opened.pop()] = at
                in_template.pop()
            elif sign == b"`":
                in_template[-1] = not in_template[-1]
            elif sign == b"\\":
                at += 1
            elif len(sign) > 2:
                continue
            else:
                at = self._skip(sign, hit.start())
        for brace in opened:
            ends[brace] = -1

    def _skip(self, sign: bytes, at: int) -> int:
        """The offset behind the string or comment at `at`, or behind its first sign."""
        if sign == b"/*":
            end = -1
            if self._has_comment_ends:
                end = self.text.find(b"*/", at + 2, self.limit)
                self._has_comment_ends = end >= 0
            return end + 2 if end >= 0 else at + 2
        if sign == b"//":
            if self.text[at - 1] not in _BEFORE_COMMENT:
                return at + 2
            line = _LINE_END.search(self.text, at, self.limit)
            return line.start() if line else self.limit
        string = _STRINGS[sign].match(self.text, at, self.limit)
        return string.end() if string else at + 1
