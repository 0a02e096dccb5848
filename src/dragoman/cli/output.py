"""What commands print: tables on a terminal, plain columns in a pipe, or pure JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence

import click

from dragoman.loading import load

Cell = str | int | float


def print_json(value: object) -> None:
    """Prints `value` as one JSON document; escapes what the terminal's encoding cannot say."""
    text = json.dumps(value, ensure_ascii=False, indent=2)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        text = json.dumps(value, indent=2)
    click.echo(text)


def print_note(text: str) -> None:
    """Prints a message for the person, on standard error, so that pipes stay clean."""
    click.echo(text, err=True)


def print_table(columns: Sequence[str], rows: Sequence[Sequence[Cell]]) -> None:
    """Prints rows under `columns`; numbers stand right. rich is loaded only for a terminal."""
    if sys.stdout.isatty():
        load("dragoman.cli.terminal:draw_table")(columns, rows)
        return
    for line in align_columns(columns, rows):
        click.echo(line)


def align_columns(columns: Sequence[str], rows: Sequence[Sequence[Cell]]) -> list[str]:
    """The table as lines of plain text with two blanks between columns.

    >>> align_columns(["path", "new"], [["a.md", 3], ["guide.md", 12]])
    ['path      new', 'a.md        3', 'guide.md   12']
    """
    texts = [list(columns), *([str(cell) for cell in row] for row in rows)]
    widths = [max(len(row[i]) for row in texts) for i in range(len(columns))]
    is_number = [bool(rows) and isinstance(rows[0][i], int | float) for i in range(len(columns))]
    return [
        "  ".join(
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(row, widths, is_number, strict=True)
        ).rstrip()
        for row in texts
    ]
