"""Text cut where something in it must not change: placeholders, bare URLs, literal tags."""

from __future__ import annotations

import re
from collections.abc import Mapping

from dragoman.formats.markdown.pieces import HTML, OPAQUE, TEXT, Piece, grow_last, widen
from dragoman.formats.markdown.view import MARK, Atom

LOOKALIKE = re.compile(r"</?g[0-9]+/?>|\0")
"""Literal text that a translator would take for a tag, and NUL, which no database stores."""

_MARK = MARK.encode()


def split_atoms(data: bytes, atoms: Mapping[int, Atom], pieces: list[Piece]) -> list[Piece]:
    """Placeholders in text become pieces of their own."""
    split: list[Piece] = []
    for piece in pieces:
        _, _, at, end = piece
        if piece[0] != TEXT or data.find(_MARK, at, end) < 0:
            split.append(piece)
            continue
        while at < end:
            found = data.find(_MARK, at, end)
            until = end if found < 0 else found
            if until > at:
                split.append((TEXT, data[at:until].decode(), at, until))
            if found >= 0:
                split.append(_read_atom(atoms, found))
                until += 3
            at = until
    return split


def _read_atom(atoms: Mapping[int, Atom], at: int) -> Piece:
    atom = atoms.get(at)
    if atom is None or atom.role == "opaque":
        return (OPAQUE, "", at, at + 3)
    return (HTML, (atom.role, atom.name), at, at + 3)


def split_urls(data: bytes, urls: list[tuple[int, int]], pieces: list[Piece]) -> list[Piece]:
    """Bare URLs become opaque, as far as they stand in unbroken text."""
    urls = [*urls, (len(data), len(data))]
    at = 0
    split: list[Piece] = []
    url_end = -1
    for piece in pieces:
        op, value, start, end = piece
        if op != TEXT:
            split.append(piece)
            url_end = -1
            continue
        if start < url_end:
            start = grow_last(split, min(end, url_end))
            if start == end:
                continue
            value = data[start:end].decode()
        while urls[at][0] < start:
            at += 1
        if urls[at][0] >= end or len(str(value).encode()) != end - start:
            split.append((TEXT, value, start, end))
            continue
        while urls[at][0] < end:
            first, url_end = urls[at]
            at += 1
            if first > start:
                split.append((TEXT, data[start:first].decode(), start, first))
            start = min(end, url_end)
            split.append((OPAQUE, "", first, start))
        if start < end:
            split.append((TEXT, data[start:end].decode(), start, end))
    return split


def has_lookalike(pieces: list[Piece]) -> bool:
    """Whether the texts of `pieces`, put together, may hold a literal tag or NUL.

    The parser cuts text before a `<`, so that no piece alone shows it.
    """
    text = "".join([piece[1] for piece in pieces if piece[0] == TEXT])
    return ("<" in text or "\0" in text) and LOOKALIKE.search(text) is not None


def split_lookalikes(data: bytes, pieces: list[Piece]) -> list[Piece]:
    """Literal `<g1>` becomes opaque, however its characters were written."""
    split: list[Piece] = []
    run: list[Piece] = []
    for piece in pieces:
        if piece[0] == TEXT:
            run.append(piece)
            continue
        _cut_lookalikes(data, run, split)
        run = []
        split.append(piece)
    _cut_lookalikes(data, run, split)
    return split


def _cut_lookalikes(data: bytes, run: list[Piece], split: list[Piece]) -> None:
    """Appends the texts of `run` to `split`, cut where a lookalike begins and ends."""
    text = "".join([str(piece[1]) for piece in run])
    spans = [match.span() for match in LOOKALIKE.finditer(text)]
    if not spans:
        split.extend(run)
        return
    spans.append((len(text) + 1, len(text) + 1))
    span = 0
    at = 0
    for _, value, first_byte, end in run:
        start = first_byte
        until = at + len(value)
        while at < until:
            first, last = spans[span]
            stop = min(first if at < first else last, until)
            rest = value[len(value) - (until - at) : len(value) - (until - stop)]
            cut = end if stop == until else start + len(rest.encode())
            if at < first:
                split.append((TEXT, rest, start, cut))
            elif at == first:
                split.append((OPAQUE, "", widen(data, start, rest), cut))
            else:
                grow_last(split, cut)
            span += stop == last
            at = stop
            start = cut
