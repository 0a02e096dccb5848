from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from dragoman.db.connect import Database
from dragoman.errors import (
    DatabaseUnavailable,
    ProviderCredit,
    ProviderDeclined,
    ProviderMalformed,
    ProviderRefused,
    ProviderTooLong,
    ProviderTruncated,
)
from dragoman.model.exchange import Reply, Request
from dragoman.translation.candidate import Outcome, Work
from dragoman.translation.checkpoints import Checkpoints
from dragoman.translation.glossary import Term
from dragoman.translation.translate import translate_units
from tests.translation.works import (
    SCOPE,
    Provider,
    answer,
    make_work,
    shout,
    translate_well,
)

REPAIR = "Your last answer was refused: "


def run(work: Work, provider: Provider) -> Outcome:
    return asyncio.run(translate_units(work, provider, None))


def texts(work: Work, outcome: Outcome) -> dict[str, str]:
    return {
        unit.text: outcome.candidates[unit.key].text
        for unit in work.document.units
        if unit.key in outcome.candidates
    }


def test_a_small_document_is_one_request_without_context():
    work, provider = make_work(), Provider(translate_well)
    outcome = run(work, provider)
    assert len(provider.requests) == 1
    assert provider.requests[0].context == ""
    assert texts(work, outcome) == {unit.text: shout(unit.text) for unit in work.document.units}
    assert (outcome.rejections, outcome.sent, outcome.usage.requests) == ((), 5, 1)


def test_ids_decide_and_order_does_not():
    work = make_work()
    outcome = run(work, Provider(lambda request: translate_well(request)[::-1]))
    assert texts(work, outcome) == {unit.text: shout(unit.text) for unit in work.document.units}


def test_equal_texts_are_asked_once_and_written_everywhere():
    work, provider = make_work("Same.\n\nOther.\n\nSame.\n"), Provider(translate_well)
    outcome = run(work, provider)
    assert provider.asked() == [["Same.", "Other."]]
    assert (len(outcome.candidates), outcome.sent) == (3, 2)


def test_a_refused_unit_is_asked_again_alone_with_the_reason_and_the_others_are_kept():
    def drop_once(request: Request) -> list[dict[str, object]]:
        items = translate_well(request)
        return items if REPAIR in request.context else [items[0], *items[2:]]

    work, provider = make_work(), Provider(drop_once)
    outcome = run(work, provider)
    assert len(outcome.candidates) == 5
    assert provider.asked()[1:] == [["Run <g1>make</g1> in <g2>the folder</g2> now."]]
    assert "held nothing for this id" in provider.requests[1].context


def test_a_wrong_tag_is_the_reason_of_the_next_attempt():
    def lose_tags(request: Request) -> list[dict[str, object]]:
        if REPAIR in request.context:
            return translate_well(request)
        return [{"id": ask.id, "text": "ohne"} for ask in request.units]

    provider = Provider(lose_tags)
    outcome = run(make_work(), provider)
    assert outcome.rejections == ()
    assert "The tag <g1>…</g1> is missing." in provider.requests[1].context
    assert len(provider.requests) == 4


def test_after_three_repairs_a_unit_is_rejected_with_its_code():
    provider = Provider(lambda request: [{"id": ask.id, "text": " "} for ask in request.units])
    work = make_work("Only one.\n")
    outcome = run(work, provider)
    assert len(provider.requests) == 4
    assert [(one.key, one.code) for one in outcome.rejections] == [
        (work.document.units[0].key, "empty")
    ]


@pytest.mark.parametrize("fault", [ProviderTruncated("cut"), ProviderMalformed("odd")])
def test_a_batch_whose_answer_is_unusable_is_asked_in_halves(fault: Exception):
    provider = Provider(
        lambda request: fault if len(request.units) > 2 else translate_well(request)
    )
    outcome = run(make_work(), provider)
    assert [len(asked) for asked in provider.asked()] == [5, 2, 3, 1, 2]
    assert (len(outcome.candidates), outcome.rejections) == (5, ())


@pytest.mark.parametrize(
    ("fault", "code"),
    [(ProviderTooLong("413"), "oversized"), (ProviderDeclined("no"), "declined")],
)
def test_what_a_provider_will_not_take_is_cornered_by_halves_and_the_rest_is_kept(fault, code):
    provider = Provider(
        lambda request: (
            fault if any("Second" in ask.text for ask in request.units) else translate_well(request)
        )
    )
    work = make_work()
    outcome = run(work, provider)
    assert [one.code for one in outcome.rejections] == [code]
    assert len(outcome.candidates) == 4
    assert [len(asked) for asked in provider.asked() if "Second" in str(asked)] == [5, 3, 2, 1]
    assert outcome.stopped is None


def test_a_request_called_wrong_is_not_asked_in_parts():
    provider = Provider(lambda _request: ProviderRefused("404"))
    outcome = run(make_work(), provider)
    assert isinstance(outcome.stopped, ProviderRefused)
    assert len(provider.requests) == 1


def test_nonsense_is_not_paid_for_without_end():
    many = "\n\n".join(f"Paragraph {number}." for number in range(200)) + "\n"
    provider = Provider(lambda _request: Reply("I cannot do that."))
    outcome = run(make_work(many, concurrency=1), provider)
    assert len(provider.requests) == 12
    assert {one.code for one in outcome.rejections} == {"malformed"}
    assert len(outcome.rejections) == 200


def test_a_final_error_keeps_what_is_done_and_stops_the_rest():
    many = "\n\n".join(f"Paragraph {number} of the text." for number in range(60)) + "\n"
    calls = iter(range(100))
    provider = Provider(
        lambda request: ProviderCredit("empty") if next(calls) == 2 else translate_well(request)
    )
    outcome = run(make_work(many, batch_bytes=300, concurrency=1), provider)
    assert isinstance(outcome.stopped, ProviderCredit)
    assert len(provider.requests) == 3
    assert 0 < len(outcome.candidates) < 60
    assert outcome.rejections == ()


def test_requests_for_one_document_share_its_concurrency():
    many = "\n\n".join(f"Paragraph {number} of the text." for number in range(60)) + "\n"
    flying, most = 0, 0

    async def ask(request: Request) -> Reply:
        nonlocal flying, most
        flying += 1
        most = max(most, flying)
        await asyncio.sleep(0)
        flying -= 1
        return answer(translate_well(request))

    work = make_work(many, batch_bytes=200, concurrency=3)
    assert len(asyncio.run(translate_units(work, ask, None)).candidates) == 60
    assert most == 3


def test_a_missing_term_is_a_reason_and_at_last_taken_as_it_is():
    terms = (Term("folder", "Ordner"),)
    work = make_work("The folder.\n", terms=terms)
    stubborn = Provider(translate_well)
    outcome = run(work, stubborn)
    assert len(stubborn.requests) == 4
    assert '"folder" must be translated as "Ordner".' in stubborn.requests[1].context
    assert outcome.candidates[work.keys[0]].text == "THE FOLDER."
    obedient = Provider(lambda _request: [{"id": "1", "text": "Der Ordner."}])
    assert run(work, obedient).sent == 1
    assert "folder = Ordner" in obedient.requests[0].context
    assert len(obedient.requests) == 1


async def test_what_was_accepted_is_never_asked_again(database: Database):
    checkpoints, work = Checkpoints(database), make_work()
    await translate_units(work, Provider(translate_well), checkpoints)
    again = Provider(translate_well)
    outcome = await translate_units(work, again, checkpoints)
    assert (again.requests, outcome.checkpoint_hits, outcome.sent) == ([], 5, 0)
    assert texts(work, outcome) == {unit.text: shout(unit.text) for unit in work.document.units}


async def test_a_repair_that_succeeded_is_found_as_well(database: Database):
    def improve(request: Request) -> list[dict[str, object]]:
        return translate_well(request) if REPAIR in request.context else []

    checkpoints, work = Checkpoints(database), make_work()
    await translate_units(work, Provider(improve), checkpoints)
    outcome = await translate_units(work, Provider(improve), checkpoints)
    assert outcome.checkpoint_hits == 5


async def test_refused_and_cut_answers_are_never_stored(database: Database):
    work = make_work("Only one.\n")
    for made in ([{"id": "1", "text": ""}], ProviderTruncated("cut"), Reply("{")):
        provider = Provider(lambda _request, made=made: made)
        await translate_units(work, provider, Checkpoints(database))
    rows = await database.fetch("SELECT scope FROM dragoman.checkpoint")
    assert rows == []


async def test_another_scope_is_asked_for_itself(database: Database):
    checkpoints = Checkpoints(database)
    await translate_units(make_work(), Provider(translate_well), checkpoints)
    for changes in (
        {"voice": "Be brief."},
        {"source_language": "fr"},
        {"scope": replace(SCOPE, attempt=1)},
        {"scope": replace(SCOPE, credential_id="other")},
        {"scope": replace(SCOPE, target_path="b.md")},
    ):
        outcome = await translate_units(make_work(**changes), Provider(translate_well), checkpoints)
        assert outcome.checkpoint_hits == 0


async def test_a_term_is_part_of_the_scope_of_the_units_it_matches_only(database: Database):
    checkpoints = Checkpoints(database)
    await translate_units(make_work(), Provider(translate_well), checkpoints)
    work = make_work(terms=(Term("folder", "FOLDER"),))
    provider = Provider(translate_well)
    outcome = await translate_units(work, provider, checkpoints)
    assert outcome.checkpoint_hits == 4
    assert provider.asked() == [["Run <g1>make</g1> in <g2>the folder</g2> now."]]


async def test_expired_checkpoints_are_ignored_and_swept(database: Database):
    expired = Checkpoints(database, timedelta(microseconds=1))
    await translate_units(make_work(), Provider(translate_well), expired)
    provider = Provider(translate_well)
    await translate_units(make_work(), provider, expired)
    assert len(provider.requests) == 1
    assert await Checkpoints(database).sweep() == 5
    assert await Checkpoints(database).sweep() == 0


async def test_an_interrupted_command_stores_what_it_has_been_answered(database: Database):
    storing = asyncio.Event()

    class Watched(Checkpoints):
        async def store(self, texts, model):
            storing.set()
            await super().store(texts, model)

    task = asyncio.create_task(
        translate_units(make_work(), Provider(translate_well), Watched(database))
    )
    await storing.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    rows = await database.fetch("SELECT scope FROM dragoman.checkpoint")
    assert len(rows) == 5


async def test_a_database_that_goes_away_is_one_error_of_ours(database: Database):
    async def ask(request: Request) -> Reply:
        await database.close()
        return answer(translate_well(request))

    with pytest.raises(DatabaseUnavailable):
        await translate_units(make_work(), ask, Checkpoints(database))
