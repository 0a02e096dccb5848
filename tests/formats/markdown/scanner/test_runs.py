"""Code spans and escapes within a paragraph."""

from __future__ import annotations

import pytest

from tests.formats.markdown.scanner.views import list_atoms


@pytest.mark.parametrize(
    ("source", "atoms"),
    [
        ("`{a}` {b}", ["{b}"]),
        ("``{a} ` {b}`` {c}", ["{c}"]),
        ("` {a}", ["{a}"]),
        ("`` {a} ` {b}", ["{a}", "{b}"]),
        ("`{a}\n{b}` {c}", ["{c}"]),
        ("`{a}\n\n{b}` c", ["{a}"]),
        ("\\`{a}`", ["{a}"]),
        ("\\\\{a}", ["{a}"]),
        ("- `a\n- {b}`", ["{b}"]),
        ("# `a\n{b}`", ["{b}"]),
    ],
)
def test_code_spans_hide_constructs_only_within_their_paragraph(source, atoms):
    found = [text for _role, text in list_atoms(source + "\n", "mdx")]
    assert found[: len(atoms)] == atoms
