"""The story of `lock install-driver`: git learns to merge lock files with this program."""

from __future__ import annotations

import subprocess
from pathlib import Path

from dragoman.errors import ConfigurationError
from dragoman.publishing.write import write_file
from dragoman.sources.directory import find_repository

ATTRIBUTES = ".dragoman/**/*.lock merge=dragoman"
"""The line of .gitattributes; it is committed, while the driver itself is each clone's own."""

DRIVER = "dragoman lock merge %O %A %B %P"


def install_driver(start: Path) -> str:
    """The line added to .gitattributes, "" when it was there; the clone now names the driver.

    Raises: ConfigurationError outside a git repository, WriteFailed.
    """
    root = find_repository(start)
    _set_option(root, "merge.dragoman.driver", DRIVER)
    _set_option(root, "merge.dragoman.name", "dragoman lock files")
    attributes = root / ".gitattributes"
    content = attributes.read_text(encoding="utf-8") if attributes.exists() else ""
    if ATTRIBUTES in content.splitlines():
        return ""
    gap = "" if not content or content.endswith("\n") else "\n"
    write_file(attributes, f"{content}{gap}{ATTRIBUTES}\n".encode())
    return ATTRIBUTES


def _set_option(root: Path, name: str, value: str) -> None:
    try:
        subprocess.run(  # noqa: S603 - an argv of our own words, no shell
            ["git", "-C", str(root), "config", name, value],  # noqa: S607 - the person's own git
            check=True,
            capture_output=True,
        )
    except (OSError, subprocess.CalledProcessError) as fault:
        raise ConfigurationError(
            "git could not be configured",
            path=str(root),
            remedy=f"Run it in a git clone, or set {name} to `{value}` yourself.",
        ) from fault
