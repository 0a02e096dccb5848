"""The room's front: units in, candidates and rejections out."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

from dragoman.errors import (
    ProviderDeclined,
    ProviderError,
    ProviderMalformed,
    ProviderTooLong,
    ProviderTruncated,
)
from dragoman.logs import get_logger
from dragoman.model.exchange import Candidate, Rejection, Usage
from dragoman.translation.batches import Batch, Group, group_units, pack_batches, split_batch
from dragoman.translation.candidate import AskProvider, Outcome, Work
from dragoman.translation.checkpoints import Checkpoints, hash_scope
from dragoman.translation.glossary import match_terms
from dragoman.translation.prompt import write_request
from dragoman.translation.reply import (
    DECLINED,
    MALFORMED,
    OVERSIZED,
    TRUNCATED,
    Fault,
    Reading,
    judge_terms,
    judge_text,
    read_reply,
    trim_like,
)

REPAIRS = 3
"""Times a unit is asked again alone. *Source:* spec: recovery §0."""
_SPOILED_LIMIT = 12
"""Unusable answers in a row after which a document's remaining units are not asked any more: two
halvings and every repair of a small batch; a provider that answers nonsense must not be paid on."""


async def translate_units(work: Work, ask: AskProvider, checkpoints: Checkpoints | None) -> Outcome:
    """Every unit of `work.keys`, translated or rejected.

    Checkpoints are looked up first; each reply's accepted units are stored before anything else
    is awaited. Refused units are asked again alone with the reason, three times at most
    (spec: recovery §0); a unit whose only fault is a glossary term is then taken as it is, for
    `check` to report. A provider's final error stops the work and is in the outcome.
    """
    asked = set(work.keys)
    groups = group_units(unit for unit in work.document.units if unit.key in asked)
    conversation = _Conversation(work, ask, checkpoints)
    left = await conversation.reuse_checkpoints(groups)
    try:
        async with asyncio.TaskGroup() as tasks:
            conversation.start(tasks, pack_batches(left, work.batch_bytes))
    except BaseExceptionGroup as group:
        # One cause reaches the caller as itself; the others are its consequences.
        raise group.exceptions[0] from None
    return conversation.conclude()


class _Conversation:
    """All requests about one document in one locale, and what came of them so far."""

    def __init__(self, work: Work, ask: AskProvider, checkpoints: Checkpoints | None) -> None:
        """Takes the door's own parameters."""
        self._work = work
        self._ask = ask
        self._checkpoints = checkpoints
        self._slots = asyncio.Semaphore(max(1, work.concurrency))
        self._done: dict[str, str] = {}
        self._rejections: list[Rejection] = []
        self._second_best: dict[str, str] = {}
        self._usage = Usage()
        self._hits = 0
        self._sent: set[str] = set()
        self._spoiled = 0
        self._stopped: ProviderError | None = None

    async def reuse_checkpoints(self, groups: Sequence[Group]) -> list[Group]:
        """The groups that still have to be asked for."""
        if self._checkpoints is None or not groups:
            return list(groups)
        scopes = {
            hash_scope(self._work, group.lead, repair): group
            for group in groups
            for repair in range(REPAIRS + 1)
        }
        found = await self._checkpoints.find(list(scopes))
        for scope, text in found.items():
            group = scopes[scope]
            if group.lead.key not in self._done and self._judge(group, text) is None:
                self._accept(group, text)
                self._hits += len(group.units)
        return [group for group in groups if group.lead.key not in self._done]

    def start(self, tasks: asyncio.TaskGroup, batches: Sequence[Batch]) -> None:
        """Begins the batches; whatever they lead to begins in the same group of tasks."""
        for batch in batches:
            tasks.create_task(self._run(tasks, batch))

    def conclude(self) -> Outcome:
        """The outcome, when nothing is in flight any more."""
        model = self._work.scope.model
        return Outcome(
            candidates={
                key: Candidate(key, text, "machine", model) for key, text in self._done.items()
            },
            rejections=tuple(self._rejections),
            usage=self._usage,
            checkpoint_hits=self._hits,
            sent=len(self._sent),
            stopped=self._stopped,
        )

    async def _run(self, tasks: asyncio.TaskGroup, batch: Batch) -> None:
        async with self._slots:
            if self._stopped is not None:
                return
            if self._spoiled >= _SPOILED_LIMIT:
                self._reject(batch, MALFORMED)
                return
            follow = await self._exchange(batch)
        self.start(tasks, follow)

    async def _exchange(self, batch: Batch) -> list[Batch]:
        """One request and its answer; gives what has to be asked next."""
        request = write_request(self._work, batch, self._done)
        self._sent.update(group.lead.key for group in batch.groups)
        try:
            reply = await self._ask(request)
            self._usage += reply.usage
            reading = read_reply(reply.content, [ask.id for ask in request.units])
        except ProviderTruncated:
            return await self._ask_smaller(batch, TRUNCATED)
        except ProviderMalformed:
            return await self._ask_smaller(batch, MALFORMED)
        except ProviderTooLong:
            return self._ask_parts(batch, OVERSIZED)
        except ProviderDeclined:
            return self._ask_parts(batch, DECLINED)
        except ProviderError as error:
            self._stopped = self._stopped or error
            return []
        self._spoiled = 0
        return await self._sort(batch, reading)

    def _ask_parts(self, batch: Batch, fault: Fault) -> list[Batch]:
        """Halves of a batch that the provider would not take; one group alone is given up."""
        get_logger("translation").info("batch refused", code=fault.code, units=len(batch.groups))
        if len(batch.groups) > 1:
            return list(split_batch(batch))
        self._reject(batch, fault)
        return []

    async def _ask_smaller(self, batch: Batch, fault: Fault) -> list[Batch]:
        """Halves of a batch whose whole answer is unusable; one group alone is a repair."""
        self._spoiled += 1
        get_logger("translation").info("answer unusable", code=fault.code, units=len(batch.groups))
        if len(batch.groups) > 1:
            return list(split_batch(batch))
        return await self._sort(batch, Reading({}, {"1": fault}))

    async def _sort(self, batch: Batch, reading: Reading) -> list[Batch]:
        """Keeps what is usable of an answer and gives the repairs of the rest."""
        accepted: dict[str, str] = {}
        follow: list[Batch] = []
        for number, group in enumerate(batch.groups, start=1):
            name = str(number)
            text = trim_like(group.lead, reading.texts.get(name, ""))
            fault = reading.faults.get(name) or self._judge(group, text)
            fault = fault or self._judge_terms(group, text)
            if fault is not None and batch.repair < REPAIRS:
                get_logger("translation").info(
                    "unit refused", code=fault.code, attempt=batch.repair + 1
                )
                follow.append(Batch((group,), batch.repair + 1, fault.code, fault.reason))
                continue
            kept = text if fault is None else self._second_best.get(group.lead.key)
            if kept is None:
                self._reject(Batch((group,)), fault or MALFORMED)
                continue
            self._accept(group, kept)
            accepted[hash_scope(self._work, group.lead, batch.repair)] = kept
        # Whatever a killed command had paid for and accepted must be found by the next one.
        await self._store(accepted)
        return follow

    def _judge(self, group: Group, text: str) -> Fault | None:
        """Why the text cannot stand for every unit of the group."""
        for unit in group.units:
            if (fault := judge_text(self._work.plug, unit, text)) is not None:
                return fault
        return None

    def _judge_terms(self, group: Group, text: str) -> Fault | None:
        """The term missing in an otherwise good text, which is remembered as second best."""
        fault = judge_terms(match_terms(self._work.terms, group.lead.text), text)
        if fault is not None:
            self._second_best[group.lead.key] = text
        return fault

    def _reject(self, batch: Batch, fault: Fault) -> None:
        self._rejections += [
            Rejection(unit.key, fault.code, fault.reason)
            for group in batch.groups
            for unit in group.units
        ]

    def _accept(self, group: Group, text: str) -> None:
        self._done.update((unit.key, text) for unit in group.units)

    async def _store(self, texts: Mapping[str, str]) -> None:
        """Stores the texts even when the command is being interrupted."""
        if self._checkpoints is None or not texts:
            return
        storing = asyncio.ensure_future(self._checkpoints.store(texts, self._work.scope.model))
        try:
            await asyncio.shield(storing)
        except asyncio.CancelledError:
            await storing
            raise
