"""Which request meets which fault: rules in order, then chance."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Any

from tests.provider_server.families import ANNOUNCERS, QUOTAS
from tests.provider_server.spoil import SPOILERS

WIRE_FAULTS = frozenset(
    "limited quota status silence cut_before cut_midway half_json html wrong_type_header redirect"
    " truncated refused".split()
)
"""What can go wrong with an answer other than its text: see faults.py."""

RANDOM_WIRE = ("limited", "status", "cut_before", "cut_midway", "half_json", "html", "truncated")
"""Those that chance may pick: none that waits, ends the run or leads elsewhere."""

RANDOM_STATUSES = (500, 502, 503, 529)


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault: a name of SPOILERS or WIRE_FAULTS.

    `family` is of `limited` and `quota`; `status` of `status`; `wait_seconds` the hint of `limited`
    and the end of `silence` (0 = when the client goes); `unit` the id that a spoiler takes, "" =
    chance.
    """

    kind: str
    family: str = "openai"
    status: int = 500
    wait_seconds: float = 0.0
    unit: str = ""

    def __post_init__(self) -> None:
        known = WIRE_FAULTS | SPOILERS.keys()
        families = ANNOUNCERS if self.kind == "limited" else QUOTAS
        if self.kind not in known:
            raise ValueError(f"no fault is called {self.kind!r}; known: {sorted(known)}")
        if self.kind in {"limited", "quota"} and self.family not in families:
            raise ValueError(f"no family is called {self.family!r}; known: {sorted(families)}")


@dataclass(frozen=True, slots=True)
class Rule:
    """A fault and whom it meets: requests by number (from 1), unit id or text (patterns).

    What is empty asks for nothing; `times` 0 is always. A rule that names a unit spoils that one.
    """

    fault: Fault
    requests: frozenset[int] = frozenset()
    id: str = ""
    text: str = ""
    times: int = 0


def read_rule(tree: Mapping[str, Any]) -> Rule:
    """A rule from JSON: the fields of the fault and of the rule side by side.

    >>> read_rule({"kind": "limited", "family": "azure", "requests": [1, 2], "times": 1}).times
    1
    """
    names = {"kind", "family", "status", "wait_seconds", "unit"}
    fault = Fault(**{name: tree[name] for name in tree if name in names})
    rest = {name: tree[name] for name in tree if name not in names}
    return Rule(fault, **{**rest, "requests": frozenset(rest.get("requests", ()))})


def write_rule(rule: Rule) -> dict[str, Any]:
    """The JSON of a rule."""
    fields = asdict(rule)
    return {**fields.pop("fault"), **fields, "requests": sorted(rule.requests)}


def read_script(path: Path) -> list[Rule]:
    """The rules of a script file: a JSON list."""
    return [read_rule(tree) for tree in json.loads(path.read_text(encoding="utf-8"))]


class Script:
    """Picks the fault of each request. Chance depends on seed and number only."""

    def __init__(
        self,
        rules: Iterable[Rule] = (),
        share: float = 0.0,
        seed: int = 0,
        kinds: Sequence[str] = (),
    ) -> None:
        """Takes `share`: how many of the requests chance spoils, 0 to 1; `kinds` it picks from."""
        self.share = share
        self.seed = seed
        self.kinds = tuple(kinds) or (*sorted(SPOILERS), *RANDOM_WIRE)
        self._rules: list[Rule] = []
        self._met: list[int] = []
        self.replace_rules(rules)

    def replace_rules(self, rules: Iterable[Rule]) -> None:
        """Forgets the rules so far."""
        self._rules = list(rules)
        self._met = [0] * len(self._rules)

    def add_rule(self, rule: Rule) -> None:
        """One rule more, behind the others."""
        self._rules.append(rule)
        self._met.append(0)

    def pick_fault(self, number: int, units: Sequence[Mapping[str, Any]]) -> Fault | None:
        """The fault of request `number`, None = a good answer."""
        for at, rule in enumerate(self._rules):
            unit = find_unit(rule, units)
            is_meant = not rule.requests or number in rule.requests
            is_left = not rule.times or self._met[at] < rule.times
            if is_meant and is_left and unit is not None:
                self._met[at] += 1
                chosen = rule.fault.unit or unit
                return Fault(**{**asdict(rule.fault), "unit": chosen})
        random = self.make_random(number)
        return self._pick_by_chance(random) if random.random() < self.share else None

    def make_random(self, number: int) -> Random:
        """The chance of request `number`."""
        return Random(f"{self.seed} {number}")  # noqa: S311 - chance that can be repeated

    def _pick_by_chance(self, random: Random) -> Fault:
        kind = random.choice(self.kinds)
        if kind == "limited":
            return Fault(kind, random.choice(sorted(ANNOUNCERS)), wait_seconds=0.05)
        return Fault(kind, status=random.choice(RANDOM_STATUSES))


def find_unit(rule: Rule, units: Sequence[Mapping[str, Any]]) -> str | None:
    """The id of the first unit a rule asks for, "" when it asks for none, None when none fits."""
    if not rule.id and not rule.text:
        return ""
    for unit in units:
        if re.search(rule.id, unit["id"]) and re.search(rule.text, unit["text"]):
            return str(unit["id"])
    return None
