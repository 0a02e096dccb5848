"""`dragoman init`: a starter L10N.md."""

from __future__ import annotations

from pathlib import Path

import click

from dragoman.cli.groups import show_examples
from dragoman.cli.output import print_json
from dragoman.runs.init_folder import init_folder


@click.command(epilog=show_examples("dragoman init --to fr --to ja", "dragoman init docs-site"))
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False), default=".")
@click.option("--to", "locales", multiple=True, metavar="LOCALE", help="A target; default fr.")
@click.option("--json", "as_json", is_flag=True, help="Print what was found as JSON.")
def init(folder: Path, locales: tuple[str, ...], *, as_json: bool) -> None:
    """Detect the documentation in FOLDER and write a starter L10N.md."""
    found = init_folder(folder.resolve(), locales or ("fr",))
    if as_json:
        print_json({"flavour": found.layout.name, "folder": found.folder, "files": found.count})
        return
    place = found.folder or "."
    click.echo(f"{found.count} files of flavour {found.layout.name} in {place}; L10N.md written.")
    click.echo("Next: edit L10N.md, then `dragoman plan`.")
