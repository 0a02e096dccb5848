"""The lock file itself: what it holds, its bytes, where it lies."""

from __future__ import annotations

import glob
import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from dragoman.errors import ConfigurationError, SourceUnreadable
from dragoman.model.document import Document

LOCK_DIRECTORY = ".dragoman"
_VERSION = 1
"""Raised when a lock of today could no longer be read as what it was."""
_ORIGINS = frozenset({"machine", "human", "memory"})


class LockedUnit(NamedTuple):
    """What the lock remembers about one unit.

    `source_hash` and `target_hash` are of the unit's bytes in source and target, tags' payload
    included. `prompt` and `terms` are the fingerprints it was translated under; `order` is the
    order in which the target uses the source's tags, () when it is 1, 2, 3 …
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
    """One lock file. `units` are in document order. *Source:* spec: config §2."""

    source_hash: str
    output: str
    settings: str
    skeleton: str
    units: tuple[LockedUnit, ...]


class FoundLock(NamedTuple):
    """A lock and the source path it was written for."""

    lock: Lock
    source: str
    path: Path


def hash_bytes(content: bytes) -> str:
    """SHA-256, hexadecimal, its first 128 bits: enough against chance, short enough to read.

    >>> hash_bytes(b"")
    'e3b0c44298fc1c149afbf4c8996fb924'
    """
    return hashlib.sha256(content).hexdigest()[:32]


def lock_path(root: Path, source: str, locale: str) -> Path:
    """Where the lock of `source` in `locale` lives: `.dragoman/<source>/<locale>.lock`."""
    return root / LOCK_DIRECTORY / source / f"{locale}.lock"


def read_lock(path: Path) -> Lock | None:
    """The lock at `path`, None when there is none.

    Raises: ConfigurationError (not a lock: broken JSON, conflict markers, unknown version) with
    `lock repair` as remedy; SourceUnreadable.
    """
    try:
        content = path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as fault:
        raise SourceUnreadable(
            f"the lock file cannot be read: {fault.strerror}",
            path=str(path),
            remedy="Give this account permission to read it.",
        ) from None
    return parse_lock(content, str(path))


def parse_lock(content: bytes, path: str) -> Lock:
    """The lock that `content` describes.

    Raises: ConfigurationError, naming `path`.
    """
    try:
        raw = json.loads(content)
        if raw["version"] != _VERSION:
            raise _broken(path, f"has the unknown version {raw['version']!r:.20}")
        return Lock(
            _need_text(raw, "source"),
            _need_text(raw, "output"),
            _need_text(raw, "settings"),
            _need_text(raw, "skeleton"),
            tuple(_parse_unit(unit) for unit in raw["units"]),
        )
    except (ValueError, KeyError, TypeError, RecursionError):
        reason = "has conflict markers" if b"\n<<<<<<< " in b"\n" + content else "is not a lock"
        raise _broken(path, reason) from None


def dump_lock(lock: Lock) -> bytes:
    """The lock as sorted multi-line JSON, one unit a line, the same bytes for the same lock."""
    head = {
        "output": lock.output,
        "settings": lock.settings,
        "skeleton": lock.skeleton,
        "source": lock.source_hash,
    }
    lines = [f"  {_dump(name)}: {_dump(value)},\n" for name, value in head.items()]
    units = ",\n".join("    " + _dump(_unit_values(unit)) for unit in lock.units)
    body = f"[\n{units}\n  ]" if units else "[]"
    lines.append(f'  "units": {body},\n  "version": {_VERSION}\n')
    return ("{\n" + "".join(lines) + "}\n").encode()


def list_orphaned_locks(root: Path, locale: str) -> tuple[Path, ...]:
    """The locks of one locale whose source no longer exists, sorted.

    In order, so that two equal candidates are chosen alike everywhere.
    """
    home = root / LOCK_DIRECTORY
    found = home.glob(f"**/{glob.escape(locale)}.lock")
    return tuple(
        sorted(path for path in found if not (root / path.parent.relative_to(home)).exists())
    )


def find_renamed_lock(root: Path, document: Document, orphans: Iterable[Path]) -> FoundLock | None:
    """The lock among `orphans` that shares most unit keys with `document`, if over half of them."""
    keys = {unit.key for unit in document.units}
    best: tuple[int, FoundLock] | None = None
    for path in orphans:
        source = path.parent.relative_to(root / LOCK_DIRECTORY).as_posix()
        lock = read_lock(path)
        if lock is None:
            continue
        shared = sum(unit.key in keys for unit in lock.units)
        if shared * 2 > len(keys) and (best is None or shared > best[0]):
            best = (shared, FoundLock(lock, source, path))
    return best[1] if best else None


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def _unit_values(unit: LockedUnit) -> dict[str, object]:
    values: dict[str, object] = {
        "key": unit.key,
        "origin": unit.origin,
        "source": unit.source_hash,
        "target": unit.target_hash,
    }
    for name in ("model", "prompt", "terms"):
        if getattr(unit, name):
            values[name] = getattr(unit, name)
    if unit.order:
        values["order"] = list(unit.order)
    return values


def _parse_unit(raw: Mapping[str, Any]) -> LockedUnit:
    if raw["origin"] not in _ORIGINS:
        raise ValueError("origin")
    return LockedUnit(
        _need_text(raw, "key"),
        _need_text(raw, "source"),
        _need_text(raw, "target"),
        raw["origin"],
        _need_text(raw, "model", ""),
        _need_text(raw, "prompt", ""),
        _need_text(raw, "terms", ""),
        tuple(int(number) for number in raw.get("order", ())),
    )


def _need_text(raw: Mapping[str, Any], name: str, default: str | None = None) -> str:
    value = raw[name] if default is None else raw.get(name, default)
    if not isinstance(value, str):
        raise TypeError(name)
    return value


def _broken(path: str, reason: str) -> ConfigurationError:
    return ConfigurationError(
        f"the lock file {reason}",
        path=path,
        remedy="Run `dragoman lock repair`; it rebuilds the lock from source and target.",
    )
