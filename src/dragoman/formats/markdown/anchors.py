"""Ids of headings: what a page can be linked to, and keeping that through a translation."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import NamedTuple

from dragoman.formats.markdown.flavours import FLAVOURS
from dragoman.formats.markdown.parser import read_events
from dragoman.formats.markdown.places import Places
from dragoman.formats.markdown.scanner import scan
from dragoman.formats.markdown.view import MARK
from dragoman.model.document import Document, FormatOptions


class Heading(NamedTuple):
    """A heading: `end` is where its text ends in the source, `start` where its block begins."""

    start: int
    end: int
    anchor: str
    is_explicit: bool


class Link(NamedTuple):
    """A link or image of a page, at a source offset."""

    start: int
    url: str


class Page(NamedTuple):
    """What can be linked to on a page, and what it links to."""

    headings: tuple[Heading, ...]
    anchors: frozenset[str]
    links: tuple[Link, ...]


_MARKS = re.compile("[\u0300-\u036f]")
_VITEPRESS_SIGNS = re.compile(r"[\s~`!@#$%^&*()\-_+=\[\]{}|\\;:\"'“”‘’<>,.?/]+")
_EXPLICIT_IDS = re.compile(rb"\b(?:id|name)=[\"']([^\"'\r\n]+)[\"']|\{:?[^{}\r\n]*#([^\s{}]+)")
_HEADING_ID = re.compile(rb"\{[^{}\r\n#]*#([^\s{}*]+)[^{}\r\n]*\}[ \t]*(?=[\r\n]|\Z)")
_LABELS = re.compile(rb"^\(([^()\r\n]+)\)=", re.MULTILINE)


def _slug_github(text: str) -> str:
    """Source: github-slugger 2: lower case, signs removed, each blank a hyphen."""
    signs = text.strip().lower()
    kept = [sign for sign in signs if sign in "-_ " or unicodedata.category(sign)[0] in "LNM"]
    return "".join(kept).replace(" ", "-")


def _slug_vitepress(text: str) -> str:
    """Source: @mdit-vue/shared, slugify."""
    plain = _MARKS.sub("", unicodedata.normalize("NFKD", text))
    plain = "".join(sign for sign in plain if sign >= " ")
    slug = _VITEPRESS_SIGNS.sub("-", plain).strip("-")
    return ("_" + slug if slug[:1].isdigit() else slug).lower()


def _slug_mkdocs(text: str) -> str:
    """Source: Python-Markdown 3, toc.slugify."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    plain = re.sub(r"[^\w\s-]", "", plain).strip().lower()
    return re.sub(r"[-\s]+", "-", plain)


def _slug_obsidian(text: str) -> str:
    """Obsidian links to the heading's own words."""
    return text.strip()


_SLUGS: Mapping[str, Callable[[str], str]] = {
    "vitepress": _slug_vitepress,
    "mkdocs": _slug_mkdocs,
    "obsidian": _slug_obsidian,
}
_JOINTS = {"mkdocs": "_"}


def make_slug(text: str, flavour: str) -> str:
    """The id that a heading with `text` gets in a flavour, before numbering.

    >>> make_slug("What's new, in 2.0?", "gfm"), make_slug("Café & Co", "mkdocs")
    ('whats-new-in-20', 'cafe-co')
    """
    return _SLUGS.get(flavour, _slug_github)(text)


def read_page(document: Document) -> Page:
    """Headings, anchors and links of a document, in source offsets."""
    return _read_page(document.source, document.flavour, document)


@lru_cache(maxsize=4)
def _read_page(source: bytes, flavour: str, document: Document) -> Page:
    """Cached, because pinning needs the page at the splice and again at the proof."""
    reader = _PageReader(source, flavour, document.options)
    headings, links = reader.read()
    anchors = {heading.anchor for heading in headings}
    anchors.update((a or b).decode() for a, b in _EXPLICIT_IDS.findall(source))
    anchors.update(label.decode() for label in _LABELS.findall(source))
    return Page(tuple(headings), frozenset(anchors), tuple(links))


class _PageReader:
    """Reads headings and links from the parser's events."""

    def __init__(self, source: bytes, flavour: str, options: FormatOptions) -> None:
        self._source = source
        self._flavour = flavour
        view = scan(source, FLAVOURS[flavour], options)
        self._places = Places(source, view)
        self._events = read_events(view.data.decode(), FLAVOURS[flavour])
        self._taken: dict[str, int] = {}

    def read(self) -> tuple[list[Heading], list[Link]]:
        """All headings and all links, in order."""
        headings: list[Heading] = []
        links: list[Link] = []
        words: list[str] = []
        explicit = ""
        first = last = 0
        places = self._places
        for event, place in self._events:
            start, end = place["start"] + places.shift, place["end"] + places.shift
            if event.__class__ is str:
                words.append(" ")
                continue
            kind, value = event.popitem()
            if kind in {"Text", "Code"}:
                words.append(value)
                last = end
            elif value.__class__ is not dict:
                continue
            elif kind == "Start" and "Heading" in value:
                words = []
                first = start
                explicit = value["Heading"]["id"] or ""
            elif kind == "End" and "Heading" in value and last > first:
                headings.append(self._make_heading(first, last, "".join(words), explicit))
            elif kind == "Start" and not value.keys().isdisjoint(("Link", "Image")):
                at = places.locate(start, end)[0]
                links.extend(Link(at, content["dest_url"]) for content in value.values())
        return headings, links

    def _make_heading(self, first: int, last: int, words: str, explicit: str) -> Heading:
        start, end = self._places.locate(first, last)
        if not explicit:
            line_end = _find_line_end(self._source, end)
            found = _HEADING_ID.search(self._source, start, line_end)
            explicit = found[1].decode() if found else ""
        slug = make_slug(words.replace(MARK, ""), self._flavour)
        anchor = explicit or _number(slug, self._taken, _JOINTS.get(self._flavour, "-"))
        return Heading(start, end, anchor, bool(explicit))


def _number(slug: str, taken: dict[str, int], joint: str) -> str:
    """`slug`, numbered when the page has it already."""
    if slug not in taken:
        taken[slug] = 0
        return slug
    while True:
        taken[slug] += 1
        numbered = f"{slug}{joint}{taken[slug]}"
        if numbered not in taken:
            taken[numbered] = 0
            return numbered


def find_pins(document: Document) -> dict[int, bytes]:
    """Bytes to put in at source offsets so that headings keep the ids of the source.

    Empty unless the option `anchors` is `pin`. Headings with an id of their own, and those that are
    no units (their text does not change), get none; Obsidian knows no ids.
    """
    if document.options.anchors != "pin" or document.flavour == "obsidian":
        return {}
    ends = {unit.span.end: unit for unit in document.units if unit.kind == "heading"}
    source = document.source
    pins: dict[int, bytes] = {}
    for heading in read_page(document).headings:
        line_end = _find_line_end(source, heading.end)
        unit_ends = [end for end in range(heading.end, line_end + 1) if end in ends]
        if heading.is_explicit or not heading.anchor or not unit_ends:
            continue
        if source[unit_ends[-1] : line_end].strip():
            continue
        place, pin = _write_pin(document, heading, unit_ends[-1])
        if pin:
            pins[place] = pin
    return pins


def _write_pin(document: Document, heading: Heading, end: int) -> tuple[int, bytes]:
    """Where and how a heading's id is written in its flavour."""
    source = document.source
    anchor = heading.anchor.encode()
    if document.flavour == "myst":
        line_start = source.rfind(b"\n", 0, heading.start) + 1
        if source[line_start : heading.start].strip():
            return end, b""
        return line_start, b"(" + anchor + b")=\n"
    if document.flavour in {"gfm", "mdx"}:
        return end, b' <a id="' + anchor + b'"></a>'
    return end, b" {#" + anchor + b"}"


def _find_line_end(source: bytes, at: int) -> int:
    end = source.find(b"\n", at)
    return len(source) if end < 0 else end - (source[end - 1 : end] == b"\r")


def cut_gap(source: bytes, start: int, end: int, inserts: Mapping[int, bytes]) -> bytes:
    """`source[start:end]` with `inserts` put in at their offsets, both edges included.

    >>> cut_gap(b"abcd", 1, 3, {1: b"-", 3: b"+", 4: b"?"})
    b'-bc+'
    """
    if not inserts:
        return source[start:end]
    out: list[bytes] = []
    at = start
    for place in sorted(place for place in inserts if start <= place <= end):
        out += [source[at:place], inserts[place]]
        at = place
    out.append(source[at:end])
    return b"".join(out)
