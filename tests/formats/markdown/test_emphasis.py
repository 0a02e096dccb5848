"""Where emphasis opens and closes, and the repair."""

from __future__ import annotations

import pytest

from dragoman.formats.markdown.emphasis import is_closing, move_edges


@pytest.mark.parametrize(
    ("delimiter", "inner", "outer", "works"),
    [
        ("**", "ab", (" ", " "), True),
        ("**", "ab", ("x", "y"), True),
        ("_", "ab", ("x", " "), False),
        ("_", "ab", (" ", "y"), False),
        ("_", "ab", ("(", ")"), True),
        ("**", "a。", ("", "字"), False),
        ("**", "a。", ("", ""), True),
        ("**", "「」", ("字", " "), False),
        ("*", " b", ("", ""), False),
        ("*", "b ", ("", ""), False),
    ],
)
def test_emphasis_needs_its_neighbours(
    delimiter: str, inner: str, outer: tuple[str, str], *, works: bool
) -> None:
    assert is_closing(delimiter, (inner[0], inner[-1]), outer) is works


@pytest.mark.parametrize(
    ("text", "moved"),
    [
        ("<g1>注意：</g1>字", "<g1>注意</g1>：字"),
        ("<g1>「a」</g1>字", "「<g1>a</g1>」字"),
        ("<g1>「a」と「b」</g1>字", "<g1>「a」と「b」</g1>字"),
        ("<g1>a（b）</g1>字", "<g1>a（b）</g1>字"),
        ("<g1>。</g1>字", "<g1>。</g1>字"),
        ("<g1>a.</g1>b", "<g1>a.</g1>b"),
    ],
)
def test_only_edge_punctuation_of_full_width_moves(text: str, moved: str) -> None:
    assert move_edges(text, 1) == moved
