"""One leaf block's pieces, woven into a text with numbered tags."""

from __future__ import annotations

import re
from collections.abc import Mapping

from dragoman.formats.markdown.cuts import (
    has_lookalike,
    split_atoms,
    split_lookalikes,
    split_urls,
)
from dragoman.formats.markdown.elements import pair_elements
from dragoman.formats.markdown.pieces import (
    BREAK,
    CLOSE,
    COLLAPSED,
    HARD,
    HTML,
    OPAQUE,
    OPEN,
    TEXT,
    WHOLE,
    Payload,
    Piece,
    widen,
)
from dragoman.formats.markdown.urls import find_urls
from dragoman.formats.markdown.view import Atom

_WIDTHS = {
    "Emphasis": 1,
    "Strong": 2,
    "Link": 1,
    "Image": 2,
    "CollapsedLink": 1,
    "CollapsedImage": 2,
}
_COLLAPSED = frozenset(COLLAPSED.values())
_EMPHASIS = frozenset(("Emphasis", "Strong", "Strikethrough"))
_ANCHOR = re.compile(r"<a (?:id|name)=[^<>]*>$")
_HEADING_ID = re.compile(rb"\{(?:/\*)? *#[^\s{}]+ *(?:\*/)?\}")


class Weaver:
    """Weaves runs of one document."""

    def __init__(self, source: bytes, data: bytes, atoms: Mapping[int, Atom]) -> None:
        """Takes the source, the bytes that offsets count in, and the atoms by offset."""
        self._source = source
        self._data = data
        self._atoms = atoms

    def weave_plain(self, pieces: list[Piece]) -> tuple[str, tuple[Payload, ...]] | None:
        """As `weave`, for runs of text, code, emphasis and links; None when it takes `weave`."""
        out: list[str] = []
        payloads: list[Payload] = []
        stack: list[tuple[int, Piece]] = []
        has_words = is_odd = False
        inner = opaque_end = -1
        for piece in pieces:
            op, value, start, end = piece
            if op == TEXT:
                is_odd = is_odd or "<" in value or "\0" in value
                has_words = has_words or not value.isspace()
                out.append(value)
                inner = end
            elif op == BREAK:
                out.append(" ")
                inner = end
            elif op == OPAQUE:
                if opaque_end == start:
                    payloads[-1] = (payloads[-1][0], end)
                else:
                    payloads.append((start, end))
                    out.append(f"<g{len(payloads)}/>")
                inner = opaque_end = end
                continue
            elif op == OPEN:
                width = _WIDTHS.get(value) or self._measure_opener(value, start)
                payloads.append((start, start + width))
                stack.append((len(payloads), piece))
                out.append(f"<g{len(payloads)}>")
                inner = -1
            elif inner < 0:
                return None
            else:
                number, opened = stack.pop()
                _, _, start, inner = closer = self._cut_closer(opened, inner)
                payloads[number - 1] += closer[2:]
                out.append(f"</g{number}>")
            opaque_end = -1
        if is_odd and has_lookalike(pieces):
            return None
        return ("".join(out) if has_words else ""), tuple(payloads)

    def weave(
        self, pieces: list[Piece], *, is_html: bool = False
    ) -> tuple[str, tuple[Payload, ...]]:
        """The text of a run and the payloads of its tags; "" when the run holds no words.

        `is_html` is for text of HTML, where a bare URL is no link.
        """
        data = self._data
        urls = [] if is_html else find_urls(data, pieces[0][2], pieces[-1][3])
        pieces = self._merge_links(pieces)
        if self._atoms:
            pieces = split_atoms(data, self._atoms, pieces)
        if urls:
            pieces = split_urls(data, urls, pieces)
        if has_lookalike(pieces):
            pieces = split_lookalikes(data, pieces)
        if any(piece[0] == HTML for piece in pieces):
            pieces = pair_elements(pieces)
        return self._write(pieces)

    def trim_pins(self, name: str, pieces: list[Piece]) -> None:
        """Takes off the end of a run what must stay there: a block id, a heading's anchor."""
        if not pieces:
            return
        op, value, start, end = pieces[-1]
        atom = self._atoms.get(end - 3)
        if op == TEXT and atom and atom.name == "block-id":
            end -= 3
        elif op == TEXT and atom and name == "Heading" and atom[:2] == ("close", "a"):
            opener = self._atoms.get(end - 6)
            if not (opener and _ANCHOR.match(self._source[slice(*opener.span)].decode())):
                return
            end -= 6
        elif op == TEXT and atom and name == "Heading":
            if not _HEADING_ID.match(self._source, *atom.span):
                return
            end -= 3
        elif name == "Heading" and op == HTML and value == "</a>" and len(pieces) > 1:
            _, value, start, _ = pieces[-2]
            if not (isinstance(value, str) and _ANCHOR.match(value)):
                return
            del pieces[-2:]
            self._trim_blanks(pieces)
            return
        else:
            return
        pieces.pop()
        if end > start:
            pieces.append((TEXT, self._data[start:end].decode(), start, end))
        self._trim_blanks(pieces)

    def _trim_blanks(self, pieces: list[Piece]) -> None:
        """Takes blanks and line breaks off the end of a run, not blanks written as entities."""
        while pieces and pieces[-1][0] in {TEXT, BREAK, HARD}:
            op, value, start, end = pieces[-1]
            trimmed = value.rstrip(" \t") if op == TEXT else ""
            if op == TEXT and (trimmed == value or self._data[end - 1] not in b" \t"):
                return
            pieces.pop()
            if trimmed:
                pieces.append((TEXT, trimmed, start, end - len(value) + len(trimmed)))
                return

    def _merge_links(self, pieces: list[Piece]) -> list[Piece]:
        """Autolinks become opaque; openers and closers get their exact bytes."""
        merged: list[Piece] = []
        stack: list[Piece] = []
        hidden_from = hidden_to = -1
        for piece in pieces:
            op, value, start, end = piece
            if hidden_from <= start and end <= hidden_to:
                continue
            if op == OPEN:
                if value == WHOLE:
                    hidden_from, hidden_to = start, end
                    merged.append((OPAQUE, "", start, end))
                    continue
                stack.append(piece)
                merged.append((OPEN, "", start, start + self._measure_opener(value, start)))
            elif op == CLOSE:
                opened = stack.pop()
                merged.append(self._cut_closer(opened, merged[-1][3]))
            else:
                merged.append(piece)
        return merged

    def _measure_opener(self, value: str, start: int) -> int:
        if value == "Strikethrough":
            return 2 if self._data[start : start + 2] == b"~~" else 1
        return _WIDTHS[value]

    def _cut_closer(self, opened: Piece, inner: int) -> Piece:
        """The closer of `opened`, whose content ends at `inner`."""
        _, value, start, end = opened
        if value in _EMPHASIS:
            return (CLOSE, "", end - self._measure_opener(value, start), end)
        cut = self._data.find(b"]", inner, end)
        return (CLOSE, "", cut, end + 2 if value in _COLLAPSED else end)

    def _write(self, pieces: list[Piece]) -> tuple[str, tuple[Payload, ...]]:
        """Numbers the tags and joins the text."""
        out: list[str] = []
        payloads: list[Payload] = []
        stack: list[tuple[int, int]] = []
        has_words = False
        for index, (op, value, start, end) in enumerate(pieces):
            if op == TEXT:
                out.append(value)
                has_words = has_words or not value.isspace()
            elif op == BREAK:
                out.append(" ")
            elif op == OPEN:
                payloads.append((start, end))
                stack.append((len(payloads), len(out)))
                out.append(f"<g{len(payloads)}>")
            elif op == HARD:
                _add_opaque(out, payloads, start, self._end_break(pieces, index))
            elif op != CLOSE:
                _add_opaque(out, payloads, start, end)
            else:
                number, at = stack.pop()
                if at == len(out) - 1:
                    # Nothing inside: one opaque tag, merged with an opaque neighbour before it.
                    out.pop()
                    _add_opaque(out, payloads, payloads.pop()[0], end)
                else:
                    payloads[number - 1] += (start, end)
                    out.append(f"</g{number}>")
        return ("".join(out) if has_words else ""), tuple(payloads)

    def _end_break(self, pieces: list[Piece], index: int) -> int:
        """Where a hard break ends: it holds the container prefix of the next line."""
        if index + 1 == len(pieces):
            return pieces[index][3]
        op, value, start, _ = pieces[index + 1]
        return widen(self._data, start, value) if op == TEXT else start


def _add_opaque(out: list[str], payloads: list[Payload], start: int, end: int) -> None:
    """Adds an opaque tag, or lengthens the one that ends where this starts."""
    number = len(payloads)
    if number and out and out[-1] == f"<g{number}/>" and payloads[-1][-1] == start:
        payloads[-1] = (payloads[-1][0], end)
    else:
        payloads.append((start, end))
        out.append(f"<g{number + 1}/>")
