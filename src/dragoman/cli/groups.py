"""Command groups that know their commands by name and load one only when it is called."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from typing import NamedTuple

import click

from dragoman.loading import load


class CommandEntry(NamedTuple):
    """Where a command stands (`package.module:name`) and its line in the group's help."""

    dotted: str
    summary: str


class LazyGroup(click.Group):
    """A click group over a table of dotted strings; `--help` loads no command at all."""

    def __init__(
        self,
        name: str,
        table: Mapping[str, CommandEntry],
        help_text: str = "",
        when_loaded: Callable[[], None] = lambda: None,
    ) -> None:
        """Takes the group's name, its commands in the order of the help, and its own help.

        `when_loaded` is called after a command has been imported and before it runs.
        """
        super().__init__(name=name, help=help_text)
        self.table = table
        self.when_loaded = when_loaded

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands in the order of the table."""
        del ctx
        return list(self.table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, imported now, or None."""
        del ctx
        entry = self.table.get(cmd_name)
        if entry is None:
            return None
        command: click.Command = load(entry.dotted)
        self.when_loaded()
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the table's summaries into the help."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.summary) for name, entry in self.table.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that `args` begin with.

        Raises: click.UsageError with the nearest name when there is no such command.
        """
        if args and not args[0].startswith("-") and args[0] not in self.table:
            ctx.fail(f"no command {args[0]!r}.{suggest_name(args[0], self.table)}")
        return super().resolve_command(ctx, args)


def suggest_name(name: str, known: Mapping[str, object]) -> str:
    """The question `Did you mean …?` about the nearest known name after a blank, or "".

    >>> suggest_name("trnslate", {"translate": 1, "check": 2})
    " Did you mean 'translate'?"
    """
    near = difflib.get_close_matches(name, known, n=1)
    return f" Did you mean {near[0]!r}?" if near else ""


def show_examples(*lines: str) -> str:
    r"""An epilog with one example per line, kept from click's re-wrapping.

    >>> show_examples("dragoman plan")
    '\x08\nExamples:\n  dragoman plan'
    """
    return "\b\nExamples:\n" + "\n".join("  " + line for line in lines)
