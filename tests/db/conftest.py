"""Embedded servers that a test may kill, and processes that use them."""

import asyncio
import contextlib
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from dragoman.db.embedded import stop_idle_server
from dragoman.settings import Settings
from tests.conftest import make_open_directory

CLIENT = Path(__file__).with_name("client.py")
SRC = Path(__file__).parents[2] / "src"


class Commands:
    """Processes that hold the server of one data directory."""

    def __init__(self, settings: Settings) -> None:
        self.environment = {**os.environ, "DRAGOMAN_DATA_DIR": str(settings.data_dir)}
        if settings.pg_bin is not None:
            self.environment["DRAGOMAN_PG_BIN"] = str(settings.pg_bin)
        self.processes = []

    def start(self, command=(sys.executable,), **options):
        """A new one, which may still be opening the database."""
        process = subprocess.Popen(
            [*command, str(CLIENT)],
            env={**self.environment, "PYTHONPATH": str(SRC), **options.pop("env", {})},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            **options,
        )
        self.processes.append(process)
        return process

    @staticmethod
    def await_ready(process):
        """When the server that `process` uses was started."""
        line = process.stdout.readline().strip()
        assert line, process.stderr.read()
        return line

    @staticmethod
    def finish(process):
        """Lets it end by itself; it must succeed."""
        _, errors = process.communicate("\n", timeout=60)
        assert process.returncode == 0, errors

    def close(self):
        for process in self.processes:
            process.kill()
            process.wait()
            for stream in (process.stdin, process.stdout, process.stderr):
                with contextlib.suppress(BrokenPipeError):
                    stream.close()


@pytest.fixture(scope="module")
def made_settings(embedded_settings):
    """A data directory whose cluster is made by the first test of the module that needs it."""
    root = make_open_directory()
    settings = replace(embedded_settings, data_dir=root / "data")
    yield settings
    asyncio.run(stop_idle_server(settings, is_forced=True, report=print))
    shutil.rmtree(root)


@pytest.fixture
def fresh_settings(embedded_settings):
    """A data directory in which there is nothing yet."""
    root = make_open_directory()
    settings = replace(embedded_settings, data_dir=root / "data")
    yield settings
    if (root / "data" / "cluster").exists():
        asyncio.run(stop_idle_server(settings, is_forced=True, report=print))
    shutil.rmtree(root)


@pytest.fixture
def commands(made_settings):
    """Processes on the module's data directory; at the end of the test they and it are stopped."""
    commands = Commands(made_settings)
    yield commands
    commands.close()
    asyncio.run(stop_idle_server(made_settings, is_forced=True, report=print))
