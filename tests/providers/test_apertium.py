"""Apertium: pages out and in, and the real program where it is installed."""

from __future__ import annotations

import shutil
import subprocess
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.errors import NotConfigured, ProviderFault, ProviderTimeout
from dragoman.formats.tags import check_tags
from dragoman.providers.apertium import (
    ApertiumProvider,
    choose_pair,
    open_apertium,
    read_page,
    write_page,
)
from dragoman.providers.model import Model
from tests.providers.requests import ask_for, read_pairs


def has_pair(name: str) -> bool:
    if shutil.which("apertium") is None:
        return False
    listed = subprocess.run(["apertium", "-l"], capture_output=True, check=True, text=True).stdout
    return name in listed.split()


@given(
    st.lists(
        st.text("ab <>&{}%s/g1", max_size=30).filter(
            lambda text: "<g" not in text and "</" not in text
        )
    )
)
def test_a_page_that_comes_back_unchanged_gives_the_texts(texts):
    for is_inline in (True, False):
        page, masked = write_page(texts, is_inline=is_inline)
        assert read_page(page, texts, masked) == texts


@given(
    st.lists(st.sampled_from(["<g1>", "</g1>", "<g2/>", "<g3>", "</g3>", "w ", "{x}", "<", "&"]))
)
def test_inline_tags_that_come_back_unchanged_are_the_texts_own(pieces):
    text = "".join(pieces)
    if check_tags(text, text) is None:
        page, masked = write_page([text], is_inline=True)
        assert check_tags(text, read_page(page, [text], masked)[0] or "") is None


def test_the_end_of_a_span_belongs_to_the_last_one_open():
    page = '<u0><span id="g2"><span id="g1">a</span></span> b</span></u0>'
    assert read_page(page, [""], [[]]) == ["<g2><g1>a</g1></g2> b"]


def test_braces_within_braces_are_kept_from_the_program():
    text = "{n, plural, one {# file} other {# files}} of ${HOME}, {{ user }}, {open"
    _, (masked,) = write_page([text])
    assert masked == ["{n, plural, one {# file} other {# files}}", "${HOME}", "{{ user }}"]


def test_tags_that_the_program_spells_out_are_void_again():
    texts = ["a <g1/> <g2>b</g2> {x}"]
    _, masked = write_page(texts)
    page = "<u0>c <g1></g1> <g2>d</g2> <x0></x0></u0>"
    assert read_page(page, texts, masked) == ["c <g1/> <g2>d</g2> {x}"]


def test_a_lost_element_is_missing_and_an_emptied_one_is_empty():
    assert read_page("<u1></u1>", ["a", "b"], [[], []]) == [None, ""]


def test_pairs_are_found_by_two_and_three_letters_and_by_region():
    installed = ["eng-spa", "en-gl", "fr-es", "spa-eng_US"]
    assert choose_pair("en", "gl", installed) == "en-gl"
    assert choose_pair("fr-CA", "es", installed) == "fr-es"
    assert choose_pair("es", "en-US", installed) == "spa-eng_US"
    assert choose_pair("es", "en-latn-us", installed) == "spa-eng_US"
    assert choose_pair("es", "en", installed) is None


def write_program(path, script: str, limit_seconds: float = 20.0) -> ApertiumProvider:
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return ApertiumProvider(str(path), limit_seconds)


def read_state(pid: str) -> str:
    shown = subprocess.run(["ps", "-o", "stat=", "-p", pid], capture_output=True, check=False)
    return shown.stdout.decode().strip()


async def test_a_program_that_hangs_is_killed_with_its_children(tmp_path):
    pids = tmp_path / "pids"
    script = f'[ "$1" = -l ] && echo eng-spa && exit\nsleep 60 & echo $! > {pids}; wait'
    provider = write_program(tmp_path / "slow", script, limit_seconds=1.5)
    with pytest.raises(ProviderTimeout):
        await provider.translate(ask_for("Hi"))
    assert read_state(pids.read_text().strip())[:1] in {"", "Z"}


async def test_a_program_that_fails_is_a_fault(tmp_path):
    provider = write_program(tmp_path / "broken", '[ "$1" = -l ] && echo eng-spa && exit\nexit 3')
    with pytest.raises(ProviderFault):
        await provider.translate(ask_for("Hi"))


async def test_a_pair_that_is_not_installed_is_named_with_its_remedy(tmp_path):
    provider = write_program(tmp_path / "poor", "echo fr-es")
    with pytest.raises(NotConfigured, match="from en to es") as raised:
        await provider.translate(ask_for("Hi"))
    assert "apt-get install" in raised.value.remedy


async def test_a_text_whose_tags_do_not_survive_inline_is_asked_again_with_unknown_tags(tmp_path):
    seen = tmp_path / "seen"
    script = (
        f'[ "$1" = -l ] && echo eng-spa && exit\ncat > {seen}.new; cat {seen}.new >> {seen}\n'
        f'sed \'s|<span id="g1">the b</span>|<span id="g1">b</span>s<span id="g1">c</span>|\''
        f" {seen}.new"
    )
    provider = write_program(tmp_path / "splitting", script)
    reply = await provider.translate(ask_for("<g1>a</g1> x", "<g1>the b</g1> s", "plain"))
    assert read_pairs(reply) == {"1": "<g1>a</g1> x", "2": "<g1>the b</g1> s", "3": "plain"}
    assert seen.read_text().count("<u") == 4


def test_without_the_program_the_remedy_is_to_install_it(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NotConfigured, match="not installed") as raised:
        open_apertium(Model("apertium", "apertium"))
    assert "apt-get install apertium" in raised.value.remedy


@pytest.mark.skipif(not has_pair("eng-spa"), reason="apertium with eng-spa is not installed")
async def test_the_real_program_translates_and_keeps_tags_and_placeholders():
    texts = ("The <g1>blue</g1> house has {count} doors.", "Open <g1/> & close", "5 < 6")
    provider = open_apertium(Model("apertium", "apertium", timeout=timedelta(seconds=60)))
    pairs = read_pairs(await provider.translate(ask_for(*texts)))
    assert pairs["1"].startswith("La casa <g1>azul</g1>")
    assert "{count}" in pairs["1"]
    assert "&" in pairs["2"]
    assert pairs["3"] == "5 < 6"
    assert all(check_tags(text, pairs[str(at)]) is None for at, text in enumerate(texts, start=1))
