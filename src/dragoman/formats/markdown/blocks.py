"""Markdown taken apart: the parser's events of one view become units with their payloads."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from hashlib import blake2b

from dragoman.errors import DocumentRefused, SourceInvalidEncoding
from dragoman.formats.markdown.cuts import LOOKALIKE
from dragoman.formats.markdown.events import (
    MIXED_RUN,
    PLAIN_RUN,
    SIMPLE_RUN,
    EventReader,
    Run,
)
from dragoman.formats.markdown.flavours import Flavour
from dragoman.formats.markdown.forms import PLAIN, Block, Form
from dragoman.formats.markdown.inline import Weaver
from dragoman.formats.markdown.nested import Finder
from dragoman.formats.markdown.parser import read_definitions, read_events
from dragoman.formats.markdown.pieces import TEXT, Payload, Piece, widen
from dragoman.formats.markdown.places import Places
from dragoman.formats.markdown.scanner import scan
from dragoman.formats.markdown.view import MARK
from dragoman.formats.tags import strip_tags
from dragoman.model.document import Document, FormatOptions, Span, Unit

MAX_BYTES = 64_000_000
LONG_LINE_BYTES = 1_000_000
"""Longer lines are looked at for markup before they are parsed. *Source:* measured, the parser's
own tree of a 10 MB line of nothing but markup took 49 times its size."""
LONG_LINE_SIGNS = 400_000
_SIGNS = b"*_`[]<&~$!\\"
"""Source: at 20 bytes of memory per byte of text, more would not fit a small machine."""

_KINDS = {
    "Paragraph": "paragraph",
    "Heading": "heading",
    "Item": "item",
    "TableCell": "cell",
    "DefinitionListTitle": "term",
    "DefinitionListDefinition": "definition",
    "HtmlBlock": "paragraph",
}


def _refuse_long_lines(source: bytes, path: str) -> None:
    """Nothing, for a source without a line of more than a megabyte of markup.

    Raises: DocumentRefused, before the parser spends memory on what has too many pieces anyway.
    """
    if len(source) <= LONG_LINE_BYTES:
        return
    for number, line in enumerate(source.splitlines(), 1):
        if len(line) > LONG_LINE_BYTES:
            signs = len(line) - len(line.translate(None, _SIGNS))
            if signs > LONG_LINE_SIGNS:
                message = f"One line holds more than {LONG_LINE_SIGNS:,} signs of markup."
                raise DocumentRefused(message, path=path, line=number, remedy="Split the line.")


def extract_document(source: bytes, flavour: Flavour, options: FormatOptions) -> Document:
    """The document of `source`; its detail is a tuple of one `Form` per unit.

    Raises: SourceInvalidEncoding, DocumentRefused.
    """
    if len(source) > MAX_BYTES:
        message = f"The file is larger than {MAX_BYTES:,} bytes."
        raise DocumentRefused(message, path=options.path, line=1, remedy="Split the file.")
    _refuse_long_lines(source, options.path)
    view = scan(source, flavour, options)
    try:
        text = view.data.decode()
    except UnicodeDecodeError as error:
        line = source.count(b"\n", 0, view.source_of(error.start)) + 1
        message = "The file is not valid UTF-8."
        raise SourceInvalidEncoding(
            message, path=options.path, line=line, remedy="Save it as UTF-8."
        ) from error
    places = Places(source, view)
    reader = EventReader(places.data, places.shift, options.path)
    runs = reader.split_runs(read_events(text, flavour))
    blocks = BlockReader(source, places).read(runs)
    finder = Finder(source, places, flavour, options)
    extras = finder.find(view.extras, reader.html, reader.titles)
    if "]:" in text:
        extras += finder.find_definitions(read_definitions(text, flavour))
    units, forms = number_units(merge_extras(blocks, extras))
    return Document(
        source=source,
        format="markdown",
        flavour=flavour.name,
        options=options,
        units=units,
        detail=forms,
    )


class BlockReader:
    """Turns runs of inline pieces into blocks in source offsets."""

    def __init__(self, source: bytes, places: Places) -> None:
        """Takes the source and what offsets count in."""
        self._places = places
        self._weaver = Weaver(source, places.data, places.atoms)
        self._outline: list[tuple[int, str]] = []
        self._context = ""
        self._above = ""

    def read(self, runs: Iterable[Run]) -> list[Block]:
        """The blocks of all runs that hold words."""
        blocks: list[Block] = []
        for run in runs:
            block = self._make_block(*run)
            if block is not None:
                blocks.append(block)
        return blocks

    def _make_block(self, name: str, level: int, pieces: list[Piece], mark: int) -> Block | None:
        """The block of one run, or None when there is nothing to translate in it."""
        places = self._places
        if mark == MIXED_RUN or places.atoms:
            self._weaver.trim_pins(name, pieces)
            if not pieces:
                return None
        text, payloads = self._weave(pieces, mark)
        if not text or text.isspace():
            return None
        op, value, start, _ = pieces[0]
        end = pieces[-1][3]
        if payloads:
            end = max(end, *[payload[-1] for payload in payloads])
        if op == TEXT:
            start = widen(places.data, start, value)
        if places.is_mapped:
            start, end = places.locate(start, end)
            payloads = tuple([self._locate_payload(payload) for payload in payloads])
        context = self._context
        if name == "Heading":
            self._note_heading(level, strip_tags(text))
            context = self._above
        form = Form("", payloads) if payloads else PLAIN
        return Block(_KINDS.get(name, "paragraph"), text, start, end, context, form)

    def _weave(self, pieces: list[Piece], mark: int) -> tuple[str, tuple[Payload, ...]]:
        """Text and payloads by the cheapest way that is right."""
        woven: tuple[str, tuple[Payload, ...]] | None = None
        if mark == PLAIN_RUN:
            text = pieces[0][1] if len(pieces) == 1 else "".join([piece[1] for piece in pieces])
            if LOOKALIKE.search(text) is None:
                woven = text, ()
        elif mark == SIMPLE_RUN:
            woven = self._weaver.weave_plain(pieces)
        if woven is not None:
            text = woven[0]
            has_atoms = self._places.atoms and MARK in text
            if not has_atoms and "://" not in text and "www." not in text:
                return woven
        return self._weaver.weave(pieces)

    def _note_heading(self, level: int, title: str) -> None:
        """Puts a heading on the outline; leaves what stands above it in `_above`."""
        outline = self._outline
        while outline and outline[-1][0] >= level:
            outline.pop()
        self._above = " > ".join([entry[1] for entry in outline])
        outline.append((level, title))
        self._context = f"{self._above} > {title}" if self._above else title

    def _locate_payload(self, payload: Payload) -> Payload:
        locate = self._places.locate
        if len(payload) == 2:
            return locate(*payload)
        return (*locate(*payload[:2]), *locate(*payload[2:]))


def merge_extras(blocks: list[Block], extras: list[Block]) -> Iterable[Block]:
    """Both in source order, an outer one before those inside it."""
    if not extras:
        return blocks
    return sorted([*blocks, *extras], key=lambda block: (block.start, -block.end))


_KEY_KINDS = {"item": "paragraph", "definition": "paragraph"}
"""Kinds that one blank line turns into another must not change a key."""


def number_units(blocks: Iterable[Block]) -> tuple[tuple[Unit, ...], tuple[Form, ...]]:
    """Units with keys and parents, and their forms.

    A key hashes kind, text and how many equal ones came before: a section inserted above or moved
    leaves every other key as it was.
    """
    units: list[Unit] = []
    forms: list[Form] = []
    seen: dict[str, int] = {}
    nesting = _Nesting()
    last_end = 0
    for kind, text, start, end, context, form in blocks:
        parent = -1
        if start >= last_end:
            last_end = end
            nesting.restart(len(units), end, form)
        else:
            parent = nesting.enter(len(units), start, end, form)
            if parent == _NOWHERE:
                continue
        kind_and_text = f"{_KEY_KINDS.get(kind, kind)}\0{text}"
        count = seen.get(kind_and_text, 0)
        seen[kind_and_text] = count + 1
        if count:
            kind_and_text = f"{kind_and_text}\0{count}"
        key = blake2b(kind_and_text.encode(), digest_size=8).hexdigest()
        units.append(Unit(key, kind, text, Span(start, end), context, parent))
        forms.append(form)
    return tuple(units), tuple(forms)


_NOWHERE = -2
"""The parent of a text that overlaps another unit's words: it is no unit of its own."""


class _Nesting:
    """Which unit holds which, as they come in source order."""

    def __init__(self) -> None:
        self._open: list[tuple[int, int, Form]] = []
        self._ranges: dict[int, list[Payload]] = {}

    def restart(self, index: int, end: int, form: Form) -> None:
        """Notes a unit that begins behind all others."""
        self._open = [(index, end, form)]

    def enter(self, index: int, start: int, end: int, form: Form) -> int:
        """The index of the unit that holds this one, -1 for none, `_NOWHERE` to leave it out."""
        parent = -1
        if self._open:
            while self._open and self._open[-1][1] <= start:
                self._ranges.pop(self._open.pop()[0], None)
            if self._open:
                parent, last, holder = self._open[-1]
                if end > last or not self._is_in_payload(parent, holder, start, end):
                    return _NOWHERE
        self._open.append((index, end, form))
        return parent

    def _is_in_payload(self, parent: int, holder: Form, start: int, end: int) -> bool:
        ranges = self._ranges.get(parent)
        if ranges is None:
            ranges = self._ranges[parent] = sorted(
                payload[at : at + 2]
                for payload in holder.payloads
                for at in range(0, len(payload), 2)
            )
        at = bisect_right(ranges, (start, end)) - 1
        return at >= 0 and end <= ranges[at][1]
