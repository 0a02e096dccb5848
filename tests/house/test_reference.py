"""HOUSE §5: the reference is the code's own words, and links between documents lead somewhere."""

from __future__ import annotations

import re
from collections.abc import Mapping
from posixpath import dirname, join, normpath

import pytest

from scripts.reference import PLACE, build_pages
from tests.house.tree import ROOT, tracked_files

_LINK = re.compile(r"(?<!!)\[[^\]]*\]\((?!https?:|mailto:|#)([^)\s#]+)(?:#[^)\s]*)?\)")

_CODE = re.compile(r"```.*?```|`[^`\n]*`|^ {4}[^\n]*", re.DOTALL | re.MULTILINE)
_COMPARED_ELSEWHERE = {"hostile.md"}
"""By tests/runs/test_hostile.py, with the list of which the page speaks."""


def find_dead_links(texts: Mapping[str, str], known: set[str]) -> list[str]:
    return [
        f"{path}: {goal}"
        for path, text in texts.items()
        for goal in _LINK.findall(_CODE.sub("", text))
        if (place := normpath(join(dirname(path), goal))) not in known
        and not any(file.startswith(place + "/") for file in known)
    ]


@pytest.mark.parametrize("name", ["settings.md", "cli.md", "errors.md", "logs.md", "checks.md"])
def test_the_reference_says_what_the_code_says(name):
    assert (PLACE / name).read_text(encoding="utf-8") == build_pages()[name], "run `make docs`"


def test_every_page_of_the_reference_is_compared():
    assert {path.name for path in PLACE.glob("*.md")} - _COMPARED_ELSEWHERE == set(build_pages())


def test_links_between_documents_lead_somewhere():
    known = set(tracked_files())
    documents = [path for path in known if path.endswith(".md") and path.split("/")[0] == "docs"]
    documents += [path for path in known if path.endswith(".md") and "/" not in path]
    texts = {path: (ROOT / path).read_text(encoding="utf-8") for path in documents}
    assert len(texts) > 10
    assert find_dead_links(texts, known) == []


def test_the_rule_sees_a_dead_link():
    texts = {"docs/a.md": "[x](b.md) [y](../README.md#top) [z](https://a.org) `[no](c.md)`"}
    assert find_dead_links(texts, {"README.md"}) == ["docs/a.md: b.md"]
