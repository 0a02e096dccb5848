"""`dragoman config`: where a setting comes from."""

from __future__ import annotations

from pathlib import Path

import click

from dragoman.cli.commands import CONFIG_COMMANDS
from dragoman.cli.groups import LazyGroup, show_examples
from dragoman.cli.options import print_as_json
from dragoman.cli.output import print_json, print_table
from dragoman.runs.explain_config import explain_config

config = LazyGroup("config", CONFIG_COMMANDS, "Explain the settings of a file.")

_SHOWN = 60
"""Characters of a value that a table shows; guidance is long, and `--json` has all of it."""


def shorten(value: str) -> str:
    r"""`value` on one line, cut where the table would become unreadable.

    >>> shorten("one\ntwo"), len(shorten("x" * 100))
    ('one two', 60)
    """
    line = " ".join(value.split())
    return line if len(line) <= _SHOWN else line[: _SHOWN - 1] + "…"


@click.command(epilog=show_examples("dragoman config explain docs/guide.md fr"))
@click.argument("path", type=click.Path(path_type=Path))
@click.argument("locale")
@print_as_json
def explain(path: Path, locale: str, *, as_json: bool) -> None:
    """Print each value that holds for PATH in LOCALE, and the file and line it came from."""
    lines = explain_config(Path.cwd(), path, locale)
    if as_json:
        values = [{"key": x.key, "value": x.value, "origin": str(x.origin)} for x in lines]
        print_json({"values": values})
        return
    rows = [(x.key, shorten(x.value), str(x.origin)) for x in lines]
    print_table(["key", "value", "origin"], rows)
