"""What a lock, a source and its target mean together: the plan of units, and the next lock."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from dragoman.formats.tags import renumber, split_tags, strip_tags
from dragoman.model.document import Document, Target, Unit
from dragoman.plugs import Format
from dragoman.sources.alignment import align_hashes, find_changed
from dragoman.sources.file_settings import FileSettings
from dragoman.sources.lock_file import (
    FoundLock,
    Lock,
    LockedUnit,
    dump_lock,
    find_renamed_lock,
    hash_bytes,
    list_orphaned_locks,
    lock_path,
    parse_lock,
    read_lock,
)

__all__ = [
    "Facts",
    "FoundLock",
    "Lock",
    "LockedUnit",
    "UnitPlan",
    "build_lock",
    "describe_settings",
    "dump_lock",
    "find_renamed_lock",
    "hash_bytes",
    "list_orphaned_locks",
    "lock_path",
    "parse_lock",
    "plan_units",
    "read_lock",
    "rebuild_lock",
]


class Facts(NamedTuple):
    """What the present run would translate with.

    `prompt` is translation's fingerprint of voice and prompt version, `terms` that of the glossary
    entries matched in a unit, by key (a unit without any is absent), `settings` that of
    everything that shapes the target (see `describe_settings`).
    """

    model: str
    prompt: str
    terms: Mapping[str, str] = {}
    settings: str = ""


@dataclass(frozen=True, slots=True)
class UnitPlan:
    """What each unit of a source needs; all keys are those of the document planned.

    `reused` (machine) and `human` hold what is put in without asking; `outdated` are the keys among
    `reused` whose guidance, prompt or model changed. `texts` are the same targets as text with the
    source's tags, where that is known: for context, and for a second splice if bytes do not fit.
    `kept` is what the old lock said about the units in `reused` and `human`.
    """

    new: tuple[str, ...]
    changed: tuple[str, ...]
    reused: Mapping[str, Target]
    human: Mapping[str, Target]
    outdated: tuple[str, ...] = ()
    texts: Mapping[str, str] = field(default_factory=dict)
    kept: Mapping[str, LockedUnit] = field(default_factory=dict)
    known: int = 0
    """Units the lock (or the existing target) held."""
    gone: int = 0
    """Units of `known` that the source has no more, or that vanished from the target."""
    foreign: int = 0
    """Target units that no source unit can keep; writing the file would lose them."""

    def to_send(self, refresh: bool) -> tuple[str, ...]:
        """The keys to ask for: new and changed, with `refresh` also the outdated."""
        return self.new + self.changed + (self.outdated if refresh else ())

    def standing(self, document: Document, sent: Collection[str]) -> dict[str, Target]:
        """The targets to put in for the units that are not in `sent`.

        A unit around one that is sent stands as text: its bytes would bring the old one back.
        """
        asked = set(sent)
        around = _list_ancestors(document, asked)
        return {
            key: self.texts.get(key, target) if key in around else target
            for key, target in {**self.reused, **self.human}.items()
            if key not in asked
        }

    def is_mass_deletion(self) -> bool:
        """Whether over half of the target's units would vanish. *Source:* spec: config §2."""
        return self.gone * 2 > self.known


def describe_settings(settings: FileSettings) -> str:
    """The settings that shape a target, as one line for the lock's fingerprint."""
    shaping = (settings.preserve, settings.frontmatter, settings.anchors, settings.attributes)
    return json.dumps(shaping, sort_keys=True)


def plan_units(
    document: Document,
    translated: Document | None,
    lock: Lock | None,
    facts: Facts,
    plug: Format,
) -> UnitPlan:
    """What each unit of `document` needs.

    Takes `translated`, the extraction of the existing target (None = no target file). Without a
    lock an existing target counts as human work, except units that still equal their source.
    Raises: StructureDiffers when there is no lock and the target cannot be laid beside the source.
    """
    keys = tuple(unit.key for unit in document.units)
    if translated is None:
        return UnitPlan(keys, (), {}, {})
    if lock is None:
        return _plan_adopted(document, translated, plug)
    return _Planning(document, translated, lock, facts, plug).plan()


def build_lock(
    document: Document,
    translated: Document,
    output: str,
    facts: Facts,
    made: Mapping[str, str],
    plan: UnitPlan,
) -> Lock:
    """The lock of a finished file.

    Takes `translated`, the extraction of the assembled target, and `made`, the texts of the units
    translated now (by key); all others keep what `plan.kept` says.
    """
    units: list[LockedUnit] = []
    for unit, target in zip(document.units, translated.units, strict=True):
        source_hash = hash_bytes(_bytes_of(document, unit))
        target_hash = hash_bytes(_bytes_of(translated, target))
        if unit.key in made:
            fresh = LockedUnit(
                unit.key, source_hash, target_hash, "machine", facts.model, facts.prompt,
                facts.terms.get(unit.key, ""), _find_order(made[unit.key]),
            )  # fmt: skip
            units.append(fresh)
        elif unit.key in plan.kept:
            kept = plan.kept[unit.key]
            units.append(kept._replace(source_hash=source_hash, target_hash=target_hash))
    return _make_lock(document, output, facts, units)


def rebuild_lock(
    document: Document,
    translated: Document,
    output: str,
    facts: Facts,
    texts: Mapping[str, str],
    known: Sequence[LockedUnit] = (),
) -> Lock:
    """A lock made from source and target alone.

    Takes `texts`, what the format's `pair` gives for the two, and `known`, units of locks that are
    still readable. A unit nobody remembers counts as human work, and so is never overwritten; one
    that equals its source has no translation.
    """
    by_key = {unit.key: unit for unit in known}
    units: list[LockedUnit] = []
    for unit, target in zip(document.units, translated.units, strict=True):
        if texts[unit.key] == unit.text and unit.key not in by_key and _has_letters(unit.text):
            continue
        target_hash = hash_bytes(_bytes_of(translated, target))
        record = by_key.get(unit.key)
        if record is None or record.target_hash != target_hash:
            order = _find_order(texts[unit.key])
            record = LockedUnit(unit.key, "", target_hash, "human", order=order)
        units.append(record._replace(source_hash=hash_bytes(_bytes_of(document, unit))))
    return _make_lock(document, output, facts, units)


class _Planning:
    """The planning of one file that has a lock and a target."""

    def __init__(
        self, document: Document, translated: Document, lock: Lock, facts: Facts, plug: Format
    ) -> None:
        """Lays the target's units beside the lock's."""
        self._document = document
        self._translated = translated
        self._lock = lock
        self._facts = facts
        self._plug = plug
        self._hashes = [hash_bytes(_bytes_of(translated, unit)) for unit in translated.units]
        slots = align_hashes([unit.target_hash for unit in lock.units], self._hashes)
        self._records = {unit.key: unit for unit in lock.units}
        self._slots = {
            unit.key: slot for unit, slot in zip(lock.units, slots, strict=True) if slot is not None
        }

    def plan(self) -> UnitPlan:
        """What each unit needs."""
        kept = {unit.key: record for unit in self._document.units if (record := self._keep(unit))}
        targets, texts = self._find_targets(kept)
        keys = [unit.key for unit in self._document.units]
        old = [unit.key for unit in self._lock.units]
        replaced = find_changed(old, keys)
        missing = [key for key in keys if key not in targets]
        # A key the lock knows with a target beside it was refused for what changed around it.
        stale = {key for key in missing if key in self._slots}
        changed = tuple(key for key in missing if key in replaced or key in stale)
        human = {key for key in targets if kept[key].origin == "human"}
        return UnitPlan(
            new=tuple(key for key in missing if key not in changed),
            changed=changed,
            reused={key: target for key, target in targets.items() if key not in human},
            human={key: target for key, target in targets.items() if key in human},
            outdated=tuple(key for key in targets if self._is_outdated(kept[key])),
            texts=texts,
            kept={key: kept[key] for key in targets},
            known=len(old),
            gone=self._count_gone(set(keys), len(replaced)),
            foreign=len(self._hashes) - len(self._slots),
        )

    def _beside(self, key: str) -> Unit:
        """The target's unit that the lock knows under `key`."""
        return self._translated.units[self._slots[key]]

    def _keep(self, unit: Unit) -> LockedUnit | None:
        """The unit's record when its target can stand, else None.

        A human's always can, a machine's while the same terms match.
        """
        if unit.key not in self._slots:
            return None
        record = self._records[unit.key]
        if record.target_hash != self._hashes[self._slots[unit.key]]:
            return record._replace(origin="human", model="", prompt="", terms="")
        if record.origin != "human" and record.terms != self._facts.terms.get(unit.key, ""):
            return None
        return record

    def _find_targets(
        self, kept: Mapping[str, LockedUnit]
    ) -> tuple[dict[str, Target], dict[str, str]]:
        """Targets and texts by key.

        A target is bytes where the source's bytes are the same and nothing inside is asked for,
        else text, else nothing.
        """
        texts = {
            unit.key: text
            for unit in self._document.units
            if unit.key in kept and (text := self._read_text(unit, kept[unit.key])) is not None
        }
        verbatim = self._find_verbatim(kept)
        targets: dict[str, Target] = {}
        for unit in self._document.units:
            if unit.key in verbatim:
                targets[unit.key] = _bytes_of(self._translated, self._beside(unit.key))
            elif unit.key in texts and not self._is_swapped(unit):
                targets[unit.key] = texts[unit.key]
        return targets, texts

    def _find_verbatim(self, kept: Mapping[str, LockedUnit]) -> set[str]:
        units = self._document.units
        verbatim = {
            unit.key
            for unit in units
            if unit.key in kept
            and kept[unit.key].source_hash == hash_bytes(_bytes_of(self._document, unit))
        }
        broken = {unit.key for unit in units if unit.key not in verbatim}
        verbatim -= _list_ancestors(self._document, broken)
        swapped = {
            unit.key
            for unit in units
            if self._is_swapped(unit) and units[unit.parent].key not in verbatim
        }
        return verbatim - swapped

    def _is_swapped(self, unit: Unit) -> bool:
        """Whether the unit lies in a payload whose tags the target uses in another order.

        Then its place in the target does not tell which unit it is.
        """
        if unit.parent < 0:
            return False
        parent = self._records.get(self._document.units[unit.parent].key)
        return parent is not None and bool(parent.order)

    def _read_text(self, unit: Unit, record: LockedUnit) -> str | None:
        numbers = dict(enumerate(record.order, start=1))
        text = renumber(self._beside(unit.key).text, numbers)
        return None if self._plug.refuse(unit, text) else text

    def _is_outdated(self, record: LockedUnit) -> bool:
        return record.origin == "machine" and (record.model, record.prompt) != (
            self._facts.model,
            self._facts.prompt,
        )

    def _count_gone(self, keys: set[str], replaced: int) -> int:
        vanished = sum(unit.key not in keys for unit in self._lock.units) - replaced
        return vanished + sum(
            unit.key in keys and unit.key not in self._slots for unit in self._lock.units
        )


def _plan_adopted(document: Document, translated: Document, plug: Format) -> UnitPlan:
    texts = plug.pair(document, translated)
    made = {
        unit.key: texts[unit.key]
        for unit in document.units
        if unit.key in texts and (texts[unit.key] != unit.text or not _has_letters(unit.text))
    }
    # Without a lock nothing tells a text whose tags are wrong from one that somebody meant.
    refused = {
        unit.key
        for unit in document.units
        if unit.key in made and plug.refuse(unit, made[unit.key]) is not None
    }
    human = {key: text for key, text in made.items() if key not in refused}
    kept = {
        key: LockedUnit(key, "", "", "human", order=_find_order(text))
        for key, text in human.items()
    }
    new = tuple(unit.key for unit in document.units if unit.key not in human)
    known = len(translated.units)
    return UnitPlan(
        new, (), {}, dict(human), texts=human, kept=kept, known=known, foreign=len(refused)
    )


def _make_lock(document: Document, output: str, facts: Facts, units: Sequence[LockedUnit]) -> Lock:
    parts = (document.format, facts.settings, facts.prompt, sorted(set(facts.terms.values())))
    return Lock(
        hash_bytes(document.source),
        output,
        hash_bytes(json.dumps(parts).encode()),
        document.skeleton_hash()[:32],
        tuple(units),
    )


def _list_ancestors(document: Document, keys: Collection[str]) -> set[str]:
    """The keys of all units around those in `keys`."""
    found: set[str] = set()
    for unit in document.units:
        at = unit.parent
        while unit.key in keys and at >= 0:
            found.add(document.units[at].key)
            at = document.units[at].parent
    return found


def _bytes_of(document: Document, unit: Unit) -> bytes:
    return document.source[unit.span.start : unit.span.end]


def _has_letters(text: str) -> bool:
    return any(letter.isalpha() for letter in strip_tags(text))


def _find_order(text: str) -> tuple[int, ...]:
    """The tag numbers of `text` as they appear, () when they count up from 1.

    >>> _find_order("<g2/> of <g1>a</g1>"), _find_order("<g1>a</g1> <g2/>")
    ((2, 1), ())
    """
    numbers = tuple(token.number for token in split_tags(text) if token.role in {"open", "void"})
    return () if numbers == tuple(range(1, len(numbers) + 1)) else numbers
