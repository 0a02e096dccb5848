"""The list of benchmarks."""

from __future__ import annotations

import importlib

from benchmarks.__main__ import BENCHMARKS, main


def test_every_benchmark_of_the_list_can_be_started():
    for module, *_ in BENCHMARKS.values():
        assert callable(importlib.import_module(module).main)


def test_an_unknown_benchmark_is_named(capsys):
    assert main(["spede"]) == 2
    assert "spede" in capsys.readouterr().err
