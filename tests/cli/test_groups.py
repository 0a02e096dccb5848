"""Groups that load a command only when it is called."""

from __future__ import annotations

import click
import pytest

from dragoman.cli.groups import CommandEntry, LazyGroup, show_examples, suggest_name

TABLE = {
    "here": CommandEntry("tests.cli.test_groups:here", "A command."),
    "gone": CommandEntry("tests.cli.nowhere:gone", "A command that cannot be loaded."),
}


@click.command(epilog=show_examples("program here"))
def here():
    """Is here."""
    click.echo("here")


def call(*arguments, when_loaded=lambda: None):
    return LazyGroup("program", TABLE, "Help.", when_loaded).main(
        list(arguments), standalone_mode=False
    )


def test_help_lists_commands_that_cannot_even_be_loaded(capsys):
    call("--help")
    out = capsys.readouterr().out
    assert out.index("here") < out.index("gone")


def test_a_command_is_loaded_then_announced_then_run(capsys):
    call("here", when_loaded=lambda: click.echo("loaded"))
    assert capsys.readouterr().out == "loaded\nhere\n"


def test_an_unknown_command_suggests_the_nearest():
    with pytest.raises(click.UsageError, match="Did you mean 'here'"):
        call("her")
    assert suggest_name("zzz", TABLE) == ""


def test_examples_keep_their_lines(capsys):
    call("here", "--help")
    assert "Examples:\n    program here" in capsys.readouterr().out
