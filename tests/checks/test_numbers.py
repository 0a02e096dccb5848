from __future__ import annotations

import pytest

from dragoman.checks.numbers import find_lost_numbers
from tests.checks.pairs import unit


def test_a_changed_port_is_found():
    assert find_lost_numbers(unit("Listen on 8080", "Lauscht auf 8008")) == (
        "the number 8080 is missing"
    )


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("10,000 files", "10.000 Dateien"),
        ("10,000 files", "10 000 fichiers"),
        ("10,000 files", "10\u202f000 fichiers"),
        ("10000 files", "10.000 Dateien"),
        ("10,000 files", "1万个文件"),
        ("in 2026", "في ٢٠٢٦"),
        ("in 2026", "२०२६ में"),
        ("2 files, 3 ways, at 2 pm", "zwei Dateien, drei Wege, um 14 Uhr"),
        ("on 10/25/2026", "am 25.10.2026"),
        ("See <g1024/>", "Siehe <g1024/>"),
    ],
)
def test_another_way_to_write_a_number_is_no_fault(source, target):
    assert find_lost_numbers(unit(source, target)) == ""
