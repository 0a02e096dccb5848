"""`dragoman lock`: lock files repaired, and merged for git."""

from __future__ import annotations

from pathlib import Path

import click

from dragoman.cli.commands import LOCK_COMMANDS
from dragoman.cli.groups import LazyGroup, show_examples
from dragoman.cli.options import (
    Choice,
    open_selected,
    print_as_json,
    report_failures,
    select_files,
)
from dragoman.cli.output import print_json, print_note, print_table
from dragoman.errors import DragomanError
from dragoman.runs.install_driver import install_driver as install_merge_driver
from dragoman.runs.merge_lock import merge_lock
from dragoman.runs.repair_locks import repair_locks
from dragoman.settings import Settings

lock = LazyGroup("lock", LOCK_COMMANDS, "Repair and merge lock files.")


@click.command(epilog=show_examples("dragoman lock repair", "dragoman lock repair docs/guide.md"))
@select_files
@print_as_json
@click.pass_obj
def repair(settings: Settings, choice: Choice, *, as_json: bool) -> int:
    """Rebuild lock files from the sources and targets that are there.

    What stands in a target is taken for human work, which `translate` never overwrites; units that
    still equal their source are left to be translated.
    """
    repairs = repair_locks(open_selected(settings, choice))
    rows = [(one.path, one.locale, one.units, one.code or one.state) for one in repairs]
    if as_json:
        names = ("path", "locale", "units", "state")
        print_json({"locks": [dict(zip(names, row, strict=True)) for row in rows]})
    else:
        print_table(["path", "locale", "units", "state"], rows)
    report_failures(repairs)
    return int(any(one.code for one in repairs))


@click.command(epilog=show_examples("dragoman lock merge %O %A %B %P"))
@click.argument("base", type=click.Path(path_type=Path))
@click.argument("ours", type=click.Path(path_type=Path))
@click.argument("theirs", type=click.Path(path_type=Path))
@click.argument("path")
def merge(base: Path, ours: Path, theirs: Path, path: str) -> int:
    """Resolve a conflict of the lock file PATH: the merged lock is left in OURS.

    git calls this once `dragoman lock install-driver` has been run in the clone. Any failure keeps
    the conflict.
    """
    try:
        merge_lock(base, ours, theirs, path)
    except DragomanError as fault:
        print_note(f"dragoman: {path} stays in conflict: {fault}")
        return 1
    return 0


@click.command(name="install-driver", epilog=show_examples("dragoman lock install-driver"))
def install_driver() -> None:
    """Make this clone's git merge lock files with dragoman.

    Sets merge.dragoman.driver in the clone's git configuration and adds one line to
    .gitattributes; commit the latter, and run this once in every clone.
    """
    added = install_merge_driver(Path.cwd())
    click.echo("The merge driver is set in this clone's git configuration.")
    if added:
        click.echo(f"Added to .gitattributes (commit it): {added}")
