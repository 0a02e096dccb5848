"""One leaf block's inline events, woven into a text with numbered tags.

Pieces are tuples `(op, value, start, end)` with offsets into the view. Payloads are offsets into
the view too: `(start, end)` for an opaque tag, `(start, end, start, end)` for a wrapper's opener
and closer; tag number N is `payloads[N - 1]`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from dragoman.formats.markdown.view import MARK, Atom

TEXT, BREAK, HARD, OPAQUE, HTML, OPEN, CLOSE = range(7)

Piece = tuple[int, object, int, int]
Payload = tuple[int, ...]

LOOKALIKE = re.compile(r"</?g[0-9]+/?>|\0")
"""Literal text that a translator would take for a tag, and NUL, which no database stores."""

_MARK = MARK.encode()
WHOLE = "Autolink"
COLLAPSED = {"Link": "CollapsedLink", "Image": "CollapsedImage"}
_WIDTHS = {
    "Emphasis": 1,
    "Strong": 2,
    "Link": 1,
    "Image": 2,
    "CollapsedLink": 1,
    "CollapsedImage": 2,
    WHOLE: 1,
}
_COLLAPSED = frozenset(COLLAPSED.values())
_EMPHASIS = frozenset(("Emphasis", "Strong", "Strikethrough"))
_ELEMENT = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9:._-]*)")
_ANCHOR = re.compile(r"<a (?:id|name)=[^<>]*>$")
_HEADING_ID = re.compile(rb"\{(?:/\*)? *#[^\s{}]+ *(?:\*/)?\}")
_VOID = frozenset(
    "area base br col embed hr img input link meta param source track wbr".split()
)  # fmt: skip
"""Source: HTML Living Standard, void elements."""

_URL = re.compile(rb"(?:(?:https?|ftp)://|www\.)[!#-;=?-Z\[\]_a-z~]+")
"""A bare URL: ASCII without blanks, quotes, backslash, back quote, `<`, `>` and braces.

Source: GFM autolinks (extended). Unlike there, a URL ends before a character that is not ASCII, so
that CJK text may follow without a blank.
"""
_URL_TAIL = re.compile(rb"&[A-Za-z0-9]+;$")
_ESCAPABLE = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")


def find_urls(data: bytes, start: int, end: int) -> list[tuple[int, int]]:
    """Byte ranges of what looks like a bare URL in a range of `data`, code or not, in order.

    >>> find_urls(b"see https://a.b/c. or (www.d.e)", 0, 31)
    [(4, 17), (23, 30)]
    """
    found: list[tuple[int, int]] = []
    for match in _URL.finditer(data, start, end):
        first, last = match.span()
        if first and (data[first - 1 : first].isalnum() or data[first - 1] >= 0x80):
            continue
        last = _trim_url(data, first, last)
        if last - first > 4 and data[last - 3 : last] != b"://":
            found.append((first, last))
    return found


def _trim_url(data: bytes, start: int, end: int) -> int:
    """Where the URL ends once closing punctuation and brackets without partner are left out."""
    reference = data.find(b"&#", start, end)
    if reference >= 0:
        end = reference
    surplus = data.count(b")", start, end) - data.count(b"(", start, end)
    while end > start:
        last = data[end - 1]
        if last in b"?!.,:*_~'[]":
            end -= 1
        elif last == 0x29 and surplus > 0:
            surplus -= 1
            end -= 1
        elif last == 0x3B:
            tail = _URL_TAIL.search(data, max(start, end - 40), end)
            end = tail.start() if tail else end - 1
        else:
            break
    return end


class Weaver:
    """Weaves runs of one document."""

    def __init__(self, source: bytes, data: bytes, atoms: Mapping[int, Atom]) -> None:
        """Takes the source, the bytes that offsets count in, and the atoms by offset."""
        self._source = source
        self._data = data
        self._atoms = atoms

    def weave_plain(self, pieces: list[Piece]) -> tuple[str, tuple[Payload, ...]] | None:
        """As `weave`, for runs of text, code, emphasis and links; None when it takes `weave`."""
        data = self._data
        out: list[str] = []
        payloads: list[Payload] = []
        stack: list[tuple[int, object, int, int]] = []
        has_words = False
        inner = -1
        opaque_end = -1
        for op, value, start, end in pieces:
            if op == TEXT:
                if "<" in value or "\0" in value:  # type: ignore[operator] # TEXT holds str
                    return None
                if not has_words:
                    has_words = not value.isspace()  # type: ignore[attr-defined] # str
                out.append(value)  # type: ignore[arg-type] # str
            elif op == BREAK:
                out.append(" ")
            elif op == OPAQUE:
                if opaque_end == start:
                    payloads[-1] = (payloads[-1][0], end)
                else:
                    payloads.append((start, end))
                    out.append(f"<g{len(payloads)}/>")
                inner = opaque_end = end
                continue
            elif op == OPEN:
                width = _WIDTHS.get(value) or self._measure_opener(value, start)  # type: ignore[call-overload] # str
                payloads.append((start, start + width))
                stack.append((len(payloads), value, start, end))
                out.append(f"<g{len(payloads)}>")
                end = -1
            else:
                number, value, start, end = stack.pop()
                if inner < 0:
                    return None
                if value in _EMPHASIS:
                    cut = end - payloads[number - 1][1] + start
                else:
                    cut = data.find(b"]", inner, end)
                    if value in _COLLAPSED:
                        end += 2
                payloads[number - 1] = (*payloads[number - 1], cut, end)
                out.append(f"</g{number}>")
            inner = end
            opaque_end = -1
        return ("".join(out) if has_words else ""), tuple(payloads)

    def weave(self, pieces: list[Piece]) -> tuple[str, tuple[Payload, ...]]:
        """The text of a run and the payloads of its tags; "" when the run holds no words."""
        urls = find_urls(self._data, pieces[0][2], pieces[-1][3])
        pieces = self._merge_links(pieces)
        if self._atoms:
            pieces = self._split_atoms(pieces)
        if urls:
            pieces = self._split_urls(pieces, urls)
        if any(p[0] == TEXT and ("<" in p[1] or "\0" in p[1]) for p in pieces):  # type: ignore[operator] # TEXT holds str
            pieces = self._split_lookalikes(pieces)
        if any(piece[0] == HTML for piece in pieces):
            pieces = _pair_elements(pieces)
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
            text = str(value)
            trimmed = text.rstrip(" \t") if op == TEXT else ""
            if trimmed == text or (op == TEXT and self._data[end - 1] not in b" \t"):
                return
            pieces.pop()
            if trimmed:
                pieces.append((TEXT, trimmed, start, end - len(text) + len(trimmed)))
                return

    def _merge_links(self, pieces: list[Piece]) -> list[Piece]:
        """Autolinks become opaque; openers and closers get their exact bytes."""
        merged: list[Piece] = []
        stack: list[tuple[Piece, int]] = []
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
                stack.append((piece, len(merged)))
                merged.append((OPEN, "", start, start + self._measure_opener(value, start)))
            elif op == CLOSE:
                opened, at = stack.pop()
                merged.append(self._cut_closer(opened, at, merged))
            else:
                merged.append(piece)
        return merged

    def _measure_opener(self, value: object, start: int) -> int:
        if value == "Strikethrough":
            return 2 if self._data[start : start + 2] == b"~~" else 1
        return _WIDTHS[str(value)]

    def _cut_closer(self, opened: Piece, at: int, merged: list[Piece]) -> Piece:
        """The closer of `opened`, which stands at index `at` of `merged`."""
        _, value, start, end = opened
        if value in _EMPHASIS:
            return (CLOSE, "", end - self._measure_opener(value, start), end)
        if value in _COLLAPSED:
            end += 2
        inner = merged[-1][3]
        return (CLOSE, "", self._data.find(b"]", inner, end), end)

    def _split_atoms(self, pieces: list[Piece]) -> list[Piece]:
        """Placeholders in text become pieces of their own."""
        split: list[Piece] = []
        for piece in pieces:
            data = self._data
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
                    split.append(self._read_atom(found))
                    until += 3
                at = until
        return split

    def _read_atom(self, at: int) -> Piece:
        atom = self._atoms.get(at)
        if atom is None or atom.role == "opaque":
            return (OPAQUE, "", at, at + 3)
        return (HTML, (atom.role, atom.name), at, at + 3)

    def _split_urls(self, pieces: list[Piece], urls: list[tuple[int, int]]) -> list[Piece]:
        """Bare URLs become opaque, as far as they stand in unbroken text."""
        data = self._data
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
                start = _grow_last(split, min(end, url_end))
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

    def _split_lookalikes(self, pieces: list[Piece]) -> list[Piece]:
        """Literal `<g1>` becomes opaque, however its characters were written."""
        split: list[Piece] = []
        run: list[Piece] = []
        for piece in pieces:
            if piece[0] == TEXT:
                run.append(piece)
                continue
            self._cut_lookalikes(run, split)
            run = []
            split.append(piece)
        self._cut_lookalikes(run, split)
        return split

    def _cut_lookalikes(self, run: list[Piece], split: list[Piece]) -> None:
        """Appends the texts of `run` to `split`, cut where a lookalike begins and ends."""
        text = "".join([str(piece[1]) for piece in run])
        spans = [match.span() for match in LOOKALIKE.finditer(text)]
        if not spans:
            split.extend(run)
            return
        spans.append((len(text) + 1, len(text) + 1))
        span = 0
        at = 0
        for _, content, start, end in run:
            value = str(content)
            until = at + len(value)
            while at < until:
                first, last = spans[span]
                stop = min(first if at < first else last, until)
                rest = value[len(value) - (until - at) : len(value) - (until - stop)]
                cut = end if stop == until else start + len(rest.encode())
                if at < first:
                    split.append((TEXT, rest, start, cut))
                elif at == first:
                    split.append((OPAQUE, "", self.widen(start, rest), cut))
                else:
                    _grow_last(split, cut)
                span += stop == last
                at = stop
                start = cut

    def widen(self, start: int, value: str) -> int:
        """`start`, or one less when the text there begins with an escaped character."""
        if start and self._data[start - 1] == 0x5C and value[:1] in _ESCAPABLE:
            return start - 1
        return start

    def _write(self, pieces: list[Piece]) -> tuple[str, tuple[Payload, ...]]:
        """Numbers the tags and joins the text."""
        out: list[str] = []
        payloads: list[Payload] = []
        stack: list[tuple[int, int]] = []
        has_words = False
        opaque_end = -1
        last = len(pieces) - 1
        for index, (op, value, start, end) in enumerate(pieces):
            if op == TEXT:
                text = str(value)
                out.append(text)
                has_words = has_words or not text.isspace()
                opaque_end = -1
            elif op == BREAK:
                out.append(" ")
                opaque_end = -1
            elif op == OPEN:
                payloads.append((start, end))
                stack.append((len(payloads), len(out)))
                out.append(f"<g{len(payloads)}>")
                opaque_end = -1
            elif op == CLOSE:
                number, at = stack.pop()
                opener = payloads[number - 1]
                if at == len(out) - 1:
                    # Nothing inside: one opaque tag, merged with an opaque neighbour before it.
                    out.pop()
                    payloads.pop()
                    opaque_end = _add_opaque(out, payloads, opener[0], end)
                else:
                    payloads[number - 1] = (*opener, start, end)
                    out.append(f"</g{number}>")
                    opaque_end = -1
            else:
                if op == HARD and index < last:
                    follower = pieces[index + 1]
                    end = follower[2]
                    if follower[0] == TEXT:
                        end = self.widen(end, str(follower[1]))
                if opaque_end == start:
                    payloads[-1] = (payloads[-1][0], end)
                    opaque_end = end
                else:
                    opaque_end = _add_opaque(out, payloads, start, end)
        return ("".join(out) if has_words else ""), tuple(payloads)


def _add_opaque(out: list[str], payloads: list[Payload], start: int, end: int) -> int:
    """Adds an opaque tag, or lengthens the one that ends where this starts; gives `end`."""
    number = len(payloads)
    if number and out and out[-1] == f"<g{number}/>" and payloads[-1][-1] == start:
        payloads[-1] = (payloads[-1][0], end)
    else:
        payloads.append((start, end))
        out.append(f"<g{number + 1}/>")
    return end


def _grow_last(split: list[Piece], end: int) -> int:
    """Lengthens the last piece up to `end`; gives `end`."""
    op, value, start, _ = split[-1]
    split[-1] = (op, value, start, end)
    return end


def _read_element(value: object) -> tuple[str, str]:
    """Role and name of inline HTML: `open`, `close` or `opaque`.

    >>> _read_element("</kbd>"), _read_element("<br>"), _read_element("<!-- x -->")
    (('close', 'kbd'), ('opaque', ''), ('opaque', ''))
    """
    if not isinstance(value, str):
        return value  # type: ignore[return-value] # an atom's (role, name)
    element = _ELEMENT.match(value)
    if not element or value.endswith("/>") or element[2].lower() in _VOID:
        return "opaque", ""
    return ("close" if element[1] else "open"), element[2].lower()


def _pair_elements(pieces: list[Piece]) -> list[Piece]:
    """Balanced elements become openers and closers, the rest opaque; linear.

    Elements pair within one level of Markdown's own wrappers, so that tags stay well nested.
    """
    paired = list(pieces)
    frames: list[tuple[list[tuple[str, int]], dict[str, int]]] = [([], {})]
    for index, (op, value, start, end) in enumerate(pieces):
        if op == OPEN:
            frames.append(([], {}))
        elif op == CLOSE:
            frames.pop()
        elif op == HTML:
            role, name = _read_element(value)
            paired[index] = (OPAQUE, "", start, end)
            opened, counts = frames[-1]
            if role == "open":
                opened.append((name, index))
                counts[name] = counts.get(name, 0) + 1
            elif role == "close" and counts.get(name):
                while True:
                    found, at = opened.pop()
                    counts[found] -= 1
                    if found == name:
                        break
                paired[at] = (OPEN, "", *pieces[at][2:])
                paired[index] = (CLOSE, "", start, end)
    return paired
