"""What every provider of the table must do, whatever it asks."""

from __future__ import annotations

import json
import shutil
import subprocess
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta

import pytest

from dragoman.formats.tags import check_tags
from dragoman.model.exchange import Ask
from dragoman.providers import DIALECTS
from dragoman.providers.model import Model
from dragoman.providers.models import open_provider
from tests.provider_server import run_provider
from tests.providers.requests import SECRET, ask_for, model_at, read_pairs

TEXTS = (
    "Open <g1>the <g2>blue</g2> file</g1> now.",
    "Press <g1/> and wait.",
    "The house & the garden",
    "The <g1>house</g1>.",
)


def has_apertium() -> bool:
    if shutil.which("apertium") is None:
        return False
    listed = subprocess.run(["apertium", "-l"], capture_output=True, check=True, text=True).stdout
    return "eng-spa" in listed.split()


@pytest.fixture(scope="module")
def server():
    with run_provider() as running:
        yield running


@pytest.fixture(params=sorted(DIALECTS))
def model(request, server, tmp_path) -> Model:
    dialect = request.param
    if dialect in {"openai", "anthropic"}:
        return model_at(server, dialect)
    if dialect == "apertium" and not has_apertium():
        pytest.skip("apertium with eng-spa is not installed")
    if dialect == "replay":
        lines = [{"language": "es", "text": text, "translation": f"¡{text}!"} for text in TEXTS]
        recording = tmp_path / "recorded.jsonl"
        recording.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
        return Model("replay/recorded", dialect, str(recording), key=SECRET)
    return Model(dialect, dialect, key=SECRET, timeout=timedelta(seconds=60))


@asynccontextmanager
async def opened(model: Model):
    provider = open_provider(model)
    try:
        yield provider
    finally:
        await provider.close()


async def test_the_answer_is_the_contract_with_every_id_once_in_order(model):
    async with opened(model) as provider:
        reply = await provider.translate(ask_for(*TEXTS))
    tree = json.loads(reply.content)
    assert list(tree) == ["units"]
    assert [set(unit) for unit in tree["units"]] == [{"id", "text"}] * len(TEXTS)
    assert [unit["id"] for unit in tree["units"]] == ["1", "2", "3", "4"]
    assert all(isinstance(unit["text"], str) and unit["text"] for unit in tree["units"])


async def test_tags_come_back_as_they_went(model):
    async with opened(model) as provider:
        pairs = read_pairs(await provider.translate(ask_for(*TEXTS)))
    wrong = {
        text: pairs[str(at)]
        for at, text in enumerate(TEXTS, start=1)
        if check_tags(text, pairs[str(at)]) is not None
    }
    assert wrong == {}


async def test_ids_are_the_asker_s_own(model):
    units = (Ask("b-7", TEXTS[2]), Ask("a", TEXTS[0]))
    async with opened(model) as provider:
        reply = await provider.translate(replace(ask_for(), units=units))
    assert list(read_pairs(reply)) == ["b-7", "a"]


async def test_the_same_text_twice_is_answered_twice(model):
    async with opened(model) as provider:
        pairs = read_pairs(await provider.translate(ask_for(TEXTS[3], TEXTS[3])))
    assert pairs["1"] == pairs["2"]


async def test_one_call_is_one_request_in_the_usage(model):
    async with opened(model) as provider:
        reply = await provider.translate(ask_for(TEXTS[2]))
    assert reply.usage.requests == 1
    assert 0 <= reply.usage.cached_tokens <= reply.usage.input_tokens


async def test_it_is_closed_twice_without_harm(model):
    provider = open_provider(model)
    await provider.close()
    await provider.close()


async def test_the_key_is_in_no_picture_of_a_provider(model):
    async with opened(model) as provider:
        shown = repr(provider) + str(provider) + repr(vars(provider))
    assert SECRET not in shown
