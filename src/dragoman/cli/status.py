"""`dragoman status`: how far every locale is."""

from __future__ import annotations

import click

from dragoman.cli.groups import show_examples
from dragoman.cli.options import Choice, open_selected, print_as_json, select_files
from dragoman.cli.output import print_json, print_table
from dragoman.runs.show_status import LocaleStatus, show_status
from dragoman.settings import Settings


@click.command(epilog=show_examples("dragoman status", "dragoman status docs --to fr --json"))
@select_files
@print_as_json
@click.pass_obj
def status(settings: Settings, choice: Choice, *, as_json: bool) -> None:
    """Show how far every locale is: files and units, translated, by hand, outdated."""
    found = show_status(open_selected(settings, choice))
    if as_json:
        print_json({"locales": [one._asdict() for one in found]})
        return
    print_table([*LocaleStatus._fields, "done"], [(*one, format_share(one)) for one in found])


def format_share(status: LocaleStatus) -> str:
    """How much of the units is translated, in percent, rounded down: 100 % means all.

    >>> format_share(LocaleStatus("fr", 1, 0, 0, 3, 2, 0, 0))
    '66 %'
    """
    return f"{100 * status.translated // status.units} %" if status.units else "100 %"
