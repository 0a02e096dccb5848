"""`dragoman verify`: the proof of one pair."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from dragoman.cli.groups import show_examples
from dragoman.cli.options import choose_flavour, print_as_json
from dragoman.cli.output import print_json
from dragoman.errors import SourceError
from dragoman.runs.find_options import find_options
from dragoman.runs.verify_pair import verify_files
from dragoman.settings import Settings


@click.command(epilog=show_examples("dragoman verify docs/guide.md i18n/fr/guide.md"))
@click.argument("source", type=click.Path(path_type=Path))
@click.argument("target", type=click.Path(path_type=Path))
@choose_flavour
@print_as_json
@click.pass_obj
def verify(settings: Settings, source: Path, target: Path, flavour: str, *, as_json: bool) -> int:
    """Prove that TARGET is SOURCE with other words and nothing else.

    Both are taken apart; they must hold the same units, the same bytes around them, and the same
    markup inside them. Front matter, pinned ids and flavour are read as L10N.md says when it makes
    TARGET of SOURCE. Exit code 1 when they differ.
    """
    options = find_options(source, target)
    if flavour:
        options = replace(options, flavour=flavour)
    try:
        count = verify_files(source, target, options, settings.max_file_bytes)
    except SourceError as fault:
        if not as_json:
            raise
        print_json({"verified": False, "units": 0, "code": fault.code, "message": str(fault)})
        return 1
    if as_json:
        print_json({"verified": True, "units": count, "code": "", "message": ""})
    else:
        click.echo(f"verified: {count} units, everything around and inside them is the source's")
    return 0
