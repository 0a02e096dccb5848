"""Rules meet whom they name, as often as they say; chance repeats itself."""

from __future__ import annotations

import json

import pytest

from tests.provider_server.script import Fault, Rule, Script, read_rule, read_script, write_rule

UNITS = [{"id": "1", "text": "Hello"}, {"id": "2", "text": "A <g1>link</g1>"}]


def list_kinds(script, count, units=UNITS):
    faults = [script.pick_fault(number, units) for number in range(1, count + 1)]
    return [fault.kind if fault else "" for fault in faults]


def test_a_rule_meets_the_requests_it_names():
    script = Script([Rule(Fault("html"), requests=frozenset({2, 3}))])
    assert list_kinds(script, 4) == ["", "html", "html", ""]


def test_a_rule_ends_after_its_times():
    assert list_kinds(Script([Rule(Fault("html"), times=2)]), 4) == ["html", "html", "", ""]


def test_the_first_rule_that_fits_wins():
    script = Script([Rule(Fault("html"), times=1), Rule(Fault("quota"))])
    assert list_kinds(script, 2) == ["html", "quota"]


def test_a_rule_by_text_spoils_the_unit_it_found():
    script = Script([Rule(Fault("empty_text"), text="link")])
    assert script.pick_fault(1, UNITS).unit == "2"
    assert script.pick_fault(2, UNITS[:1]) is None


def test_a_rule_by_id_needs_that_id():
    script = Script([Rule(Fault("empty_text"), id="^1$")])
    assert script.pick_fault(1, UNITS).unit == "1"
    assert script.pick_fault(2, UNITS[1:]) is None


def test_chance_repeats_itself_and_keeps_its_share():
    kinds = list_kinds(Script(share=0.3, seed=5), 1000)
    assert kinds == list_kinds(Script(share=0.3, seed=5), 1000)
    assert kinds != list_kinds(Script(share=0.3, seed=6), 1000)
    assert 240 < sum(map(bool, kinds)) < 360


def test_chance_picks_from_the_kinds_it_is_given():
    kinds = list_kinds(Script(share=1.0, kinds=("html", "fenced")), 50)
    assert set(kinds) == {"html", "fenced"}


def test_a_script_file_is_read_as_it_is_written(tmp_path):
    rules = [
        Rule(Fault("limited", "azure", wait_seconds=2.0), frozenset({1}), times=1),
        Rule(Fault("dropped_tag"), id="2", text="x"),
    ]
    path = tmp_path / "script.json"
    path.write_text(json.dumps([write_rule(rule) for rule in rules]))
    assert read_script(path) == rules


@pytest.mark.parametrize(
    "tree",
    [
        {"kind": "nonsense"},
        {"kind": "limited", "family": "acme"},
        {"kind": "quota", "family": "azure"},
    ],
)
def test_an_unknown_fault_is_refused(tree):
    with pytest.raises(ValueError, match="known"):
        read_rule(tree)
