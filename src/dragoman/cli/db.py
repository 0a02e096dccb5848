"""`dragoman db`: see, stop and find the embedded database."""

from __future__ import annotations

import asyncio
import sys

import click

from dragoman.cli.groups import show_examples
from dragoman.cli.output import print_json, print_note, print_table
from dragoman.db.embedded import ServerStatus, find_status, stop_idle_server
from dragoman.db.sighting import Presence
from dragoman.db.site import find_root
from dragoman.errors import UsageError
from dragoman.settings import Settings

_JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")


@click.group(epilog=show_examples("dragoman db status", "dragoman db stop", "dragoman db path"))
def db() -> None:
    """Look after the embedded database.

    Commands start it when they need it, share it, and the last one to end stops it. A server that
    a killed command left behind is taken over by the next command, or stopped here.
    """


@db.command(epilog=show_examples("dragoman db status", "dragoman db status --json"))
@_JSON
@click.pass_obj
def status(settings: Settings, *, as_json: bool) -> None:
    """Show whether the embedded database runs, and who uses it. Starts nothing."""
    refuse_external(settings)
    found = asyncio.run(find_status(settings))
    if as_json:
        print_json(describe_status(found))
        return
    facts = describe_status(found)
    print_table(["database", ""], [[name, _show_fact(value)] for name, value in facts.items()])


@db.command(epilog=show_examples("dragoman db stop", "dragoman db stop --force"))
@click.option("--force", is_flag=True, help="Also when commands use it; they will fail.")
@_JSON
@click.pass_obj
def stop(settings: Settings, *, force: bool, as_json: bool) -> None:
    """Stop the embedded database, for example one that a killed command left behind."""
    refuse_external(settings)
    before = asyncio.run(stop_idle_server(settings, is_forced=force, report=print_note))
    has_stopped = before is not Presence.ABSENT
    if as_json:
        print_json({"stopped": has_stopped})
    else:
        click.echo("Stopped." if has_stopped else "It was not running.")


@db.command(epilog=show_examples("dragoman db path", "du -sh $(dragoman db path)"))
@_JSON
@click.pass_obj
def path(settings: Settings, *, as_json: bool) -> None:
    """Print the directory that holds the embedded database (DRAGOMAN_DATA_DIR)."""
    root = find_root(settings)
    if as_json:
        print_json({"path": str(root)})
    else:
        click.echo(str(root))


def refuse_external(settings: Settings) -> None:
    """Nothing when the embedded database is in use.

    Raises: UsageError when DRAGOMAN_DATABASE_URL names another, or on Windows.
    """
    if settings.database_url:
        raise UsageError(
            "DRAGOMAN_DATABASE_URL is set: the embedded database is not used",
            remedy="Look after that server with its own tools, or unset the variable.",
        )
    if sys.platform == "win32":
        raise UsageError(
            "the embedded database needs Linux or macOS",
            remedy="Set DRAGOMAN_DATABASE_URL to a PostgreSQL >= 14.",
        )


def describe_status(found: ServerStatus) -> dict[str, object]:
    """The facts of a status by the names that `--json` promises."""
    return {
        "path": str(found.root),
        "state": found.presence.value,
        "version": found.version,
        "started_by_us": found.is_ours,
        "socket": str(found.socket),
        "clients": found.clients,
    }


def _show_fact(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    return str(value) or "-"
