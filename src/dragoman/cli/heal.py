"""`dragoman heal`: what check found is translated again, and nothing else."""

from __future__ import annotations

import os

import click

from dragoman.app import open_rooms
from dragoman.cli.groups import show_examples
from dragoman.cli.options import Choice, open_selected, print_as_json, select_files
from dragoman.cli.output import print_json, print_note
from dragoman.cli.run_report import describe_report, exit_code_of, show_report, watch_files
from dragoman.cli.signals import run_interruptible
from dragoman.model.run import RunReport
from dragoman.runs.check_folder import check_folder
from dragoman.runs.desk import Orders, StopSign
from dragoman.runs.heal_folder import heal_folder
from dragoman.runs.open_folder import Folder
from dragoman.settings import Settings


@click.command(epilog=show_examples("dragoman heal", "dragoman heal docs --to fr --max-cost 1"))
@select_files
@click.option("--model", default="", help="Use this model instead of the one in L10N.md.")
@click.option("--max-cost", type=float, help="Stop before a request that might exceed this.")
@print_as_json
@click.pass_obj
def heal(
    settings: Settings,
    /,
    choice: Choice,
    *,
    model: str,
    max_cost: float | None,
    as_json: bool,
) -> int:
    """Translate again only what `dragoman check` finds below PATHS.

    Units with a finding are asked for with the finding as the reason, all others stay; a
    translation made by hand is replaced only where it has an error. Exit code 1 when something is
    still found afterwards.
    """
    folder = open_selected(settings, choice)
    sign = StopSign()
    orders = Orders(environment=os.environ, model=model)
    report = run_interruptible(_run_story(folder, orders, sign, max_cost), sign)
    left = len(check_folder(folder))
    if as_json:
        print_json({**describe_report(report), "findings_left": left})
    else:
        show_report(report)
        print_note(f"{left} findings left")
    return exit_code_of(report) or int(left > 0)


async def _run_story(
    folder: Folder, orders: Orders, sign: StopSign, max_cost: float | None
) -> RunReport:
    with watch_files(len(folder.jobs)) as watcher:
        async with open_rooms(folder.settings, os.environ, max_cost, print_note) as rooms:
            return await heal_folder(folder, orders, rooms, sign, watcher)
