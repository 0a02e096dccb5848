"""What initdb is given and what is made of its failures."""

import pytest

from dragoman.db.binaries import Binaries, find_binaries
from dragoman.db.cluster import find_fault, make_cluster, read_major
from dragoman.db.site import Site
from dragoman.errors import DatabaseUnavailable


async def test_the_major_version_is_the_one_that_pg_version_holds(embedded_settings):
    assert (await read_major(find_binaries(embedded_settings))).isdecimal()


async def test_programs_that_do_not_run_are_named(tmp_path):
    (tmp_path / "postgres").write_text("#!/bin/sh\necho no library >&2; exit 127\n")
    (tmp_path / "postgres").chmod(0o755)
    with pytest.raises(DatabaseUnavailable, match="no library") as caught:
        await read_major(Binaries(tmp_path, "system"))
    assert caught.value.path == str(tmp_path / "postgres")


async def test_a_failed_initdb_tells_its_reason_and_leaves_no_directory(tmp_path):
    (tmp_path / "initdb").write_text('#!/bin/sh\necho "initdb: error: no space" >&2; exit 1\n')
    (tmp_path / "initdb").chmod(0o755)
    site = Site(tmp_path / "root", None)
    site.root.mkdir()
    with pytest.raises(DatabaseUnavailable, match="error: no space"):
        await make_cluster(site, Binaries(tmp_path, "system"))
    assert [path.name for path in site.root.iterdir()] == ["secret"]


def test_an_end_by_signal_is_named_without_output():
    assert find_fault("", -25) == "it was ended by SIGXFSZ"
