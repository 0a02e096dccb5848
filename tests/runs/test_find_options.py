from __future__ import annotations

from pathlib import Path

import pytest

from dragoman.errors import ConfigurationError
from dragoman.model.document import FormatOptions
from dragoman.runs.find_options import find_options

CONFIG = """---
targets: [de]
frontmatter: [title]
anchors: pin
flavour: hugo
sources:
  "docs/*.md": "i18n/{locale}/{relpath}"
---
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / ".git").mkdir()
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text("# A\n", encoding="utf-8")
    (tmp_path / "L10N.md").write_text(CONFIG, encoding="utf-8")
    return tmp_path


def test_a_pair_that_the_configuration_makes_is_read_its_way(folder):
    found = find_options(folder / "docs" / "a.md", folder / "i18n" / "de" / "a.md")
    assert (found.flavour, found.frontmatter, found.anchors) == ("hugo", ("title",), "pin")
    assert found.path == "docs/a.md"


def test_another_pair_is_read_with_defaults(folder):
    source = folder / "docs" / "a.md"
    assert find_options(source, folder / "other.md") == FormatOptions(path=str(source))


def test_a_pair_outside_any_repository_is_read_with_defaults(tmp_path):
    source = tmp_path / "a.md"
    assert find_options(source, tmp_path / "b.md") == FormatOptions(path=str(source))


def test_a_broken_configuration_is_no_silent_default(folder):
    (folder / "L10N.md").write_text("---\ntargets: [\n---\n", encoding="utf-8")
    with pytest.raises(ConfigurationError):
        find_options(folder / "docs" / "a.md", folder / "i18n" / "de" / "a.md")
