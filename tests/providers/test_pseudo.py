"""The pseudo-locale leaves alone what a translation must."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.checks.placeholders import list_placeholders
from dragoman.formats import format_for
from dragoman.formats.tags import check_tags
from dragoman.model.document import FormatOptions
from dragoman.providers.model import Model
from dragoman.providers.pseudo import accent_text, open_pseudo
from tests.providers.requests import TEXTS, ask_for, read_pairs

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    path
    for folder in ("docs", "examples")
    for path in (ROOT / folder).rglob("*")
    if path.suffix in {".md", ".mdx"}
)
KEPT = "{name} ${home} %(count)d %s %1$s %lld &amp; &#38; https://a.example/Path?q=1 <g1/> <g2>"


def test_placeholders_entities_addresses_and_tags_stay():
    assert accent_text(KEPT) == KEPT


def test_words_are_accented_and_longer():
    assert accent_text("Open a file") == "Ôôpééñ áá fîîļéé"


@given(st.text(max_size=60))
def test_no_text_gets_shorter_and_the_same_text_always_gives_the_same(text):
    assert len(accent_text(text)) >= len(text)
    assert accent_text(text) == accent_text(text)


@given(st.lists(st.sampled_from(["<g1>", "</g1>", "<g2/>", "word ", "{x}", "%s", "&", "<", "g1"])))
def test_tags_never_change(pieces):
    text = "".join(pieces)
    balanced = f"<g3>{text}</g3>"
    if check_tags(balanced, balanced) is None:
        assert check_tags(balanced, accent_text(balanced)) is None


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_unit_of_real_pages_refuses_its_accented_text(page):
    plug = format_for(page.as_posix())
    for unit in plug.extract(page.read_bytes(), FormatOptions()).units:
        accented = accent_text(unit.text)
        assert plug.refuse(unit, accented) is None
        assert list_placeholders(accented) == list_placeholders(unit.text)


async def test_the_provider_answers_every_id():
    provider = open_pseudo(Model("pseudo", "pseudo"))
    reply = await provider.translate(ask_for(*TEXTS))
    await provider.close()
    await provider.close()
    assert read_pairs(reply) == {"1": accent_text(TEXTS[0]), "2": accent_text(TEXTS[1])}
    assert reply.usage.requests == 1
