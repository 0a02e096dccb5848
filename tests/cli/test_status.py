"""`dragoman status`: counts and shares."""

from __future__ import annotations

import pytest

from dragoman.cli.entry import run
from dragoman.cli.status import format_share
from dragoman.runs.show_status import LocaleStatus
from tests.cli.places import run_json


@pytest.mark.usefixtures("repository")
def test_counts_are_printed_per_locale(capsys):
    run(["translate"])
    code, found = run_json(capsys, "status", "--json")
    assert code == 0
    (french,) = found["locales"]
    assert (french["locale"], french["units"], french["translated"]) == ("fr", 3, 3)
    assert run(["status"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].endswith("100 %")


def test_not_quite_all_is_not_100_percent():
    assert format_share(LocaleStatus("fr", 1, 0, 0, 1000, 999, 0, 0)) == "99 %"
    assert format_share(LocaleStatus("fr", 1, 0, 0, 0, 0, 0, 0)) == "100 %"
