"""Small repositories for tests, and the eyes of an account that is not root."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import gettempdir

NOBODY = 65534


def write_tree(root: Path, files: Mapping[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


@contextlib.contextmanager
def as_ordinary_user(folder: Path) -> Iterator[None]:
    """Inside, permissions count: root would read through every one of them."""
    if os.geteuid() != 0:
        yield
        return
    place = Path(gettempdir()).resolve()
    for above in (folder, *folder.parents):  # pytest makes these for root alone
        if place not in above.parents:
            break
        above.chmod(above.stat().st_mode | 0o055)
    os.setegid(NOBODY)
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(0)
