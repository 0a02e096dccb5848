"""The attempts at one document: ask, assemble with proof, validate, and ask again with the reason.

*Source:* spec/recovery §0: a document has `retries` further attempts, for validation commands and
structure; single units have their own attempts in the translation room.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field

from dragoman.errors import CommandFailed, InvalidStructure, InvalidUnit
from dragoman.model.document import Target
from dragoman.model.exchange import Rejection
from dragoman.publishing.assemble import Assembly, assemble
from dragoman.publishing.commands import Validation, run_validation
from dragoman.runs.desk import Desk, Orders
from dragoman.runs.open_folder import Folder
from dragoman.runs.plan_file import FilePlan
from dragoman.sources.project import load_project
from dragoman.translation.candidate import Outcome, Scope, Work
from dragoman.translation.translate import translate_units

NEWLINE = b"\n"


@dataclass(frozen=True, slots=True)
class Draft:
    """A document that passed everything but the disk. `made` holds the texts translated now."""

    assembly: Assembly
    targets: Mapping[str, Target]
    made: Mapping[str, str]
    sent: int
    from_checkpoints: int


@dataclass(slots=True)
class Drafting:
    """One document on its way to a draft."""

    folder: Folder
    plan: FilePlan
    orders: Orders
    desk: Desk
    keys: tuple[str, ...]
    """The units to ask for in the first attempt."""
    reasons: Mapping[str, str]
    """Why they are asked for although they have a translation, by key; empty at first."""
    made: dict[str, str] = field(default_factory=dict)
    as_text: set[str] = field(default_factory=set)
    """Standing units put in as text, because their bytes did not fit any more."""
    sent: int = 0
    hits: int = 0

    async def run(self) -> Draft:
        """The finished draft.

        Raises: ProviderError when the provider became useless, ValidationError when the attempts
        are used up.
        """
        keys, reasons = self.keys, self.reasons
        for attempt in range(self.plan.pair.job.settings.retries + 1):
            if keys:
                await self._ask(keys, reasons, attempt)
            assembly, targets = self._assemble()
            if assembly.refused:
                keys, reasons = self._find_again(assembly.refused)
                last: InvalidStructure | CommandFailed = self._describe_refusal(assembly.refused)
                continue
            reason = await self._validate(assembly)
            if reason is None:
                return Draft(assembly, targets, self.made, self.sent, self.hits)
            last = CommandFailed(reason, remedy="Correct what the command names, or the command.")
            if not self.made:
                break
            keys, reasons = tuple(self.made), {"": reason}
        raise last

    async def _ask(self, keys: tuple[str, ...], reasons: Mapping[str, str], attempt: int) -> None:
        outcome = await translate_units(
            self._describe_work(keys, reasons, attempt), self.desk.ask, self.desk.checkpoints
        )
        self.sent += outcome.sent
        self.hits += outcome.checkpoint_hits
        self.made.update({key: one.text for key, one in outcome.candidates.items()})
        if outcome.stopped is not None:
            raise outcome.stopped
        if outcome.rejections:
            raise self._describe_rejections(outcome)

    def _describe_work(
        self, keys: tuple[str, ...], reasons: Mapping[str, str], attempt: int
    ) -> Work:
        pair, settings = self.plan.pair, self.plan.pair.job.settings
        ours = self.folder.settings
        scope = Scope(
            project=settings.project or load_project(self.folder.root),
            target_path=pair.job.target,
            locale=pair.job.locale,
            credential_id=self.desk.credential_id,
            model=self.desk.model,
            owner=self.orders.owner,
            attempt=attempt,
            document_hash=_hash(pair.document.source) if ours.strict_scope else "",
        )
        return Work(
            document=pair.document,
            plug=pair.plug,
            keys=keys,
            scope=scope,
            source_language=settings.source_language,
            language_name=settings.language_name,
            voice=settings.guidance,
            terms=() if self.desk.is_offline else pair.terms,
            known={**self.plan.units.texts, **self.made},
            reasons=reasons,
            whole_document=settings.context == "document",
            batch_bytes=ours.batch_bytes,
        )

    def _assemble(self) -> tuple[Assembly, Mapping[str, Target]]:
        """The document with all its targets; standing bytes that do not fit are tried as text."""
        pair, units = self.plan.pair, self.plan.units
        standing = units.standing(pair.document, self.made)
        standing |= {key: units.texts[key] for key in self.as_text & standing.keys()}
        targets: dict[str, Target] = {**standing, **self.made}
        assembly = assemble(pair.plug, pair.document, targets)
        stiff = {
            key
            for key in assembly.refused
            if isinstance(standing.get(key), bytes) and key in units.texts
        }
        if not stiff:
            return assembly, targets
        self.as_text |= stiff
        targets |= {key: units.texts[key] for key in stiff}
        return assemble(pair.plug, pair.document, targets), targets

    def _find_again(self, refused: Mapping[str, str]) -> tuple[tuple[str, ...], Mapping[str, str]]:
        """The units to ask for again.

        Raises: InvalidStructure for a human's: theirs is never overwritten.
        """
        for key in refused:
            if key in self.plan.units.human and key not in self.made:
                raise InvalidStructure(
                    f"a translation edited by hand cannot stand any more ({self._place(key)})",
                    path=self.plan.pair.job.target,
                    remedy="Edit it so that it reads as plain text, or delete it to have it made.",
                )
        return tuple(refused), dict(refused)

    def _describe_refusal(self, refused: Mapping[str, str]) -> InvalidStructure:
        return InvalidStructure(
            f"{len(refused)} units would break the document, the first: "
            + self._place(next(iter(refused))),
            path=self.plan.pair.job.source,
            remedy="Run the command again, or reword the source there.",
        )

    def _describe_rejections(self, outcome: Outcome) -> InvalidUnit:
        first: Rejection = outcome.rejections[0]
        return InvalidUnit(
            f"{len(outcome.rejections)} units got no usable translation, the first: "
            f"{self._place(first.key)} ({first.code})",
            path=self.plan.pair.job.source,
            remedy="The others are kept; run the command again to ask for these only.",
        )

    def _place(self, key: str) -> str:
        document = self.plan.pair.document
        at = next((unit.span.start for unit in document.units if unit.key == key), 0)
        return f"line {document.source.count(NEWLINE, 0, at) + 1}"

    async def _validate(self, assembly: Assembly) -> str | None:
        job = self.plan.pair.job
        if not job.settings.validation:
            return None
        commands = [(one.argv, one.directory) for one in job.settings.validation]
        return await run_validation(
            Validation(
                root=self.folder.root,
                source=job.source,
                target=job.target,
                locale=job.locale,
                candidate=assembly.data,
                commands=commands,
                environment=self.orders.environment,
            )
        )


def _hash(source: bytes) -> str:
    return hashlib.sha256(source).hexdigest()
