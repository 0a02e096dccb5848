from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from dragoman.errors import ConfigurationError
from dragoman.formats.markdown.flavours import FLAVOURS
from dragoman.sources.front_matter import FrontMatter
from dragoman.sources.schema import FILE_KEYS, RULE_KEYS, Place, find_locale_fault


def read(key: str, value: Any, root: Path = Path("/nowhere")) -> object:
    head = FrontMatter({}, {(key,): 7}, "", 1)
    return FILE_KEYS[key](value, Place(root, "d/L10N.md", "d", head, (key,)))


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("project", " "), ("source_language", "en_GB"), ("model", 3), ("sources", 5),
        ("targets", ["de", "DE"]), ("targets", {"de": 5}), ("targets", ["d"]),
        ("output", "../x"), ("target_path", 5), ("exclude", ["/a"]), ("exclude", [1]),
        ("preserve", ["nothing"]), ("frontmatter", "keep"), ("frontmatter", 1),
        ("glossary", "../t.csv"), ("glossary", "t.tbx"), ("review", True), ("anchors", "pinned"),
        ("validation", "make"), ("validation", [[]]), ("validation", [[""]]), ("retries", True),
        ("retries", -1), ("context", "all"), ("flavour", "markdown"), ("attributes", {}),
    ],
)  # fmt: skip
def test_an_impossible_value_is_refused_with_line_and_remedy(key: str, value: object):
    with pytest.raises(ConfigurationError) as raised:
        read(key, value)
    assert (raised.value.path, raised.value.line) == ("d/L10N.md", 7)
    assert raised.value.remedy


def test_lists_of_one_may_be_written_as_one():
    assert read("attributes", "label") == ("label",)
    assert read("frontmatter", ["title"]) == ("title",)


def test_preserve_keeps_the_order_of_the_specification():
    assert read("preserve", ["urls", "code_blocks"]) == ("code_blocks", "urls")
    assert read("preserve", []) == ()


def test_every_flavour_of_markdown_may_be_named():
    assert [read("flavour", name) for name in FLAVOURS] == list(FLAVOURS)


def test_rules_know_what_the_specification_lists():
    listed = {"source", "sources", "targets", "output", "exclude", "preserve", "frontmatter"}
    assert listed | {"prompt", "validation", "retries"} <= set(RULE_KEYS)


@pytest.mark.parametrize("tag", ["de", "pt-BR", "zh-Hant-TW", "en-x-pseudo", "qps-ploc"])
def test_language_tags_are_let_pass(tag: str):
    assert find_locale_fault(tag) is None


@pytest.mark.parametrize("tag", ["", "d", "de_DE", "de/../x", "de DE", "*", "toolonglanguage"])
def test_anything_else_is_no_language_tag(tag: str):
    assert find_locale_fault(tag)
