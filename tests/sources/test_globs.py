from __future__ import annotations

import pytest

from dragoman.sources.globs import Glob


@pytest.mark.parametrize(
    ("pattern", "path", "is_match"),
    [
        ("*.md", "a.md", True),
        ("*.md", "d/a.md", False),
        ("docs/**", "docs/a/b/c.md", True),
        ("docs/**/*.md", "docs/a.md", True),
        ("docs/**/*.md", "docs/.vitepress/a.md", True),
        ("?.md", "ab.md", False),
        ("[!a].md", "b.md", True),
        ("[!a].md", "a.md", False),
        ("*.MD", "a.md", False),
        ("./docs/*.md", "docs/a.md", True),
        ("{a,b}.md", "a.md", False),
    ],
)
def test_patterns_mean_what_the_table_says(pattern: str, path: str, is_match: bool):
    assert Glob(pattern).is_match(path) is is_match


def test_a_directory_with_odd_letters_is_taken_literally():
    assert Glob("*.md", "do[c]s").is_match("do[c]s/a.md")
    assert not Glob("*.md", "do[c]s").is_match("docs/a.md")
