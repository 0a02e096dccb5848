"""Ready is a successful connection, never a file or a pid."""

import os
import shutil
import socket

from dragoman.db.sighting import Presence, has_listener, look_at_server
from dragoman.db.site import Site, find_site
from tests.conftest import make_open_directory


async def test_the_running_server_is_ready_and_ours(embedded_settings, server_url):
    assert server_url
    seen = await look_at_server(find_site(embedded_settings))
    assert (seen.presence, seen.is_ours) == (Presence.READY, True)
    assert seen.version[0].isdigit()


async def test_a_pid_in_the_notes_is_no_server(tmp_path):
    site = Site(tmp_path, None)
    site.cluster.mkdir()
    (site.cluster / "postmaster.pid").write_text(f"{os.getpid()}\nx\n0\n5432\n{tmp_path}\n")
    assert (await look_at_server(site)).presence is Presence.ABSENT


def test_the_socket_file_of_a_dead_server_does_not_listen():
    root = make_open_directory()
    place = root / "socket"
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(place))
        server.listen()
        assert has_listener(place)
    try:
        assert not has_listener(place)
    finally:
        shutil.rmtree(root)
