"""Translations written into the bytes of their source."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import cached_property

from dragoman.formats.markdown.anchors import cut_gap
from dragoman.formats.markdown.elements import read_element
from dragoman.formats.markdown.emphasis import ELEMENTS, is_closing, move_edges
from dragoman.formats.markdown.escape import Place, escape_text
from dragoman.formats.markdown.flavours import FLAVOURS
from dragoman.formats.markdown.forms import forms_of
from dragoman.formats.markdown.nested import SUMMARY, TITLE, encode_summary, encode_title
from dragoman.formats.markdown.values import encode_value
from dragoman.formats.tags import Token, flatten, split_tags
from dragoman.model.document import Document, Target

_LABEL_BREAK = re.compile(r"[ \t]*(?:\r\n|\r|\n)[ \t>]*")


class Rewriter:
    """Writes units of one document."""

    def __init__(
        self, document: Document, targets: Mapping[str, Target], escaped: Collection[str]
    ) -> None:
        """Takes the targets by key and the keys of those to be escaped."""
        self._document = document
        self._source = document.source
        self._targets = targets
        self._escaped = escaped
        self._forms = forms_of(document)
        self._flavour = FLAVOURS[document.flavour]

    @cached_property
    def _children(self) -> dict[int, list[int]]:
        """Nested units by the index of their parent, in source order."""
        children: dict[int, list[int]] = {}
        for index, unit in enumerate(self._document.units):
            if unit.parent >= 0:
                children.setdefault(unit.parent, []).append(index)
        return children

    def splice(self, inserts: Mapping[int, bytes]) -> bytes:
        """The whole document; `inserts` are bytes to put in at source offsets between units."""
        out: list[bytes] = []
        at = 0
        source = self._source
        targets = self._targets
        children = self._children
        for index, unit in enumerate(self._document.units):
            if unit.parent >= 0:
                continue
            target = targets.get(unit.key)
            is_kept = target is None or target == unit.text
            if is_kept and not inserts and index not in children:
                continue
            start, end = unit.span
            out.append(cut_gap(source, at, start, inserts))
            out.append(self.write(index))
            at = end
        out.append(cut_gap(source, at, len(source), inserts))
        return b"".join(out)

    def write(self, index: int) -> bytes:
        """The bytes of one unit."""
        unit = self._document.units[index]
        target = self._targets.get(unit.key)
        if target is None or target == unit.text:
            return self._cut(index, *unit.span)
        if isinstance(target, bytes):
            return target
        form = self._forms[index]
        target = flatten(target)
        if form.codec == TITLE:
            return encode_title(target)
        if form.codec == SUMMARY:
            return self._lay(index, target, ()).encode()
        if form.codec:
            return encode_value(form.codec, target, self._source[slice(*unit.span)])
        if form.payloads:
            target, elements = self.repair(index, target)
            return self._lay(index, target, elements).encode()
        if unit.key in self._escaped:
            target = escape_text(target, Place(self._flavour, is_first=True, is_last=True))
        elif unit.kind == "cell":
            target = target.replace("|", "\\|")
        return target.encode()

    def _cut(self, index: int, start: int, end: int) -> bytes:
        """Source bytes within unit `index`, its nested units as they are to be written."""
        children = self._children.get(index)
        if not children:
            return self._source[start:end]
        out: list[bytes] = []
        at = start
        for child in children:
            span = self._document.units[child].span
            if span.start >= start and span.end <= end:
                out.append(self._source[at : span.start])
                out.append(self.write(child))
                at = span.end
        out.append(self._source[at:end])
        return b"".join(out)

    def repair(self, index: int, target: str) -> tuple[str, frozenset[int]]:
        """`target` with edge punctuation moved, and the wrappers to be written as elements.

        Both are needed only where emphasis would not open or close (spec: markdown §1.6).
        """
        elements: set[int] = set()
        moved: set[int] = set()
        delimiters = self._list_delimiters(index)
        if not delimiters:
            return target, frozenset()
        for _ in range(3):
            failing = self._find_failing(index, target, delimiters, elements)
            if not failing:
                break
            for number in failing:
                changed = target if number in moved else move_edges(target, number)
                moved.add(number)
                if changed == target:
                    elements.add(number)
                target = changed
        else:
            elements.update(self._find_failing(index, target, delimiters, elements))
        return target, frozenset(elements)

    def _list_delimiters(self, index: int) -> dict[int, str]:
        """Numbers of the wrappers whose payload is an emphasis delimiter."""
        found: dict[int, str] = {}
        for number, payload in enumerate(self._forms[index].payloads, 1):
            if len(payload) == 4 and payload[1] - payload[0] <= 2:
                opener = self._source[payload[0] : payload[1]].decode()
                if opener in ELEMENTS:
                    found[number] = opener
        return found

    def _find_failing(
        self, index: int, target: str, delimiters: dict[int, str], elements: set[int]
    ) -> list[int]:
        """Wrappers that would not open or close between their neighbours in `target`."""
        tokens = split_tags(target)
        pieces = self._write_tokens(index, target, tokens, elements)
        places: dict[int, tuple[int, int]] = {}
        for at, token in enumerate(tokens):
            if token.number in delimiters and token.number not in elements:
                first = places.get(token.number, (at, at))[0]
                places[token.number] = (first, at)
        failing: list[int] = []
        for number, (first, last) in places.items():
            sign = delimiters[number]
            inner = _last_char(pieces, first, 1, sign), _last_char(pieces, last, -1, sign)
            outer = _last_char(pieces, first, -1, sign), _last_char(pieces, last, 1, sign)
            if not is_closing(sign, inner, outer):
                failing.append(number)
        return failing

    def _lay(self, index: int, target: str, elements: Collection[int]) -> str:
        """The written form of a target with tags."""
        tokens = split_tags(target)
        return "".join(self._write_tokens(index, target, tokens, elements))

    def _write_tokens(
        self, index: int, target: str, tokens: list[Token], elements: Collection[int]
    ) -> list[str]:
        """One piece of output for each token."""
        unit = self._document.units[index]
        is_escaped = unit.key in self._escaped
        pieces = [
            "" if token.role == "text" else self._write_tag(index, token, target, elements)
            for token in tokens
        ]
        last = len(tokens) - 1
        for at, token in enumerate(tokens):
            if token.role != "text":
                continue
            if self._forms[index].codec:
                pieces[at] = encode_summary(token.text)
            elif is_escaped and self._is_own_label(index, target, tokens[max(at - 1, 0) : at + 2]):
                # An escape would make another label of it, which nothing defines.
                pieces[at] = self.label(self._forms[index].payloads[tokens[at - 1].number - 1])
            elif is_escaped:
                place = Place(
                    self._flavour,
                    is_first=at == 0,
                    is_last=at == last,
                    before=pieces[at - 1] if at else "",
                    after=pieces[at + 1] if at < last else "",
                )
                pieces[at] = escape_text(token.text, place)
            else:
                pieces[at] = token.text.replace("|", "\\|") if unit.kind == "cell" else token.text
        if elements and self._has_loose_html(index):
            _guard_edges(tokens, pieces, elements)
        return pieces

    def _is_own_label(self, index: int, target: str, around: list[Token]) -> bool:
        """Whether a text with the tokens beside it is an unchanged `[label]` or `[label][]`."""
        if [token.role for token in around] != ["open", "text", "close"]:
            return False
        number = around[0].number
        payload = self._forms[index].payloads[number - 1]
        text = self._document.units[index].text
        return self._source[payload[2] : payload[3]] in {b"]", b"][]"} and (
            _find_inner(text, number) == _find_inner(target, number)
        )

    def _has_loose_html(self, index: int) -> bool:
        """Whether a unit holds a tag without partner, which an element would pair anew."""
        payloads = [payload for payload in self._forms[index].payloads if len(payload) == 2]
        raw = [self._source[slice(*payload)] for payload in payloads]
        return any(
            read_element(piece.decode())[0] != "opaque" for piece in raw if piece[:1] == b"<"
        )

    def _write_tag(self, index: int, token: Token, target: str, elements: Collection[int]) -> str:
        """The payload of one tag."""
        number = token.number
        payload = self._forms[index].payloads[number - 1]
        if number in elements and not self._has_loose_html(index):
            name = ELEMENTS[self._source[payload[0] : payload[1]].decode()]
            return f"<{name}>" if token.role == "open" else f"</{name}>"
        if token.role == "close":
            closer = self._cut(index, payload[2], payload[3]).decode()
            if closer in {"]", "][]"}:
                text = self._document.units[index].text
                if _find_inner(text, number) != _find_inner(target, number):
                    return f"][{self.label(payload)}]"
            return closer
        return self._cut(index, payload[0], payload[1]).decode()

    def list_departures(self, index: int, target: str) -> list[str]:
        """What `write` does not keep verbatim for `target`: punctuation, element, label."""
        payloads = self._forms[index].payloads
        if not payloads:
            return []
        repaired, elements = self.repair(index, target)
        found = ["element"] * len(elements)
        if repaired != target:
            found.append("punctuation")
        text = self._document.units[index].text
        for number, payload in enumerate(payloads, 1):
            closer = self._source[payload[-2] : payload[-1]] if len(payload) == 4 else b""
            if closer in {b"]", b"][]"} and (
                _find_inner(text, number) != _find_inner(repaired, number)
            ):
                found.append("label")
        return found

    def label(self, payload: tuple[int, ...]) -> str:
        """The label of a shortcut or collapsed reference: its own text as written."""
        raw = self._source[payload[1] : payload[2]].decode()
        return _LABEL_BREAK.sub(" ", raw)


def _guard_edges(tokens: list[Token], pieces: list[str], numbers: Collection[int]) -> None:
    """Writes the characters around delimiters as entities, which count as punctuation there."""
    for at, token in enumerate(tokens):
        if token.number not in numbers:
            continue
        for other in (at - 1, at + 1):
            if not 0 <= other < len(tokens) or tokens[other].role != "text":
                continue
            text = pieces[other]
            if other < at and (text[-1].isalnum() or text[-1] == " "):
                pieces[other] = f"{text[:-1]}&#{ord(text[-1])};"
            elif other > at and (text[0].isalnum() or text[0] == " "):
                pieces[other] = f"&#{ord(text[0])};{text[1:]}"


def _find_inner(text: str, number: int) -> str:
    """What stands inside wrapper `number`."""
    start = text.find(f"<g{number}>") + len(f"<g{number}>")
    return text[start : text.find(f"</g{number}>", start)]


def _last_char(pieces: list[str], at: int, step: int, sign: str) -> str:
    """The character that a delimiter at `at` has as neighbour in direction `step`.

    Neighbouring delimiters of the same sign belong to the same run and are skipped.
    """
    at += step
    while 0 <= at < len(pieces):
        piece = pieces[at]
        if piece and piece.strip(sign[0]):
            return piece[0] if step > 0 else piece[-1]
        at += step
    return ""
