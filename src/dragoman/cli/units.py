"""`dragoman units`: what would be translated in one file."""

from __future__ import annotations

from pathlib import Path

import click

from dragoman.cli.groups import show_examples
from dragoman.cli.options import choose_flavour, print_as_json
from dragoman.cli.output import print_json, print_table
from dragoman.model.document import FormatOptions, Unit
from dragoman.runs.list_units import list_units
from dragoman.settings import Settings


@click.command(
    epilog=show_examples("dragoman units docs/guide.md", "dragoman units page.mdx --json")
)
@click.argument("file", type=click.Path(path_type=Path))
@choose_flavour
@print_as_json
@click.pass_obj
def units(settings: Settings, file: Path, flavour: str, *, as_json: bool) -> None:
    """Print the units of FILE: key, kind, text with tags, byte span and context."""
    document = list_units(file, FormatOptions(flavour=flavour), settings.max_file_bytes)
    if as_json:
        print_json({"units": [describe_unit(unit) for unit in document.units]})
        return
    print_table(
        ["span", "kind", "text"],
        [(f"{u.span.start}-{u.span.end}", u.kind, u.text) for u in document.units],
    )


def describe_unit(unit: Unit) -> dict[str, object]:
    """The unit as the JSON object that `units --json` prints."""
    return {
        "key": unit.key,
        "kind": unit.kind,
        "text": unit.text,
        "span": list(unit.span),
        "context": unit.context,
    }
