"""The keys of L10N.md: what each may hold, and what is said when it holds something else."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NoReturn

from dragoman.errors import ConfigurationError
from dragoman.sources.file_settings import PRESERVED, Command, Origin
from dragoman.sources.front_matter import FrontMatter, Trail
from dragoman.sources.globs import Glob, is_escaping, join_path
from dragoman.sources.templates import Template, refuse_template

_LOCALE = re.compile(r"[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a value stands, for its reader and for the message about it."""

    root: Path
    file: str
    directory: str
    head: FrontMatter
    trail: Trail

    def line(self, *more: str | int) -> int:
        """The line of the value, or of a part of it."""
        return self.head.line_of((*self.trail, *more))

    def origin(self) -> Origin:
        """Where the value was said."""
        return Origin(self.file, self.line())

    def refuse(self, message: str, remedy: str, *more: str | int) -> NoReturn:
        """Raises a ConfigurationError that points at the value or at a part of it."""
        raise ConfigurationError(message, path=self.file, line=self.line(*more), remedy=remedy)

    def name(self) -> str:
        """The key, as the person wrote it."""
        return next(str(part) for part in reversed(self.trail) if isinstance(part, str))


Reader = Callable[[Any, Place], object]


def find_locale_fault(text: str) -> str | None:
    """The remedy for something that is no BCP 47 tag, None for a tag.

    >>> find_locale_fault("pt-BR"), find_locale_fault("pt_BR")
    (None, 'Did you mean pt-BR?')
    """
    if _LOCALE.fullmatch(text):
        return None
    mended = text.strip().replace("_", "-")
    if _LOCALE.fullmatch(mended):
        return f"Did you mean {mended}?"
    return "Use a BCP 47 tag such as de or pt-BR."


def _text(value: Any, place: Place) -> str:
    if not isinstance(value, str) or not value.strip():
        place.refuse(f"`{place.name()}` is not a text", "Write one non-empty text.")
    return value


def _tag(value: Any, place: Place) -> str:
    text = _text(value, place)
    if remedy := find_locale_fault(text):
        place.refuse(f"`{text}` is not a language tag", remedy)
    return text


def _one_of(*choices: str) -> Reader:
    def read_choice(value: Any, place: Place) -> str:
        if value not in choices or not isinstance(value, str):
            near = get_close_matches(str(value), choices, 1, 0.5)
            place.refuse(
                f"`{place.name()}` cannot be `{value}`",
                f"Did you mean {near[0]}?" if near else f"Use one of {', '.join(choices)}.",
            )
        return value

    return read_choice


def _texts(value: Any, place: Place) -> tuple[str, ...]:
    """A list of texts; one text alone counts as a list of one."""
    items = [value] if isinstance(value, str) else value
    if not isinstance(items, list):
        place.refuse(f"`{place.name()}` is not a list", "Write a list of texts.")
    for at, item in enumerate(items):
        if not isinstance(item, str) or not item.strip():
            place.refuse(f"`{place.name()}` holds something that is not a text", "Quote it.", at)
    return tuple(items)


def _preserve(value: Any, place: Place) -> tuple[str, ...]:
    names = _texts(value, place)
    for at, name in enumerate(names):
        if name not in PRESERVED:
            near = get_close_matches(name, PRESERVED, 1, 0.5)
            remedy = f"Did you mean {near[0]}?" if near else f"Use some of {', '.join(PRESERVED)}."
            place.refuse(f"`preserve` does not know `{name}`", remedy, at)
    return tuple(name for name in PRESERVED if name in names)


def _frontmatter(value: Any, place: Place) -> str | tuple[str, ...]:
    if isinstance(value, str):
        return str(_one_of("preserve", "translate")(value, place))
    return _texts(value, place)


def _retries(value: Any, place: Place) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= 10:
        place.refuse("`retries` is not a number from 0 to 10", "Write a whole number, such as 2.")
    return value


def _glob(pattern: str, place: Place, *more: str | int) -> Glob:
    if is_escaping(pattern):
        place.refuse(
            f"the pattern `{pattern}` leaves the repository",
            "Use a path relative to this file, without `..`.",
            *more,
        )
    return Glob(pattern, place.directory)


def _globs(value: Any, place: Place) -> tuple[Glob, ...]:
    return tuple(_glob(text, place, at) for at, text in enumerate(_texts(value, place)))


def _template(value: Any, place: Place, *more: str | int) -> Template:
    if not isinstance(value, str):
        place.refuse("a template is not a text", "Write i18n/{locale}/{relpath}.", *more)
    if reason := refuse_template(value):
        message, _, remedy = reason.partition("\n")
        place.refuse(f"{message}: `{value}`", remedy, *more)
    return Template(value, place.directory)


def _target_path(value: Any, place: Place) -> Template:
    return _template(value, place)._replace(is_base=True)


@dataclass(frozen=True, slots=True)
class SourcePattern:
    """One pattern of `sources` and the template it was given, None = `output` decides."""

    glob: Glob
    template: Template | None
    origin: Origin


def _sources(value: Any, place: Place) -> tuple[SourcePattern, ...]:
    if not isinstance(value, Mapping):
        globs = _globs(value, place)
        return tuple(
            SourcePattern(found, None, Origin(place.file, place.line(at)))
            for at, found in enumerate(globs)
        )
    return tuple(
        SourcePattern(
            _glob(str(pattern), place, pattern),
            None if template is None else _template(template, place, pattern),
            Origin(place.file, place.line(pattern)),
        )
        for pattern, template in value.items()
    )


def _targets(value: Any, place: Place) -> dict[str, str]:
    """Locales with their names; "" where the list form was used."""
    parts = list(value) if isinstance(value, Mapping) else list(_texts(value, place))
    names = dict(value) if isinstance(value, Mapping) else dict.fromkeys(parts, "")
    seen: dict[str, str] = {}
    for at, locale in enumerate(parts):
        more = locale if isinstance(value, Mapping) else at
        if remedy := find_locale_fault(locale):
            place.refuse(f"`{locale}` is not a language tag", remedy, more)
        if locale.lower() in seen:
            place.refuse(f"`{locale}` stands twice in `targets`", "Keep one.", more)
        if not isinstance(names[locale] or "", str):
            place.refuse(f"the name of `{locale}` is not a text", "Write `de: German`.", more)
        seen[locale.lower()] = locale
    return {locale: names[locale] or "" for locale in parts}


def _glossary(value: Any, place: Place) -> tuple[str, ...]:
    paths: list[str] = []
    for at, text in enumerate(_texts(value, place)):
        path = join_path(place.directory, text.removeprefix("./"))
        if is_escaping(text) or not (place.root / path).resolve().is_relative_to(place.root):
            place.refuse(f"the glossary `{text}` lies outside the repository", "Move it in.", at)
        if not text.lower().endswith(".csv"):
            place.refuse(f"the glossary `{text}` is not a CSV file", "Export it as CSV.", at)
        if not (place.root / path).is_file():
            place.refuse(f"the glossary `{text}` does not exist", "Correct the path.", at)
        paths.append(path)
    return tuple(paths)


def _validation(value: Any, place: Place) -> tuple[Command, ...]:
    if not isinstance(value, list):
        place.refuse("`validation` is not a list of commands", _ARGV)
    for at, argv in enumerate(value):
        is_argv = isinstance(argv, list) and all(isinstance(word, str | int) for word in argv)
        if not is_argv or not argv or not argv[0]:
            place.refuse("a validation command is not a list of words", _ARGV, at)
    return tuple(Command(tuple(map(_read_word, argv)), place.directory) for argv in value)


def _read_word(word: str | int) -> str:
    """A word of a command; YAML and TOML read `true` and `80` as other things than words.

    >>> _read_word(True), _read_word(80), _read_word("a")
    ('true', '80', 'a')
    """
    return str(word).lower() if isinstance(word, bool) else str(word)


_ARGV = 'Write each command as its words, without a shell: ["npx", "markdownlint", "docs"].'
_FLAVOURS = (
    "gfm", "mdx", "docusaurus", "vitepress", "hugo", "mkdocs", "jekyll", "myst", "obsidian",
)  # fmt: skip

SHARED_KEYS: Mapping[str, Reader] = {
    "source_language": _tag,
    "model": _text,
    "output": _template,
    "target_path": _target_path,
    "exclude": _globs,
    "preserve": _preserve,
    "frontmatter": _frontmatter,
    "glossary": _glossary,
    "review": _one_of("pull_request", "required", "none"),
    "anchors": _one_of("keep", "pin"),
    "validation": _validation,
    "retries": _retries,
    "context": _one_of("bounded", "document"),
    "flavour": _one_of(*_FLAVOURS),
    "attributes": _texts,
}
"""Keys of files, overlays and rules alike. *Source:* spec: config §1, markdown §1.2, §1.10, §2."""

FILE_KEYS: Mapping[str, Reader] = {
    "project": _text,
    "sources": _sources,
    "targets": _targets,
    **SHARED_KEYS,
}
OVERLAY_KEYS = SHARED_KEYS
RULE_KEYS: Mapping[str, Reader] = {
    "source": _sources,
    "sources": _sources,
    "targets": _targets,
    "prompt": _text,
    **SHARED_KEYS,
}
