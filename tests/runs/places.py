"""Small repositories on the disk, and commands run in them without a process."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from dragoman.app import open_rooms
from dragoman.model.run import FileOutcome, RunReport
from dragoman.runs.desk import Orders, StopSign
from dragoman.runs.heal_folder import heal_folder
from dragoman.runs.open_folder import Folder, Selection, open_folder
from dragoman.runs.translate_folder import translate_folder
from dragoman.settings import Settings

L10N = """---
sources:
  "docs/**/*.md": "i18n/{locale}/{relpath}"
targets: [fr]
---
Be kind.
"""

PAGE = "# Welcome\n\nThe first paragraph is here.\n\nThe second one has **bold** words.\n"


def plant(root: Path, files: Mapping[str, str | bytes] | None = None, config: str = L10N) -> Path:
    """A repository at `root` with `config` as L10N.md and `files`, else one page."""
    put(root, "L10N.md", config)
    for path, content in (files or {"docs/page.md": PAGE}).items():
        put(root, path, content)
    return root


def put(root: Path, path: str, content: str | bytes) -> Path:
    """The file `path` with exactly `content`."""
    place = root / path
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(content if isinstance(content, bytes) else content.encode())
    return place


def edit(root: Path, path: str, old: str, new: str) -> None:
    """Replaces `old`, which must be there, by `new`."""
    place = root / path
    text = place.read_bytes().decode()
    assert old in text
    place.write_bytes(text.replace(old, new).encode())


def open_place(root: Path, settings: Settings | None = None, **selection: object) -> Folder:
    """The repository at `root`, opened as a command in it would."""
    chosen = replace(Selection(root), **selection)
    return open_folder(chosen, settings or Settings())


def isolate(root: Path, settings: Settings) -> Settings:
    """The settings with a dragoman.toml of this place alone, empty unless it is there already."""
    machine = root / "machine.toml"
    machine.touch()
    return replace(settings, machine_file=machine)


async def translate(
    root: Path, settings: Settings, sign: StopSign | None = None, **orders: object
) -> RunReport:
    """The report of `translate` in the repository at `root`."""
    settings = isolate(root, settings)
    folder = open_place(root, settings)
    seen: list[FileOutcome] = []
    async with open_rooms(settings, {}) as rooms:
        report = await translate_folder(
            folder, Orders(environment={}, **orders), rooms, sign or StopSign(), seen.append
        )
    assert len(seen) == len(report.outcomes)
    return report


async def heal(root: Path, settings: Settings) -> RunReport:
    """The report of `heal` in the repository at `root`."""
    settings = isolate(root, settings)
    folder = open_place(root, settings)
    async with open_rooms(settings, {}) as rooms:
        return await heal_folder(
            folder, Orders(environment={}), rooms, StopSign(), lambda _outcome: None
        )
