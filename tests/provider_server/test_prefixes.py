"""The cached prefix is the longest one shared with any body of the last five minutes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.provider_server import prefixes
from tests.provider_server.prefixes import FLOOR_BYTES, RecentBodies, count_shared

LONG = b"x" * FLOOR_BYTES
bodies = st.lists(st.binary(max_size=6).map(lambda end: LONG + end), min_size=1, max_size=12)


@given(st.binary(max_size=50), st.binary(max_size=50), st.binary(max_size=50))
def test_the_shared_prefix_is_the_common_one(start, one, other):
    pair = (start + one, start + other)
    shared = count_shared(*pair)
    assert pair[0][:shared] == pair[1][:shared]
    assert pair[0][shared : shared + 1] != pair[1][shared : shared + 1] or pair[0] == pair[1]


@given(bodies)
def test_a_neighbour_shares_as_much_as_anyone(many):
    recent = RecentBodies()
    for at, body in enumerate(many):
        best = max((count_shared(body, other) for other in many[:at]), default=0)
        assert recent.measure(body, 0.0) == best
        recent.add(body, 0.0)


def test_less_than_the_floor_is_nothing():
    recent = RecentBodies()
    recent.add(b"x" * (FLOOR_BYTES - 1) + b"a", 0.0)
    assert recent.measure(b"x" * (FLOOR_BYTES - 1) + b"b", 0.0) == 0
    assert recent.measure(b"x" * (FLOOR_BYTES - 1) + b"a", 0.0) == FLOOR_BYTES


def test_a_body_is_forgotten_after_five_minutes():
    recent = RecentBodies()
    recent.add(LONG, 0.0)
    assert recent.measure(LONG, 299.0) == FLOOR_BYTES
    assert recent.measure(LONG, 301.0) == 0


def test_the_oldest_go_when_there_are_too_many_bytes(monkeypatch):
    monkeypatch.setattr(prefixes, "KEPT_BYTES", 3 * FLOOR_BYTES)
    recent = RecentBodies()
    for letter in b"abcd":
        recent.add(bytes([letter]) * FLOOR_BYTES, 0.0)
    assert recent.measure(b"a" * FLOOR_BYTES, 0.0) == 0
    assert recent.measure(b"b" * FLOOR_BYTES, 0.0) == FLOOR_BYTES
