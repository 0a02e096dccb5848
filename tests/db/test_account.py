"""Which account the server gets, and where that account may pass."""

import os
import shutil
from pathlib import Path

import pytest

from dragoman.db.account import Account, find_account, find_barrier, is_searchable
from dragoman.errors import ConfigurationError
from tests.conftest import make_open_directory

STRANGER = Account("stranger", 54_321, 54_321)

only_root = pytest.mark.skipif(os.geteuid() != 0, reason="an ordinary user drops to no account")


@pytest.mark.skipif(os.geteuid() == 0, reason="root drops to an account")
def test_an_ordinary_user_needs_no_account():
    assert find_account("no such account") is None


@only_root
@pytest.mark.parametrize("name", ["no such account", "root"])
def test_an_account_that_cannot_serve_is_refused(name):
    with pytest.raises(ConfigurationError, match="DRAGOMAN_PG_USER"):
        find_account(name)


@only_root
def test_root_drops_to_nobody():
    account = find_account("nobody")
    assert account is not None
    assert account.uid != 0


def test_the_first_closed_directory_on_the_way_is_named():
    root = make_open_directory()
    root.chmod(0o755)
    try:
        (root / "closed" / "inside").mkdir(parents=True)
        (root / "closed").chmod(0o700)
        assert find_barrier(root / "closed" / "inside", STRANGER) == root / "closed"
        (root / "closed").chmod(0o711)
        assert find_barrier(root / "closed" / "inside", STRANGER) is None
    finally:
        shutil.rmtree(root)


def test_an_open_way_and_what_does_not_exist_yet_are_no_barrier():
    assert find_barrier(Path("/usr/lib"), STRANGER) is None
    assert find_barrier(Path("/usr/lib/not there/yet"), STRANGER) is None


@pytest.mark.parametrize(
    ("mode", "uid", "gid", "is_open"),
    [
        (0o701, 1, 1, True),
        (0o770, 1, 1, False),
        (0o710, 1, STRANGER.gid, True),
        (0o701, 1, STRANGER.gid, False),
        (0o700, STRANGER.uid, 1, True),
        (0o077, STRANGER.uid, STRANGER.gid, False),
    ],
)
def test_the_first_class_that_fits_decides(mode, uid, gid, is_open):
    status = os.stat_result((0o040000 | mode, 0, 0, 0, uid, gid, 0, 0, 0, 0))
    assert is_searchable(status, STRANGER) is is_open
