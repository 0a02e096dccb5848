"""Markdown taken apart: the parser's events of one view become units with their payloads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import blake2b

from dragoman.errors import DocumentRefused, SourceInvalidEncoding
from dragoman.formats.markdown.flavours import Flavour
from dragoman.formats.markdown.forms import PLAIN, Block, Form
from dragoman.formats.markdown.inline import (
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
    Weaver,
)
from dragoman.formats.markdown.nested import Finder
from dragoman.formats.markdown.parser import Event, read_definitions, read_events
from dragoman.formats.markdown.places import Places
from dragoman.formats.markdown.scanner import scan
from dragoman.formats.markdown.view import MARK
from dragoman.formats.tags import strip_tags
from dragoman.model.document import Document, FormatOptions, Span, Unit

MAX_BYTES = 64_000_000
MAX_DEPTH = 1_000
"""Containers in containers. Source: the parser's time grows with depth × lines; 1,000 levels of
quotes in 100 kB take 80 ms in the parser alone, and no document of people comes near."""

_DELIMITED = frozenset(("Emphasis", "Strong", "Strikethrough", "Link", "Image"))
"""Inline containers named by a string: all at their end, emphasis also at its start."""

_LINKED = frozenset(("Link", "Image"))
_WHOLE = ("Autolink", "Email")
_COLLAPSED = ("Collapsed", "CollapsedUnknown")
_ATOMIC = {
    "InlineHtml": HTML,
    "FootnoteReference": OPAQUE,
    "InlineMath": OPAQUE,
    "DisplayMath": OPAQUE,
}
_MUTED = frozenset(("CodeBlock", "MetadataBlock"))
_KINDS = {
    "Paragraph": "paragraph",
    "Heading": "heading",
    "Item": "item",
    "TableCell": "cell",
    "DefinitionListTitle": "term",
    "DefinitionListDefinition": "definition",
    "HtmlBlock": "paragraph",
}
_LEVELS = {"H1": 1, "H2": 2, "H3": 3, "H4": 4, "H5": 5, "H6": 6}

PLAIN_RUN, SIMPLE_RUN, MIXED_RUN = range(3)
"""Only text; text, code, emphasis and links; anything."""

Run = tuple[str, int, list[Piece], int]
"""Block name, heading level (0), pieces, and which kind of run it is."""


def extract_document(source: bytes, flavour: Flavour, options: FormatOptions) -> Document:
    """The document of `source`; its detail is a tuple of one `Form` per unit.

    Raises: SourceInvalidEncoding, DocumentRefused.
    """
    if len(source) > MAX_BYTES:
        message = f"The file is larger than {MAX_BYTES:,} bytes."
        raise DocumentRefused(message, path=options.path, line=1, remedy="Split the file.")
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
    reader = _Reader(source, places, options)
    blocks = reader.read(read_events(text, flavour))
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


class _Reader:
    """Turns runs of inline events into blocks in source offsets."""

    def __init__(self, source: bytes, places: Places, options: FormatOptions) -> None:
        """Takes the source and what offsets count in."""
        self._places = places
        self._options = options
        self._weaver = Weaver(source, places.data, places.atoms)
        self._outline: list[tuple[int, str]] = []
        self._context = ""
        self._above = ""
        self.html: list[tuple[int, int]] = []
        self.titles: list[tuple[int, int, str]] = []

    def read(self, events: Iterator[Event]) -> list[Block]:
        """The blocks of all events; ranges of HTML and titles are left in `html`, `titles`."""
        blocks: list[Block] = []
        for run in self._split_runs(events):
            block = self._make_block(run)
            if block is not None:
                blocks.append(block)
        return blocks

    def _split_runs(self, events: Iterator[Event]) -> Iterator[Run]:  # noqa: C901, PLR0912 (the hot loop: one pass, no calls)
        """Runs of inline pieces, cut wherever a block begins or ends."""
        pieces: list[Piece] = []
        mark = PLAIN_RUN
        names = ["Paragraph"]
        level = 0
        is_muted = False
        html = self.html
        titles = self.titles
        shift = self._places.shift
        for event, place in events:
            start = place["start"] + shift
            end = place["end"] + shift
            if event.__class__ is str:
                if event == "SoftBreak":
                    pieces.append((BREAK, " ", start, end))
                    continue
                if event == "HardBreak":
                    mark = MIXED_RUN
                    pieces.append((HARD, "", start, end))
                    continue
                kind = "Rule"
            else:
                kind, value = event.popitem()
            if kind == "Text":
                if not is_muted:
                    pieces.append((TEXT, value, start, end))
                continue
            if kind == "Start" or kind == "End":
                if value.__class__ is str:
                    name = value
                    if name in _DELIMITED:
                        mark = mark or SIMPLE_RUN
                        pieces.append((OPEN if kind == "Start" else CLOSE, name, start, end))
                        continue
                else:
                    for name in value:
                        break
                    if name in _LINKED:
                        content = value[name]
                        if content["title"]:
                            titles.append((start, end, content["title"]))
                        mark = mark or SIMPLE_RUN
                        link_type = content["link_type"]
                        if link_type in _WHOLE:
                            mark = MIXED_RUN
                            name = WHOLE
                        elif link_type in _COLLAPSED:
                            name = COLLAPSED[name]
                        pieces.append((OPEN, name, start, end))
                        continue
            elif kind == "Code":
                mark = mark or SIMPLE_RUN
                pieces.append((OPAQUE, "", start, end))
                continue
            elif kind in _ATOMIC:
                mark = MIXED_RUN
                pieces.append((_ATOMIC[kind], value, start, end))
                if kind == "InlineHtml":
                    html.append((start, end))
                continue
            if pieces:
                yield names[-1], level, pieces, mark
                pieces = []
                mark = PLAIN_RUN
            if kind == "Start":
                names.append(name)
                is_muted = name in _MUTED
                if name == "Heading":
                    level = _LEVELS[value["Heading"]["level"]]
                elif name == "HtmlBlock":
                    html.append((start, end))
                if len(names) > MAX_DEPTH:
                    self._refuse_depth(self._places.data, start)
            elif kind == "End":
                names.pop()
                is_muted = False
        if pieces:
            yield names[-1], level, pieces, mark

    def _make_block(self, run: Run) -> Block | None:
        """The block of one run, or None when there is nothing to translate in it."""
        name, level, pieces, mark = run
        if mark == MIXED_RUN or self._places.atoms:
            self._weaver.trim_pins(name, pieces)
            if not pieces:
                return None
        _, value, start, _ = pieces[0]
        places = self._places
        weaver = self._weaver
        payloads: tuple[Payload, ...] = ()
        woven = None
        if mark == PLAIN_RUN:
            text = value if len(pieces) == 1 else "".join([piece[1] for piece in pieces])  # type: ignore[misc] # TEXT and BREAK hold str
            is_done = "<" not in text and "\0" not in text  # type: ignore[operator] # str
        else:
            woven = weaver.weave_plain(pieces) if mark == SIMPLE_RUN else None
            is_done = woven is not None
            text, payloads = woven or ("", ())
        if not is_done or "://" in text or "www." in text or (places.atoms and MARK in text):  # type: ignore[operator] # str
            text, payloads = weaver.weave(pieces)
        if not text or text.isspace():  # type: ignore[attr-defined] # str
            return None
        end = pieces[-1][3]
        if payloads:
            end = max(end, max([payload[-1] for payload in payloads]))
        if pieces[0][0] == TEXT:
            start = weaver.widen(start, value)  # type: ignore[arg-type] # str
        if places.is_mapped:
            start, end = places.locate(start, end)
            payloads = tuple([self._locate_payload(payload) for payload in payloads])
        context = self._context
        if name == "Heading":
            self._note_heading(level, strip_tags(text))  # type: ignore[arg-type] # str
            context = self._above
        form = Form("", payloads) if payloads else PLAIN
        return Block(_KINDS.get(name, "paragraph"), text, start, end, context, form)  # type: ignore[arg-type] # str

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

    def _refuse_depth(self, source: bytes, start: int) -> None:
        line = source.count(b"\n", 0, start) + 1
        message = f"Lists and quotes are nested more than {MAX_DEPTH:,} deep."
        raise DocumentRefused(
            message, path=self._options.path, line=line, remedy="Flatten the nesting."
        )


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
    open_units: list[tuple[int, int]] = []
    for kind, text, start, end, context, form in blocks:
        while open_units and open_units[-1][1] <= start:
            open_units.pop()
        parent = open_units[-1][0] if open_units else -1
        if parent >= 0 and (end > open_units[-1][1] or not _is_inside(forms[parent], start, end)):
            continue
        open_units.append((len(units), end))
        kind_and_text = f"{_KEY_KINDS.get(kind, kind)}\0{text}"
        count = seen.get(kind_and_text, 0)
        seen[kind_and_text] = count + 1
        if count:
            kind_and_text = f"{kind_and_text}\0{count}"
        key = blake2b(kind_and_text.encode(), digest_size=8).hexdigest()
        units.append(Unit(key, kind, text, Span(start, end), context, parent))
        forms.append(form)
    return tuple(units), tuple(forms)


def _is_inside(form: Form, start: int, end: int) -> bool:
    """Whether the range lies within one of the payloads of `form`."""
    for payload in form.payloads:
        for at in range(0, len(payload), 2):
            if payload[at] <= start and end <= payload[at + 1]:
                return True
    return False

