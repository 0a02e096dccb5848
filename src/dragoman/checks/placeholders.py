"""Placeholders that a program fills in: each must stand in the target as often as in the source.

A text with ICU plural or select forms is compared by its arguments only: its forms are sentences,
which their formats compare one by one.
"""

from __future__ import annotations

import re

from dragoman.checks.words import compare_counts, strip_markup
from dragoman.model.finding import PairedUnit

_PLACEHOLDER = re.compile(
    r"""
      %\([A-Za-z_]\w*\)[-#0+]*[\d.]*[diouxXeEfFgGcrsa]   # Python, named
    | (?<![\d%])%(?:\d+\$)?[-#0+]*\d*(?:\.\d+)?(?:hh?|ll?|[zjt])?[diuoxXeEfFgGcsp@](?![^\W_])
    | \$\{[A-Za-z_][\w.]*\}                               # shell, JavaScript
    | \{\{[-~]?\s*[A-Za-z_][\w.\s|-]*?[-~]?\}\}           # Mustache, i18next, Liquid
    | (?<![\w{$])\{(?:\d+|[A-Za-z_]\w*(?:\.\w+)*)(?:[!:][^{}\s]*)?\}  # str.format, brace
    """,
    re.VERBOSE,
)
"""Declared syntaxes. No blank flag in printf: "100% sure" is prose. A conversion is not followed by
a letter: neither is "%20dogs" in a path one, nor "%-discount"."""

_ICU_ARGUMENT = re.compile(
    r"(?<![{$])\{\s*(\w+)\s*,\s*(number|date|time|plural|select|selectordinal)\b"
)


def list_placeholders(text: str) -> list[str]:
    """The placeholders of `text` in order, blanks inside them removed; of ICU the arguments.

    >>> list_placeholders("%(count)d of {total}: {{ name }}, 100% sure, 50%-off, ${HOME}, %1$s")
    ['%(count)d', '{total}', '{{name}}', '${HOME}', '%1$s']
    """
    plain = strip_markup(text)
    arguments = {f"{{{name}, {form}}}" for name, form in _ICU_ARGUMENT.findall(plain)}
    if arguments:
        return sorted(arguments)
    return ["".join(found.group().split()) for found in _PLACEHOLDER.finditer(plain)]


def find_changed_placeholders(unit: PairedUnit) -> str:
    """The fault of a target with other placeholders than its source, "" when there is none.

    >>> find_changed_placeholders(PairedUnit("k", "p", "Hi {name}", "Hola {nombre}", 1))
    'placeholders: {name} is missing; {nombre} is not in the source'
    """
    difference = compare_counts(list_placeholders(unit.source), list_placeholders(unit.target))
    return f"placeholders: {difference}" if difference else ""
