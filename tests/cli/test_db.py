"""`dragoman db`: what a person and a script see."""

import json
from dataclasses import replace

import pytest
from click.testing import CliRunner

from dragoman.cli.db import db
from dragoman.errors import UsageError


def call(settings, *arguments):
    return CliRunner().invoke(db, list(arguments), obj=settings)


def test_the_status_tells_the_running_server_and_its_users(embedded_settings, server_url):
    assert server_url
    found = json.loads(call(embedded_settings, "status", "--json").stdout)
    assert found["state"] == "ready"
    assert found["started_by_us"] is True
    assert found["path"] == str(embedded_settings.data_dir)
    assert found["clients"]
    assert "ready" in call(embedded_settings, "status").stdout


def test_status_and_stop_make_nothing_where_nothing_is(embedded_settings):
    absent = replace(embedded_settings, data_dir=embedded_settings.data_dir.parent / "absent")
    assert json.loads(call(absent, "status", "--json").stdout)["state"] == "absent"
    assert json.loads(call(absent, "stop", "--json").stdout) == {"stopped": False}
    assert call(absent, "stop").stdout == "It was not running.\n"
    assert not absent.data_dir.exists()


def test_stop_refuses_while_the_server_is_in_use(embedded_settings, server_url):
    assert server_url
    assert "in use by pid" in str(call(embedded_settings, "stop").exception)


def test_the_path_is_the_data_directory(embedded_settings):
    wanted = str(embedded_settings.data_dir)
    assert call(embedded_settings, "path").stdout == wanted + "\n"
    assert json.loads(call(embedded_settings, "path", "--json").stdout) == {"path": wanted}


@pytest.mark.parametrize("command", ["status", "stop"])
def test_a_server_of_your_own_is_not_looked_after(settings, command):
    assert isinstance(call(settings, command).exception, UsageError)


@pytest.mark.parametrize("command", ["status", "stop", "path"])
def test_every_help_shows_an_example(command):
    assert f"dragoman db {command}" in call(None, command, "--help").stdout
