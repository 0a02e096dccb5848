"""`dragoman plan`: what would be translated, and the price."""

from __future__ import annotations

import os
from collections.abc import Sequence

import click

from dragoman.cli.groups import show_examples
from dragoman.cli.options import (
    Choice,
    open_selected,
    print_as_json,
    report_failures,
    select_files,
)
from dragoman.cli.output import print_json, print_note, print_table
from dragoman.model.run import PlanRow
from dragoman.runs.plan_folder import plan_folder
from dragoman.settings import Settings

COLUMNS = ("path", "locale", "new", "changed", "reused", "human", "outdated", "tokens", "price")


@click.command(
    epilog=show_examples(
        "dragoman plan", "dragoman plan docs --to fr", "dragoman plan --model openai/gpt-4o --json"
    )
)
@select_files
@click.option("--model", default="", help="Price this model instead of the one in L10N.md.")
@click.option("--refresh", is_flag=True, help="Count outdated units as units to send.")
@print_as_json
@click.pass_obj
def plan(settings: Settings, choice: Choice, model: str, refresh: bool, as_json: bool) -> int:
    """Show what would be translated below PATHS, and what it may cost.

    Works offline and without a database, so accepted replies of an interrupted `translate` are not
    taken into account. Exit code 1 when a file cannot be planned.
    """
    folder = open_selected(settings, choice)
    found = plan_folder(folder, os.environ, model, refresh=refresh)
    if as_json:
        print_json({"files": [describe_row(row) for row in found.rows]})
    else:
        show_rows(found.rows)
    report_failures(found.failed)
    return int(bool(found.failed))


def describe_row(row: PlanRow) -> dict[str, object]:
    """The row as the JSON object that `plan --json` prints."""
    return {
        "path": row.path,
        "locale": row.locale,
        "new": row.new,
        "changed": row.changed,
        "reused": row.reused,
        "human": row.human,
        "outdated": row.outdated,
        "tokens": row.tokens,
        "price": {"low": row.price.low, "high": row.price.high, "currency": row.price.currency},
    }


def show_rows(rows: Sequence[PlanRow]) -> None:
    """Prints the table and its sum."""
    print_table(
        COLUMNS,
        [
            (
                *(row.path, row.locale, row.new, row.changed, row.reused, row.human),
                *(row.outdated, row.tokens, format_price(row.price.low, row.price.high, row)),
            )
            for row in rows
        ],
    )
    units = sum(row.new + row.changed for row in rows)
    low, high = sum(row.price.low for row in rows), sum(row.price.high for row in rows)
    price = format_price(low, high, rows[0]) if rows else "nothing"
    print_note(f"{len(rows)} files, {units} units to translate, {price}")


def format_price(low: float, high: float, row: PlanRow) -> str:
    """A price band for people, in the currency of `row`.

    >>> from dragoman.model.run import PriceBand
    >>> row = PlanRow("a.md", "fr", 1, 0, 0, 0, 0, 9, PriceBand(0.01, 0.03, "USD"))
    >>> format_price(0.01, 0.03, row)
    '0.0100-0.0300 USD'
    """
    if not row.price.currency:
        return "price unknown"
    return "free" if high == 0 else f"{low:.4f}-{high:.4f} {row.price.currency}"
