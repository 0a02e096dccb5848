"""`dragoman prove`: the round trip tried on the person's own files."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from dragoman.cli.groups import show_examples
from dragoman.cli.options import choose_flavour, print_as_json
from dragoman.cli.output import print_json, print_note, print_table
from dragoman.loading import load
from dragoman.model.document import FormatOptions
from dragoman.runs.prove_files import FileProof, Progress, ProofReport, Trial, prove_files
from dragoman.settings import Settings

COLUMNS = ("path", "flavour", "units", "letters", "identical", "accented", "hostile")


@click.command(
    epilog=show_examples("dragoman prove docs", "dragoman prove . --flavour mkdocs --json")
)
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@choose_flavour
@print_as_json
@click.pass_obj
def prove(settings: Settings, paths: tuple[Path, ...], flavour: str, *, as_json: bool) -> int:
    """Show that your own files can be taken apart and put together again.

    Works offline and writes nothing: identical text, accented text and hostile text go through
    every unit of PATHS and are read back. Exit code 1 when a file fails or would be refused.
    """
    trial = Trial(FormatOptions(flavour=flavour), settings.max_file_bytes)
    with watch_progress() as progress:
        report = prove_files(paths, trial, progress)
    if as_json:
        print_json(report.as_json())
    else:
        show_proofs(report)
    return int(not all(proof.is_proven for proof in report.files))


@contextmanager
def watch_progress() -> Iterator[Progress | None]:
    """What is told of every file tried: a bar on a terminal, nothing in a pipe."""
    if not sys.stderr.isatty():
        yield None
        return
    bar = load("dragoman.cli.terminal:FileProgress")(0)
    try:
        yield bar.show
    finally:
        bar.close()


def show_proofs(report: ProofReport) -> None:
    """Prints the table of files, why files failed or would be refused, and the sum."""
    print_table(COLUMNS, [_list_cells(proof) for proof in report.files])
    for proof in report.files:
        for failure in proof.failures:
            print_note(f"{proof.path}: {failure}")
        if proof.refused is not None:
            print_note(f"{proof.path}: would be refused: {proof.refused}")
    proven = sum(proof.is_proven for proof in report.files)
    click.echo(f"{proven} of {len(report.files)} files proven, {report.mb_per_s} MB/s")


def _list_cells(proof: FileProof) -> tuple[str | int, ...]:
    trials = (proof.identical, proof.accented, proof.hostile)
    said = ["refused" if proof.refused is not None else "yes" if one else "NO" for one in trials]
    return (proof.path, proof.flavour, proof.units, proof.unit_letters, *said)
