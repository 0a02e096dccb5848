"""The attempts at one document: its commands' output is the reason of the next attempt."""

from __future__ import annotations

import json
import sys

import pytest

from tests.runs.places import L10N, PAGE, edit, plant, put, translate

pytestmark = pytest.mark.usefixtures("empty_database")

TARGET = "i18n/fr/page.md"

COUNTING = """
import os, pathlib, sys
log = pathlib.Path(sys.argv[1])
tries = len(log.read_text().splitlines()) if log.exists() else 0
with log.open("a") as file:
    file.write(os.environ["DRAGOMAN_TARGET_PATH"] + "\\n")
if tries < int(sys.argv[2]):
    print("say it again")
    sys.exit(1)
"""


def plant_command(root, refusals, retries=2):
    """A repository whose validation command refuses so many times; gives the command's log."""
    log = root / "log"
    script = put(root, "refuse.py", COUNTING)
    argv = json.dumps([sys.executable, str(script), str(log), str(refusals)])
    said = f"targets: [fr]\nretries: {retries}\nvalidation:\n  - {argv}"
    plant(root / "repository", config=L10N.replace("targets: [fr]", said))
    return root / "repository", log


async def test_a_command_that_accepts_is_run_once(tmp_path, settings):
    root, log = plant_command(tmp_path, refusals=0)
    report = await translate(root, settings)
    assert (report.count("written"), report.sent) == (1, 3)
    assert len(log.read_text().splitlines()) == 1


async def test_a_refusal_asks_for_the_units_again_until_accepted(tmp_path, settings):
    root, log = plant_command(tmp_path, refusals=2)
    report = await translate(root, settings)
    assert (report.count("written"), report.sent) == (1, 9)
    assert len(log.read_text().splitlines()) == 3


async def test_after_the_last_attempt_the_command_output_is_the_message(tmp_path, settings):
    root, log = plant_command(tmp_path, refusals=9, retries=1)
    (outcome,) = (await translate(root, settings)).outcomes
    assert (outcome.state, outcome.code, outcome.kind) == (
        "failed",
        "CommandFailed",
        "validation-command",
    )
    assert "say it again" in outcome.message
    assert len(log.read_text().splitlines()) == 2
    assert not (root / TARGET).exists()


async def test_each_attempt_has_checkpoints_of_its_own(tmp_path, settings):
    root, log = plant_command(tmp_path, refusals=2, retries=1)
    assert (await translate(root, settings)).sent == 6
    log.unlink()
    again = await translate(root, settings)
    assert (again.sent, again.count("failed")) == (0, 1)


async def test_nothing_made_now_means_no_second_attempt(tmp_path, settings):
    root, log = plant_command(tmp_path, refusals=0)
    put(root, "docs/page.md", PAGE + "\n```\nprevious()\n```\n")
    await translate(root, settings)
    edit(root, "docs/page.md", "previous", "next")
    edit(root, "L10N.md", '"0"]', '"9"]')
    (outcome,) = (await translate(root, settings)).outcomes
    assert (outcome.state, outcome.code) == ("failed", "CommandFailed")
    assert len(log.read_text().splitlines()) == 2
    assert b"previous" in (root / TARGET).read_bytes()
