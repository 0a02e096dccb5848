"""Weaving pieces into text with tags: the quick way and the full way agree."""

from __future__ import annotations

import pytest

from dragoman.formats.markdown.events import EventReader
from dragoman.formats.markdown.flavours import FLAVOURS
from dragoman.formats.markdown.inline import Weaver
from dragoman.formats.markdown.parser import read_events


@pytest.mark.parametrize(
    ("source", "text", "payloads"),
    [
        ("a *b* c", "a <g1>b</g1> c", [b"*", b"*"]),
        ("~~a~~ ~b~", "<g1>a</g1> <g2>b</g2>", [b"~~", b"~~", b"~", b"~"]),
        ("a `b``c` d", "a <g1/> d", [b"`b``c`"]),
        ("**[a](b)**", "<g1><g2>a</g2></g1>", [b"**", b"**", b"[", b"](b)"]),
        ("![a](b) x", "<g1>a</g1> x", [b"![", b"](b)"]),
        ("[a][] x\n\n[a]: b", "<g1>a</g1> x", [b"[", b"][]"]),
        ("[a\nb](c)", "<g1>a b</g1>", [b"[", b"](c)"]),
    ],
)
def test_both_ways_weave_the_same(source: str, text: str, payloads: list[bytes]) -> None:
    data = source.encode()
    reader = EventReader(data, 0, "")
    _, _, pieces, _ = next(reader.split_runs(read_events(source, FLAVOURS["gfm"])))
    weaver = Weaver(data, data, {})
    woven = weaver.weave(pieces)
    assert weaver.weave_plain(pieces) == woven
    assert woven[0] == text
    spans = [span for payload in woven[1] for span in zip(payload[::2], payload[1::2], strict=True)]
    assert [data[slice(*span)] for span in spans] == payloads


def test_empty_wrappers_are_opaque_and_merge_with_their_neighbours() -> None:
    source = "a ![](b)[](c)`d` e"
    data = source.encode()
    _, _, pieces, _ = next(
        EventReader(data, 0, "").split_runs(read_events(source, FLAVOURS["gfm"]))
    )
    weaver = Weaver(data, data, {})
    assert weaver.weave_plain(pieces) is None
    assert weaver.weave(pieces) == ("a <g1/> e", ((2, 16),))


def test_a_run_without_words_has_no_text() -> None:
    data = b"`a` *`b`*"
    _, _, pieces, _ = next(
        EventReader(data, 0, "").split_runs(read_events(data.decode(), FLAVOURS["gfm"]))
    )
    assert Weaver(data, data, {}).weave(pieces)[0] == ""
