"""Lock files: what is known about each unit of a translated file, and what that means now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from dragoman.model.document import Document, Target
from dragoman.plugs import Format


class LockedUnit(NamedTuple):
    """What the lock remembers about one unit; hashes are SHA-256, hexadecimal, shortened to 32.

    `source_hash` and `target_hash` are of the unit's bytes in source and target, tags' payload
    included. `prompt` and `terms` are the fingerprints (`Facts`) it was translated under; `order`
    is the order in which the target uses the source's tags, () when it is 1, 2, 3 …
    """

    key: str
    source_hash: str
    target_hash: str
    origin: str
    model: str = ""
    prompt: str = ""
    terms: str = ""
    order: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Lock:
    """One lock file. `units` are in document order."""

    source_hash: str
    output: str
    settings: str
    skeleton: str
    units: tuple[LockedUnit, ...]


class Facts(NamedTuple):
    """What the present run would translate with.

    `prompt` is translation's fingerprint of voice and prompt version, `terms` that of the glossary
    entries matched in a unit, by key (a unit without any is absent), `settings` that of format,
    preserve and frontmatter.
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
    """Target units that belong to no source unit; writing the file would lose them."""

    def to_send(self, refresh: bool) -> tuple[str, ...]:
        """The keys to ask for: new and changed, with `refresh` also the outdated."""
        return self.new + self.changed + (self.outdated if refresh else ())

    def is_mass_deletion(self) -> bool:
        """Whether over half of the target's units would vanish. *Source:* spec: config §2."""
        return self.gone * 2 > self.known


def lock_path(root: Path, source: str, locale: str) -> Path:
    """Where the lock of `source` in `locale` lives: `.dragoman/<source>/<locale>.lock`."""
    return root / ".dragoman" / source / f"{locale}.lock"


def read_lock(path: Path) -> Lock | None:
    """The lock at `path`, None when there is none.

    Raises: ConfigurationError (not a lock: broken JSON, conflict markers, unknown version) with
    `lock repair` as remedy; SourceUnreadable.
    """
    raise NotImplementedError


def dump_lock(lock: Lock) -> bytes:
    """The lock as sorted multi-line JSON, the same bytes for the same lock."""
    raise NotImplementedError


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
    raise NotImplementedError


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
    raise NotImplementedError


class FoundLock(NamedTuple):
    """A lock and the source path it was written for."""

    lock: Lock
    source: str
    path: Path


def find_renamed_lock(root: Path, document: Document, locale: str) -> FoundLock | None:
    """The lock of a source that no longer exists and shares most unit keys with `document`."""
    raise NotImplementedError
