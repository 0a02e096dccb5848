"""`dragoman translate`: what is new or changed is translated, proven and written."""

from __future__ import annotations

import os
from typing import NamedTuple

import click

from dragoman.app import open_rooms
from dragoman.cli.groups import show_examples
from dragoman.cli.options import Choice, open_selected, print_as_json, select_files
from dragoman.cli.output import print_json, print_note
from dragoman.cli.run_report import describe_report, exit_code_of, show_report, watch_files
from dragoman.cli.signals import run_interruptible
from dragoman.model.run import RunReport
from dragoman.runs.desk import Orders, StopSign
from dragoman.runs.open_folder import Folder
from dragoman.runs.translate_folder import translate_folder
from dragoman.settings import Settings


class Wishes(NamedTuple):
    """How a person wants a run to translate; see the options of `translate`."""

    model: str = ""
    refresh: bool = False
    max_cost: float | None = None
    yes: bool = False


@click.command(
    epilog=show_examples(
        "dragoman translate",
        "dragoman translate docs/guide.md --to fr --model openai/gpt-4o",
        "dragoman translate --refresh --max-cost 2.50",
    )
)
@select_files
@click.option("--model", default="", help="Use this model instead of the one in L10N.md.")
@click.option("--refresh", is_flag=True, help="Also send units whose guidance or model changed.")
@click.option("--max-cost", type=float, help="Stop before a request that might exceed this.")
@click.option("--yes", is_flag=True, help="Confirm that over half of a translation vanishes.")
@print_as_json
@click.pass_obj
def translate(settings: Settings, /, choice: Choice, *, as_json: bool, **wishes: object) -> int:
    """Translate what is new or changed below PATHS.

    Human edits in targets are kept. Interrupting it, or a provider that stops answering, loses
    nothing: run it again to go on. Exit code 1 when a file failed, 3 when a provider stopped the
    run, 130 when interrupted.
    """
    folder = open_selected(settings, choice)
    report = run_translation(folder, Wishes(**wishes))  # type: ignore[arg-type]  # click's values
    if as_json:
        print_json(describe_report(report))
    else:
        show_report(report)
    return exit_code_of(report)


def run_translation(folder: Folder, wishes: Wishes) -> RunReport:
    """The report of translating `folder` as wished, with progress and signals of this process."""
    sign = StopSign()
    orders = Orders(
        environment=os.environ,
        model=wishes.model,
        refresh=wishes.refresh,
        may_delete=wishes.yes,
    )
    return run_interruptible(_run_story(folder, orders, sign, wishes.max_cost), sign)


async def _run_story(
    folder: Folder, orders: Orders, sign: StopSign, max_cost: float | None
) -> RunReport:
    with watch_files(len(folder.jobs)) as watcher:
        async with open_rooms(folder.settings, os.environ, max_cost, print_note) as rooms:
            return await translate_folder(folder, orders, rooms, sign, watcher)
