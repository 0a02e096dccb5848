"""The story of `init`: look at what is there and write a starter L10N.md."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from dragoman.errors import ConfigurationError, WriteFailed

SUFFIXES = (".md", ".mdx", ".markdown")

SKIPPED_FOLDERS = frozenset(
    {".git", ".dragoman", "node_modules", ".venv", "venv", "build", "dist", "target", "vendor"}
)


@dataclass(frozen=True, slots=True)
class Layout:
    """One kind of documentation project: how it is recognised and where its translations go."""

    name: str
    marks: tuple[str, ...]
    """Files at the root, any of which gives the kind away."""
    folders: tuple[str, ...]
    """Where its texts stand; the first that exists counts."""
    output: str
    """Template of the target; `{folder}` is the folder found."""


LAYOUTS = (
    Layout(
        "docusaurus",
        ("docusaurus.config.js", "docusaurus.config.ts", "docusaurus.config.mjs"),
        ("docs",),
        "i18n/{locale}/docusaurus-plugin-content-docs/current/{relpath}",
    ),
    Layout(
        "vitepress", (".vitepress", "docs/.vitepress"), ("docs",), "{folder}/{locale}/{relpath}"
    ),
    Layout("mkdocs", ("mkdocs.yml", "mkdocs.yaml"), ("docs",), "{folder}/{locale}/{relpath}"),
    Layout(
        "hugo",
        ("hugo.toml", "hugo.yaml", "hugo.json", "config.toml", "archetypes"),
        ("content/en", "content"),
        "content/{locale}/{relpath}",
    ),
    Layout("jekyll", ("_config.yml",), ("docs", "_docs"), "{locale}/{folder}/{relpath}"),
    Layout(
        "myst", ("conf.py", "docs/conf.py", "myst.yml"), ("docs",), "{folder}/{locale}/{relpath}"
    ),
    Layout("obsidian", (".obsidian",), (), "translations/{locale}/{relpath}"),
    Layout("gfm", (), ("docs", "doc"), "translations/{locale}/{folder}/{relpath}"),
)
"""Tried from first to last; the last one fits everything."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a repository holds: its kind, the folder of its texts ("" = the root), their number."""

    layout: Layout
    folder: str
    suffixes: tuple[str, ...]
    count: int


def init_folder(root: Path, locales: Sequence[str]) -> Found:
    """What was found; `L10N.md` has been written at `root`.

    Raises: ConfigurationError when there is an L10N.md already or nothing to translate.
    """
    found = detect_layout(root)
    if found.count == 0:
        raise ConfigurationError(
            "no Markdown file was found here",
            path=str(root),
            remedy="Run `dragoman init` in the root of your documentation.",
        )
    _write_new(root / "L10N.md", compose_config(found, locales))
    return found


def detect_layout(root: Path) -> Found:
    """The kind of documentation at `root` and where it stands."""
    for layout in LAYOUTS:
        if layout.marks and not any((root / mark).exists() for mark in layout.marks):
            continue
        folder = next((name for name in layout.folders if (root / name).is_dir()), "")
        names = _list_texts(root / folder)
        if names or not layout.marks:
            suffixes = tuple(s for s in SUFFIXES if any(name.endswith(s) for name in names))
            return Found(layout, folder, suffixes, len(names))
    raise AssertionError("the last layout has no marks")


def compose_config(found: Found, locales: Sequence[str]) -> str:
    """The text of a starter L10N.md.

    >>> found = Found(LAYOUTS[-1], "docs", (".md",), 2)
    >>> print(compose_config(found, ["fr"]).splitlines()[2])
      "docs/**/*.md": "translations/{locale}/docs/{relpath}"
    """
    prefix = f"{found.folder}/" if found.folder else ""
    output = found.layout.output.replace("{folder}/", prefix)
    sources = [f'  "{prefix}**/*{suffix}": "{output}"' for suffix in found.suffixes]
    return "\n".join(
        [
            "---",
            "sources:",
            *sources,
            "targets:",
            *(f"  - {locale}" for locale in locales),
            "---",
            "",
            "Guidance for the translator: who reads these pages, in which voice, and which words",
            "stay as they are. Changing this text sends nothing by itself.",
            "",
        ]
    )


def _list_texts(folder: Path) -> list[str]:
    names: list[str] = []
    for _, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if name not in SKIPPED_FOLDERS]
        names += [name for name in files if name.endswith(SUFFIXES) and name != "L10N.md"]
    return names


def _write_new(path: Path, text: str) -> None:
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError as fault:
        raise ConfigurationError(
            "this file exists already; nothing has been changed",
            path=str(path),
            remedy="Edit it, or move it away and run `dragoman init` again.",
        ) from fault
    except OSError as fault:
        raise WriteFailed(
            f"cannot be written ({fault.strerror})",
            path=str(path),
            remedy="Make the folder writable for this user.",
        ) from fault
