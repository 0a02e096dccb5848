from __future__ import annotations

import json
import random

from dragoman.model.exchange import Request
from dragoman.translation.batches import group_units, pack_batches
from dragoman.translation.candidate import Work
from dragoman.translation.glossary import Term
from dragoman.translation.prompt import write_request
from tests.translation.works import make_work, shout

VOICE = "Be friendly."


def write_all(work: Work) -> list[Request]:
    """The requests for all units of `work.keys`, as if each answer came before the next."""
    keys = set(work.keys)
    groups = group_units(unit for unit in work.document.units if unit.key in keys)
    done: dict[str, str] = {}
    requests = []
    for batch in pack_batches(groups, work.batch_bytes):
        requests.append(write_request(work, batch, done))
        done.update((unit.key, shout(unit.text)) for group in batch.groups for unit in group.units)
    return requests


def make_text(paragraphs: int, seed: int = 1) -> str:
    """Prose with sections, about 160 bytes a paragraph."""
    chance = random.Random(seed)  # noqa: S311 - texts, not keys
    blocks = []
    for number in range(paragraphs):
        if number % 6 == 0:
            blocks.append(f"## Section {number}")
        words = ["word" + str(chance.randrange(999)) for _ in range(chance.randrange(8, 36))]
        blocks.append(" ".join(words).capitalize() + ".")
    return "\n\n".join(blocks) + "\n"


def test_the_prefix_is_the_same_for_every_request_of_a_file():
    requests = write_all(make_work(make_text(300), voice=VOICE, terms=(Term("word7", "wort"),)))
    assert len(requests) > 3
    assert len({request.prefix for request in requests}) == 1
    assert requests[0].prefix.endswith(VOICE)
    assert len(requests[0].prefix.encode()) < 700


def test_a_file_in_one_request_has_no_second_copy_as_context():
    [request] = write_all(make_work(make_text(20)))
    assert request.context == ""


def test_the_context_of_a_small_edit_is_bounded_and_near():
    text = make_text(400)
    work = make_work(text)
    at = next(i for i, unit in enumerate(work.document.units) if i > 300 and unit.kind != "heading")
    changed, before = work.document.units[at], work.document.units[at - 1]
    work = make_work(text, keys=(changed.key,), known={before.key: "WAS DAVOR STEHT"})
    [request] = write_all(work)
    assert len(request.context.encode()) <= max(4096, 4 * len(changed.text.encode()))
    assert "WAS DAVOR STEHT" in request.context
    assert work.document.units[at + 1].text in request.context
    assert changed.context in request.context
    assert changed.text not in request.context
    assert work.document.units[5].text not in request.context


def test_the_whole_document_is_context_where_it_is_asked_for():
    text = make_text(100)
    for request in write_all(make_work(text, whole_document=True)):
        assert text in request.context


def test_only_terms_that_occur_are_told():
    terms = (Term("folder", "Ordner"), Term("kernel", "Kern"))
    [request] = write_all(make_work("Open the folder.\n", terms=terms))
    assert "folder = Ordner" in request.context
    assert "kernel" not in request.context


def test_a_refused_file_s_reason_is_told_to_the_units_it_concerns():
    work = make_work("One.\n\nTwo.\n")
    first, second = work.keys
    work = make_work("One.\n\nTwo.\n", keys=(first,), reasons={first: "line 1", second: "line 3"})
    [request] = write_all(work)
    assert "refused: line 1" in request.context
    assert "line 3" not in request.context


def test_two_hundred_files_cost_at_most_one_and_four_fifths_of_their_units():
    chance = random.Random(7)  # noqa: S311 - texts, not keys
    sent = units = naive = 0
    for seed in range(200):
        # Log-normal around 38 paragraphs of 160 bytes: a median of 6 kB.
        work = make_work(make_text(max(3, int(38 * chance.lognormvariate(0, 0.8))), seed))
        for request in write_all(work):
            body = {"units": [{"id": ask.id, "text": ask.text} for ask in request.units]}
            user = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
            # The envelope: model, roles and the schema of the answer.
            message = json.dumps([request.prefix, request.context, user], ensure_ascii=False)
            sent += len(message.encode()) + 500
            units += sum(len(ask.text.encode()) for ask in request.units)
            naive += len(request.units) * len(work.document.source)
    assert sent <= 1.8 * units
    assert naive > 50 * units
