"""Copies of Markdown files out of local clones, as corpora.toml names them.

    python -m benchmarks.corpus CLONES DEST [--half development]

CLONES holds one git directory or work tree a repository, called `owner+name`. Files arrive at
DEST/<half>/<flavour>/<owner>+<name>/…; a table of counts is printed.
"""

from __future__ import annotations

import argparse
import hashlib
import subprocess
import sys
import tomllib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

LIST = Path(__file__).with_name("corpora.toml")
SUFFIXES = frozenset({".md", ".mdx", ".markdown"})


@dataclass(frozen=True, slots=True)
class Repository:
    """One entry of the list; `folders` limits which of its files count."""

    name: str
    flavour: str
    half: str
    folders: tuple[str, ...]
    limit: int

    def folder_name(self) -> str:
        """The name of its clone and of its copy: `owner+name`."""
        return self.name.replace("/", "+")


def read_list(path: Path = LIST) -> list[Repository]:
    """The repositories in the order of the list."""
    content = tomllib.loads(path.read_text(encoding="utf-8"))
    return [
        Repository(
            entry["name"],
            entry["flavour"],
            entry["half"],
            tuple(entry["folders"]),
            entry.get("limit", content["limit"]),
        )
        for entry in content["repository"]
    ]


def is_chosen(path: str, folders: tuple[str, ...]) -> bool:
    """Whether a path of a repository is a Markdown file in one of `folders` ("" = all).

    >>> is_chosen("docs/a.md", ("docs",)), is_chosen("docs/a.py", ("docs",))
    (True, False)
    """
    parts = PurePosixPath(path)
    return (
        parts.suffix in SUFFIXES
        and "node_modules" not in parts.parts
        and any(not folder or path.startswith(folder + "/") for folder in folders)
    )


def choose_paths(paths: list[str], limit: int) -> list[str]:
    """At most `limit` of the paths, those with the smallest hashes: a choice nobody made."""
    return sorted(paths, key=lambda path: hashlib.sha256(path.encode()).digest())[:limit]


def run_git(clone: Path, *arguments: str, stdin: bytes = b"") -> bytes:
    """What git prints about a clone, which belongs to whoever made it."""
    command = ["git", "-c", "safe.directory=*", "-C", str(clone), *arguments]
    done = subprocess.run(command, input=stdin, capture_output=True, check=True)  # noqa: S603 (a fixed program, no shell)
    return done.stdout


def list_blobs(clone: Path, folders: tuple[str, ...]) -> dict[str, str]:
    """The object names of the chosen plain files of the newest commit, by path."""
    blobs = {}
    for line in run_git(clone, "ls-tree", "-r", "-z", "HEAD").decode().split("\0"):
        head, _, path = line.partition("\t")
        if path and head.startswith("100") and is_chosen(path, folders):
            blobs[path] = head.split(" ")[2]
    return blobs


def copy_repository(clone: Path, target: Path, repository: Repository) -> int:
    """How many files were copied from `clone` to `target`."""
    blobs = list_blobs(clone, repository.folders)
    copied = 0
    for path in choose_paths(list(blobs), repository.limit):
        content = run_git(clone, "cat-file", "blob", blobs[path])
        place = target / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
        copied += 1
    return copied


def main(arguments: list[str] | None = None) -> int:
    """Copies every repository that is there; 1 when one of the list is missing."""
    parser = argparse.ArgumentParser(prog="benchmarks.corpus", description=__doc__)
    parser.add_argument("clones", type=Path)
    parser.add_argument("destination", type=Path)
    parser.add_argument("--half", choices=("development", "held-out"))
    options = parser.parse_args(arguments)
    counts: Counter[tuple[str, str]] = Counter()
    missing = []
    for repository in read_list():
        if options.half not in (None, repository.half):
            continue
        clone = options.clones / repository.folder_name()
        if not clone.exists():
            missing.append(repository.name)
            continue
        target = (
            options.destination / repository.half / repository.flavour / repository.folder_name()
        )
        count = copy_repository(clone, target, repository)
        counts[repository.half, repository.flavour] += count
        label = f"{repository.flavour:11} {repository.half:12} {repository.name}"
        sys.stdout.write(f"{count:6} {label}\n")
    for (half, flavour), count in sorted(counts.items()):
        sys.stdout.write(f"{count:6} {flavour:11} {half:12} (all)\n")
    sys.stdout.writelines(f"missing: {name}\n" for name in missing)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
