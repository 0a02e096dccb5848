"""Where the files are, and who may read them."""

import os
import stat
from dataclasses import replace
from pathlib import Path

import platformdirs
import pytest

from dragoman.db.site import (
    ROOTS_HOME,
    SOCKET_NAME,
    Site,
    choose_socket_directory,
    find_root,
    find_site,
    locate_socket,
    make_socket_directory,
    read_secret,
    write_secret,
)
from dragoman.errors import ConfigurationError, DatabaseUnavailable
from dragoman.settings import Settings


def test_the_setting_names_the_root():
    assert find_root(Settings(data_dir=Path("/srv/texts"))) == Path("/srv/texts")


def test_without_the_setting_it_is_the_systems_place_for_root_and_the_users_for_others():
    usual = ROOTS_HOME if os.geteuid() == 0 else Path(platformdirs.user_data_dir("dragoman"))
    assert find_root(Settings()) == usual


def test_the_socket_stays_inside_where_its_path_is_short_and_else_is_short_and_stable():
    assert choose_socket_directory(Site(Path("/srv/x"), None)) == Path("/srv/x/socket")
    long = Site(Path("/srv") / ("ü" * 50), None)
    assert len(os.fsencode(choose_socket_directory(long) / SOCKET_NAME)) <= 100
    assert choose_socket_directory(long) == choose_socket_directory(replace(long))


def test_a_socket_directory_that_others_may_enter_is_refused(tmp_path, monkeypatch):
    site = Site(tmp_path, None)
    monkeypatch.setattr("dragoman.db.site.LONGEST_SOCKET_BYTES", 1000)
    assert stat.S_IMODE(make_socket_directory(site).stat().st_mode) == 0o700
    assert make_socket_directory(site) == tmp_path / "socket"
    (tmp_path / "socket").chmod(0o755)
    with pytest.raises(DatabaseUnavailable, match="not ours alone"):
        make_socket_directory(site)


def test_a_link_in_place_of_the_socket_directory_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("dragoman.db.site.LONGEST_SOCKET_BYTES", 1000)
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    (tmp_path / "socket").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(DatabaseUnavailable, match="not ours alone"):
        make_socket_directory(Site(tmp_path, None))


def test_the_servers_own_notes_say_where_its_socket_is(tmp_path):
    site = Site(tmp_path, None)
    site.cluster.mkdir()
    (site.cluster / "postmaster.pid").write_text("1\n/x\n2\n5433\n/run/pg\n\n3\nready\n")
    assert locate_socket(site) == Path("/run/pg/.s.PGSQL.5433")


def test_the_secret_is_new_each_time_and_only_ours_to_read(tmp_path):
    site = Site(tmp_path, None)
    assert read_secret(site) == ""
    secret = write_secret(site)
    assert read_secret(site) == secret
    assert write_secret(site) != secret
    assert stat.S_IMODE(site.secret.stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["secret"]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a directory away")
def test_a_cluster_of_another_account_is_refused_with_its_uid(tmp_path):
    (tmp_path / "cluster").mkdir()
    os.chown(tmp_path / "cluster", 54_321, 54_321)
    with pytest.raises(ConfigurationError, match="uid 54321"):
        find_site(Settings(data_dir=tmp_path))
