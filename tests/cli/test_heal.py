"""`dragoman heal`: what is left afterwards decides how it ends."""

from __future__ import annotations

from dragoman.cli.entry import run
from tests.cli.places import run_json
from tests.runs.places import edit, put

PAGE = "# A longer welcome\n\nHello dear {name}, you are here.\n"


def test_a_broken_unit_is_healed_and_checked_again(repository, capsys):
    put(repository, "docs/page.md", PAGE)
    assert run(["translate"]) == 0
    edit(repository, "i18n/fr/page.md", "{name}", "{nom}")
    assert run(["check"]) == 1
    code, report = run_json(capsys, "heal", "--json")
    assert (code, report["sent"], report["findings_left"]) == (0, 1, 0)
    assert run(["check"]) == 0


def test_what_cannot_be_healed_ends_with_one(repository, capsys):
    put(repository, "i18n/fr/page.md", b"\xff\n")
    assert run(["heal"]) == 1
    assert "1 findings left" in capsys.readouterr().err
