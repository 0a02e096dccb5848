"""Options that several commands share, said once."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import click

from dragoman.cli.output import print_note
from dragoman.formats.markdown.flavours import FLAVOURS
from dragoman.model.run import FileOutcome
from dragoman.runs.open_folder import Folder, Selection, open_folder
from dragoman.settings import Settings

Command = Callable[..., Any]


class Choice(NamedTuple):
    """The files a command line names: paths as typed, targets, and how strict L10N.md is read."""

    paths: tuple[Path, ...]
    locales: tuple[str, ...]
    strict: bool


def select_files(command: Command) -> Command:
    """Adds PATHS, --to and --strict; the command gets them together as `choice`."""

    @functools.wraps(command)
    def bundled(*args: Any, paths: Any, locales: Any, strict: Any, **rest: Any) -> Any:
        return command(*args, choice=Choice(paths, locales, strict), **rest)

    strict = click.option("--strict", is_flag=True, help="Count warnings about L10N.md as errors.")
    targets = click.option(
        "--to", "locales", multiple=True, metavar="LOCALE", help="Only this target; repeatable."
    )
    files = click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
    return files(targets(strict(bundled)))


def choose_flavour(command: Command) -> Command:
    """Adds --flavour; the command gets `flavour`, "" when the person leaves it open."""
    return click.option(
        "--flavour",
        type=click.Choice(sorted(FLAVOURS)),
        callback=lambda _context, _option, value: value or "",
        help="Read the files as this flavour; default: L10N.md, else detected.",
    )(command)


def print_as_json(command: Command) -> Command:
    """Adds --json; the command gets `as_json`."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON only.")(command)


def open_selected(settings: Settings, choice: Choice) -> Folder:
    """The repository around the working directory; warnings about L10N.md are printed.

    Raises: ConfigurationError, TargetRefused, SourceUnreadable.
    """
    folder = open_folder(Selection(Path.cwd(), *choice), settings)
    for warned in folder.config.warnings:
        print_note(f"{warned.file}:{warned.line}: warning: {warned.message}\n  {warned.remedy}")
    return folder


def report_failures(outcomes: Sequence[FileOutcome]) -> None:
    """Prints why files failed, one message each, on standard error."""
    for outcome in outcomes:
        if outcome.message:
            print_note(f"{outcome.locale}: {outcome.message}")
