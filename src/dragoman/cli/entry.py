"""The program's entry: settings and logs first, then one command, then one exit code.

Every error becomes its exit code here and nowhere else. A traceback is shown only to somebody who
asked for it with DRAGOMAN_LOG_LEVEL=debug.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Sequence
from typing import Final

import click

from dragoman import __version__
from dragoman.cli.commands import COMMANDS
from dragoman.cli.groups import LazyGroup
from dragoman.errors import DragomanError, ProviderError, UsageError
from dragoman.loading import load
from dragoman.settings import Settings

DONE: Final = 0  # the interface of exit codes, as are the four below
FINDINGS: Final = 1  # findings, failed files
USAGE: Final = 2  # nothing was done
STOPPED: Final = 3  # by a provider; the same command goes on
INTERRUPTED: Final = 130  # 128 + SIGINT, as shells have it

HELP: Final = """Translate documentation byte by byte: only the words change.

dragoman takes your files apart, has the words translated, puts them together again and proves that
nothing but words changed. `init`, `plan`, `check`, `verify`, `prove`, `units` and `config` work
offline and need no database."""


def build_program() -> click.Group:
    """The program's command group with its version and its settings."""
    program = LazyGroup("dragoman", COMMANDS, HELP, configure_loaded_logs)
    program.callback = click.pass_context(read_settings)
    click.version_option(__version__, prog_name="dragoman")(program)
    return program


def read_settings(context: click.Context) -> None:
    """Leaves the settings of the environment as the context's object."""
    context.obj = Settings.load(os.environ)


def configure_loaded_logs() -> None:
    """Sets up the logs if the command writes any: structlog costs 80 ms and imports rich."""
    if "dragoman.logs" in sys.modules:
        level = Settings.load(os.environ).log_level
        load("dragoman.logs:configure_logs")(level)


def run(arguments: Sequence[str]) -> int:
    """The exit code of the command line `arguments`; messages have been printed.

    *Source:* spec/config §3 and the interface of exit codes: 0 done, 1 findings or failed files,
    2 usage or configuration, 3 stopped by a provider and resumable, 130 interrupted.
    """
    try:
        outcome = build_program().main(list(arguments), prog_name="dragoman", standalone_mode=False)
    except click.ClickException as fault:
        fault.show()
        return USAGE
    except (click.Abort, KeyboardInterrupt):
        click.echo("Interrupted. What was finished is kept; run the command again.", err=True)
        return INTERRUPTED
    except BrokenPipeError:
        # The reader left (`dragoman plan | head`); the exit must not try to flush into the pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINDINGS
    except Exception as fault:  # noqa: BLE001 - the last stop: every error becomes an exit code
        return report_error(fault)
    return outcome if isinstance(outcome, int) else DONE


def report_error(fault: Exception) -> int:
    """The exit code of `fault`, after one message on standard error."""
    if os.environ.get("DRAGOMAN_LOG_LEVEL") == "debug":
        traceback.print_exception(fault)
    if isinstance(fault, DragomanError):
        click.echo(f"dragoman: {fault}", err=True)
        return exit_code_of(fault)
    click.echo(
        f"dragoman: unexpected {type(fault).__name__} [InternalError]\n"
        "  This is a fault of the program; run again with DRAGOMAN_LOG_LEVEL=debug and report it.",
        err=True,
    )
    return FINDINGS


def exit_code_of(fault: DragomanError) -> int:
    """The exit code that stands for one of our own errors.

    >>> from dragoman.errors import NotConfigured, ProviderCredit, WriteFailed
    >>> [exit_code_of(kind("…")) for kind in (NotConfigured, ProviderCredit, WriteFailed)]
    [2, 3, 1]
    """
    if isinstance(fault, UsageError):
        return USAGE
    if isinstance(fault, ProviderError):
        return STOPPED
    return FINDINGS
