"""Where a translation goes: templates with `{locale} {relpath} {basename} {ext}`."""

from __future__ import annotations

import re
from collections.abc import Collection
from difflib import get_close_matches
from posixpath import normpath
from typing import NamedTuple

from dragoman.sources.globs import is_escaping, join_path

FIELDS = ("locale", "relpath", "basename", "ext")
"""*Source:* spec: config §1."""
_FIELD = re.compile(r"\{([^{}]*)\}")


class Template(NamedTuple):
    """One template and the directory ("" = root) it is relative to.

    As a base (`target_path`) it is a directory to which the source's path, relative to the same
    directory, is appended.
    """

    text: str
    directory: str = ""
    is_base: bool = False

    def expand(self, source: str, prefix: str, locale: str) -> str:
        """The target of `source`, which a glob with the fixed `prefix` found.

        >>> Template("i18n/{locale}/{relpath}").expand("docs/a/b.md", "docs", "de")
        'i18n/de/a/b.md'
        >>> Template("{basename}.{locale}.{ext}", "docs").expand("docs/a.md", "docs", "de")
        'docs/a.de.md'
        >>> Template("i18n/{locale}", is_base=True).expand("docs/a.md", "docs", "de")
        'i18n/de/docs/a.md'
        """
        name = source.rpartition("/")[2]
        stem, dot, ext = name.rpartition(".")
        values = {
            "locale": locale,
            "relpath": _relative(source, prefix),
            "basename": stem if dot else name,
            "ext": ext if dot else "",
        }
        path = _FIELD.sub(lambda found: values[found[1]], self.text)
        if self.is_base:
            path = join_path(path.rstrip("/"), _relative(source, self.directory))
        return normpath(join_path(self.directory, path))

    def is_output(self, path: str, locales: Collection[str]) -> bool:
        """Whether `path` could be a translation this template made in one of `locales`.

        Always False without `{locale}`: such a template says nothing about what is its own.

        >>> Template("docs/{locale}/{relpath}").is_output("docs/de/a.md", ["de"])
        True
        """
        if "{locale}" not in self.text:
            return False
        text = self.text.rstrip("/") + "/{relpath}" if self.is_base else self.text
        pieces = _FIELD.split(normpath(join_path(self.directory, text)))
        either = "(?:" + "|".join(re.escape(locale) for locale in locales) + ")"
        parts = {"locale": either, "relpath": ".+", "basename": "[^/]*", "ext": "[^/]*"}
        pattern = "".join(
            parts[piece] if at % 2 else re.escape(piece) for at, piece in enumerate(pieces)
        )
        return re.fullmatch(pattern, path) is not None


def refuse_template(text: str) -> str | None:
    """Why `text` is no template, with the remedy after a line break; None when it is one.

    >>> refuse_template("docs/{locale}/{relpath}")
    >>> refuse_template("docs/{lang}/x").splitlines()[0]
    'unknown field {lang} in a template'
    """
    if not text.strip():
        return "the template is empty\nName a path such as i18n/{locale}/{relpath}."
    if is_escaping(text):
        return "the template leaves the repository\nUse a relative path without `..`."
    for name in _FIELD.findall(text):
        if name not in FIELDS:
            near = get_close_matches(name, FIELDS, 1, 0.5) or ["locale"]
            return f"unknown field {{{name}}} in a template\nDid you mean {{{near[0]}}}?"
    if re.search(r"[{}]", _FIELD.sub("", text)):
        return "a brace in a template is not closed\nWrite fields as {locale}."
    return None


def _relative(path: str, directory: str) -> str:
    return path[len(directory) + 1 :] if directory and path.startswith(directory + "/") else path
