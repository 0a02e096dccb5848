"""Options that several commands share."""

from __future__ import annotations

import click
import pytest

from dragoman.cli.options import (
    Choice,
    choose_flavour,
    open_selected,
    print_as_json,
    report_failures,
    select_files,
)
from dragoman.model.run import FileOutcome
from dragoman.settings import Settings
from tests.runs.places import edit


@click.command()
@select_files
@choose_flavour
@print_as_json
def show(choice, *, flavour, as_json):
    return choice, flavour, as_json


def call(*arguments):
    return show.main(list(arguments), standalone_mode=False)


def test_a_command_gets_its_files_as_one_choice():
    choice, flavour, as_json = call("a.md", "b", "--to", "fr", "--to", "ja", "--strict", "--json")
    assert [str(path) for path in choice.paths] == ["a.md", "b"]
    assert (choice.locales, choice.strict, flavour, as_json) == (("fr", "ja"), True, "", True)


def test_without_options_everything_is_chosen():
    assert call() == (Choice((), (), strict=False), "", False)


def test_only_known_flavours_are_taken():
    assert call("--flavour", "hugo")[1] == "hugo"
    with pytest.raises(click.UsageError, match="hugo"):
        call("--flavour", "huga")


def test_warnings_about_the_configuration_are_printed(repository, capsys):
    edit(repository, "L10N.md", "targets:", "retrys: 1\ntargets:")
    folder = open_selected(Settings(), Choice((), (), strict=False))
    assert len(folder.jobs) == 1
    err = capsys.readouterr().err
    assert err.startswith("L10N.md:4: warning: ")
    assert "retries" in err


def test_failures_are_printed_with_their_locale(capsys):
    good = FileOutcome("a.md", "fr", "fr/a.md", "written")
    bad = FileOutcome("b.md", "fr", "fr/b.md", "failed", code="X", message="b.md: no")
    report_failures([good, bad])
    assert capsys.readouterr().err == "fr: b.md: no\n"
