"""`dragoman prove`: shapes, reasons and exit codes."""

from __future__ import annotations

import json

from dragoman.cli.entry import run
from tests.runs.places import PAGE, put


def test_a_proven_folder_ends_with_zero_and_the_promised_shape(tmp_path, capsys):
    put(tmp_path, "docs/a.md", PAGE)
    assert run(["prove", str(tmp_path / "docs"), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert set(found) == {"files", "mb_per_s"}
    (proof,) = found["files"]
    assert proof.pop("unit_letters") > 20
    assert proof == {
        "path": str(tmp_path / "docs/a.md"),
        "flavour": "gfm",
        "units": 3,
        "identical": True,
        "accented": True,
        "hostile": True,
        "refused": None,
    }


def test_a_file_that_would_be_refused_has_its_reason_and_ends_with_one(tmp_path, capsys):
    put(tmp_path, "bad.md", b"\xff\n")
    assert run(["prove", str(tmp_path)]) == 1
    captured = capsys.readouterr()
    assert "would be refused" in captured.err
    assert "0 of 1 files proven" in captured.out


def test_a_flavour_is_forced_on_every_file(tmp_path, capsys):
    put(tmp_path, "a.md", "!!! note\n    Body.\n")
    assert run(["prove", str(tmp_path), "--flavour", "mkdocs", "--json"]) == 0
    (proof,) = json.loads(capsys.readouterr().out)["files"]
    assert (proof["flavour"], proof["units"]) == ("mkdocs", 1)
