"""HOUSE §5: a root one can survey, a README one can read, and nothing of any one machine."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from tests.house.tree import ROOT, tracked_files

ROOT_FILES = 15
README_LINES = 120
CODE_BEFORE_LINE = 25

# Written in pieces, so that this file does not find itself.
_MACHINE = re.compile(
    r"(?<![\w.-])/(?:wo" + r"rk|tm" + r"p|ro" + r"ot|ho" + r"me/\w+|Us" + r"ers/\w+)/"
    r"|\.\./sha" + r"red/"
    r"|py" + r"pi\.org|python" + r"hosted\.org|npm" + r"js\.(?:org|com)|deb" + r"ian\.org"
    r"|reg" + r"istry\.[a-z]|proxy\.go" + r"lang"
)


def find_machine_words(texts: Mapping[str, str]) -> list[str]:
    return [
        f"{path}:{text.count(chr(10), 0, found.start()) + 1}: {found.group()}"
        for path, text in texts.items()
        for found in _MACHINE.finditer(text)
    ]


def read_texts() -> dict[str, str]:
    texts = {}
    for path in tracked_files():
        raw = (ROOT / path).read_bytes()
        if b"\0" not in raw:
            texts[path] = raw.decode("utf-8", "replace")
    return texts


def test_the_root_can_be_surveyed():
    assert len([path for path in tracked_files() if "/" not in path]) <= ROOT_FILES


def test_the_readme_is_short_and_shows_code_first():
    lines = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= README_LINES
    assert any(line.startswith("```") for line in lines[: CODE_BEFORE_LINE - 1])


def test_no_tracked_file_knows_a_machine_or_a_registry():
    assert find_machine_words(read_texts()) == []


@pytest.mark.parametrize(
    "text",
    [
        "cd /wo" + "rk/main",
        "see /ro" + "ot/.config/",
        "https://py" + "pi.org/simple",
        "'/tm" + "p/x'",
    ],
)
def test_the_rule_sees_a_machine(text):
    assert find_machine_words({"a.md": "one\n" + text}) == [
        f"a.md:2: {_MACHINE.search(text).group()}"
    ]


def test_a_path_of_the_project_is_no_machine():
    assert find_machine_words({"a.md": "docs/work/x and build/tmp/ and homework/"}) == []
