"""Front matter: where it ends, and which of its values are units."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import NamedTuple

import yaml

from dragoman.errors import DocumentRefused, SourceBroken
from dragoman.formats.markdown.toml_front_matter import find_strings
from dragoman.formats.markdown.toml_values import read_toml
from dragoman.formats.markdown.view import Extra
from dragoman.model.document import FormatOptions, Span

_LIMIT_BYTES = 262_144
"""Larger front matter is refused. *Source:* the largest seen in 4,000 public files has 21 kB."""
_DEPTH_LIMIT = 100
"""libyaml's composer recurses on the C stack, where too deep is a crash and no exception."""
_BRACKET = re.compile(rb"[\[\]{}]")
_COMPACT = re.compile(rb"(?:[-?:][ \t]++){100}")
_YAML_OPEN = re.compile(rb"---[ \t]*(?:\r\n|\n|\r)")
_YAML_CLOSE = re.compile(rb"(?:(?<=\n)|(?<=\r))(?:---|\.\.\.)[ \t]*(?:\r\n|\n|\r|\Z)")
_TOML_OPEN = re.compile(rb"\+\+\+[ \t]*(?:\r\n|\n|\r)")
_TOML_CLOSE = re.compile(rb"(?:(?<=\n)|(?<=\r))\+\+\+[ \t]*(?:\r\n|\n|\r|\Z)")
_JSON_OPEN = re.compile(rb"\{[ \t]*(?:\r\n|\n)")
_JSON_CLOSE = re.compile(rb"(?<=\n)\}[ \t]*(?:\r\n|\n|\Z)")
_KEY = re.compile(rb"(?:\A|(?<=\n)|(?<=\r))[^\s#:][^:\r\n]*:(?:[ \t\r\n]|\Z)")
_COMMENTS_ONLY = re.compile(rb"(?:[ \t]*(?:#[^\r\n]*)?[\r\n])*+\Z")

_PROSE_KEYS = frozenset(
    "title linktitle subtitle description summary excerpt tagline lead sidebar_label sidebartitle "
    "label caption alt heading headline text details name pagination_label navtitle nav_title "
    "short_title menutitle content message question answer".split()
)
_NAMING_KEYS = frozenset(
    "slug id ids url urls permalink layout template type kind date lastmod updated published "
    "publishdate expirydate author authors reviewers approvers owner owners tags tag categories "
    "category keywords aliases alias redirect redirect_from redirect_to image images img src href "
    "link links icon class cssclass cssclasses version versions lang language locale weight order "
    "position parent path file files theme color sidebar menu outputs markup source repo email "
    "canonical canonical_url pagefind head".split()
)
_NOT_PROSE = re.compile(
    r"\S*://\S*|[\w.+-]+@[\w-]+\.\S+|[./~#$@]\S*|\S*/\S*|\S+\.[A-Za-z]\w{0,4}|\d[\d\s:./TZ+-]*|"
    r"[a-z0-9]+(?:[-_][a-z0-9]+)*|[0-9a-fA-F-]{32,}"
)


class FrontMatter(NamedTuple):
    """Where front matter stands.

    `kind` is yaml, toml or json; `start` and `stop` bound what stands between the fences and `end`
    lies behind the closing one.
    """

    kind: str
    start: int
    stop: int
    end: int


def find_front_matter(source: bytes, base: int, *, json: bool = False) -> FrontMatter | None:
    r"""The front matter that begins at `base`, None when there is none.

    Takes: `json` whether braces alone on a line count (Hugo). Three dashes are front matter only
    when a closing line follows and what lies between is empty or has a key; else they are a rule.

    >>> find_front_matter(b"---\ntitle: A\n---\nB", 0)
    FrontMatter(kind='yaml', start=4, stop=13, end=17)
    """
    first = source[base : base + 1]
    if first == b"-":
        found = _find_fenced(source, base, "yaml", _YAML_OPEN, _YAML_CLOSE)
        if found is None:
            return None
        body = source[found.start : found.stop]
        return found if _KEY.search(body) or _COMMENTS_ONLY.match(body) else None
    if first == b"+":
        return _find_fenced(source, base, "toml", _TOML_OPEN, _TOML_CLOSE)
    if first == b"{" and json:
        return _find_fenced(source, base, "json", _JSON_OPEN, _JSON_CLOSE)
    return None


def _find_fenced(
    source: bytes, base: int, kind: str, opener: re.Pattern[bytes], closer: re.Pattern[bytes]
) -> FrontMatter | None:
    opened = opener.match(source, base)
    closed = closer.search(source, opened.end()) if opened else None
    if opened is None or closed is None:
        return None
    return FrontMatter(kind, opened.end(), closed.start(), closed.end())


def find_values(source: bytes, matter: FrontMatter, options: FormatOptions) -> list[Extra]:
    """The values of the front matter that `options.frontmatter` makes units, in order.

    A chosen name is a key at any depth or a dotted path (`hero.text`; places in lists do not
    count). "translate" takes every plain string that reads like prose: under a usual prose key
    anything with a letter, elsewhere what has a blank between words; never a date, address, path,
    identifier, nor anything under a naming key such as slug, tags or layout.

    Raises: SourceBroken where the front matter cannot be read; DocumentRefused beyond 256 kB.
    """
    if options.frontmatter == "preserve" or matter.kind == "json":
        return []
    if matter.stop - matter.start > _LIMIT_BYTES:
        raise DocumentRefused(
            f"The front matter is longer than {_LIMIT_BYTES} bytes.",
            path=options.path,
            line=1,
            remedy="Shorten it, or set `frontmatter: preserve` for this file.",
        )
    read = _read_yaml if matter.kind == "yaml" else _read_toml
    return [
        extra
        for path, extra in read(source, matter, options.path)
        if _is_chosen(path, extra.text, options.frontmatter)
    ]


def _is_chosen(path: str, text: str, choice: str | tuple[str, ...]) -> bool:
    if not any(sign.isalpha() for sign in text):
        return False
    if isinstance(choice, tuple):
        return path in choice or path.rpartition(".")[2] in choice
    keys = path.lower().split(".")
    if any(key in _NAMING_KEYS for key in keys) or _NOT_PROSE.fullmatch(text):
        return keys[-1] in _PROSE_KEYS and "/" not in text and not _NAMING_KEYS.intersection(keys)
    return keys[-1] in _PROSE_KEYS or " " in text.strip()


def _read_yaml(source: bytes, matter: FrontMatter, path: str) -> Iterator[tuple[str, Extra]]:
    body = source[matter.start : matter.stop]
    text = body.decode()
    _refuse_depth(body, path)
    loader = yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader
    try:
        root = yaml.compose(text, Loader=loader)
    except yaml.MarkedYAMLError as fault:
        mark = fault.problem_mark or fault.context_mark
        raise _broken(path, 2 + (mark.line if mark else 0), fault.problem or "YAML") from fault
    except (yaml.YAMLError, RecursionError, ValueError) as fault:
        raise _broken(path, 2, "it is no YAML that can be read") from fault
    at, offset = 0, matter.start
    for keys, node, in_flow in _walk(root, text):
        start, end = node.start_mark.index, node.end_mark.index
        first = offset + len(text[at:start].encode())
        raw = text[start:end]
        if raw[:1] in ("|", ">"):
            raw = raw.rstrip()
        size = len(raw.encode())
        at, offset = start + len(raw), first + size
        value = node.value.rstrip() if node.style in ("|", ">") else node.value
        codec = "yaml-flow" if in_flow else "yaml"
        yield keys, Extra("front-matter:" + keys, Span(first, offset), value, codec)


def _refuse_depth(body: bytes, path: str) -> None:
    depth = deepest = 0
    for bracket in _BRACKET.finditer(body):
        depth += 1 if bracket.group() in (b"[", b"{") else -1
        deepest = max(deepest, depth)
    if deepest > _DEPTH_LIMIT or _COMPACT.search(body):
        raise DocumentRefused(
            f"The front matter is nested deeper than {_DEPTH_LIMIT} levels.",
            path=path,
            line=1,
            remedy="Flatten it, or set `frontmatter: preserve` for this file.",
        )


def _walk(root: yaml.Node | None, text: str) -> Iterator[tuple[str, yaml.ScalarNode, bool]]:
    """The string scalars in source order with their dotted keys; nothing anchored or tagged."""
    pending: list[tuple[str, yaml.Node | None, bool]] = [("", root, False)]
    while pending:
        keys, node, in_flow = pending.pop()
        if node is None or text[node.start_mark.index : node.start_mark.index + 1] in ("&", "!"):
            continue
        if isinstance(node, yaml.ScalarNode):
            if keys and node.tag == "tag:yaml.org,2002:str":
                yield keys, node, in_flow
            continue
        flow = in_flow or bool(getattr(node, "flow_style", False))
        if isinstance(node, yaml.MappingNode):
            for key, value in reversed(node.value):
                name = key.value if isinstance(key, yaml.ScalarNode) else ""
                if value.start_mark.index > key.start_mark.index and name != "<<":
                    pending.append((f"{keys}.{name}" if keys else name, value, flow))
        else:
            pending.extend((keys, child, flow) for child in reversed(node.value))


def _read_toml(source: bytes, matter: FrontMatter, path: str) -> Iterator[tuple[str, Extra]]:
    body = source[matter.start : matter.stop].decode()
    try:
        tomllib.loads(body.replace("\r\n", "\n"))
    except (tomllib.TOMLDecodeError, RecursionError) as fault:
        line = re.search(r"line (\d+)", str(fault))
        raise _broken(path, 1 + (int(line.group(1)) if line else 1), "it is no TOML") from fault
    for keys, span in find_strings(source, matter.start, matter.stop):
        text = read_toml(source[span.start : span.end])
        yield keys, Extra("front-matter:" + keys, span, text, "toml")


def _broken(path: str, line: int, problem: str) -> SourceBroken:
    return SourceBroken(
        f"The front matter cannot be read: {problem}.",
        path=path,
        line=line,
        remedy="Correct the front matter, or set `frontmatter: preserve` for this file.",
    )
