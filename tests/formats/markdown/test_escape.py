"""Escaping: what is significant, and nothing else."""

from __future__ import annotations

import pytest

from dragoman.formats.markdown.escape import Place, escape_text, is_markup_like
from dragoman.formats.markdown.flavours import FLAVOURS


def escape(text: str, flavour: str = "gfm", **where: str) -> str:
    return escape_text(text, Place(FLAVOURS[flavour], not where, not where, **where))


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("plain words, (quite) plain: yes - 5 > 3!", "plain words, (quite) plain: yes - 5 > 3\\!"),
        ("# a", "\\# a"),
        ("12. a", "12\\. a"),
        ("12.5 a", "12\\.5 a"),
        ("snake_case _x_", "snake_case \\_x\\_"),
        ("a & b &amp; c", "a & b &amp;amp; c"),
        (" a\t", "&#32;a&#9;"),
        ("at 12:30 see https://a.b", "at 12:30 see https&#58;//a.b"),
        ("100% {%", "100% \\{\\%"),
        ("C:\\", "C\\:&#92;"),
        ("www.a", "www&#46;a"),
    ],
)
def test_only_what_could_be_markup_is_escaped(text: str, written: str) -> None:
    assert escape(text) == written


def test_flavours_escape_braces_and_brackets_in_their_own_way() -> None:
    assert escape("{a}", "mdx") == "\\{a\\}"
    assert escape("{a}", "mkdocs") == "&#123;a&#125;"
    assert escape("[[a]]", "obsidian") == "&#91;&#91;a&#93;&#93;"
    assert escape("import a", "mdx") == "&#105;mport a"
    assert escape("import a", "gfm") == "import a"


def test_text_does_not_join_the_tag_beside_it() -> None:
    assert escape("(a)", before="[x]") == "\\(a)"
    assert escape("a!", after="[") == "a\\!"
    assert escape("a", before="https://x.y") == "&#97;"
    assert escape("a", before="](https://x.y)") == "a"
    assert escape("- a", before="  \n") == "\\- a"


def test_plain_words_are_not_suspicious() -> None:
    assert not is_markup_like("Plain words, and more words: (all) plain.")
    assert all(is_markup_like(text) for text in ["a*b", "- a", "a ", "x|y", ":::", "1) x", "&lt;"])
