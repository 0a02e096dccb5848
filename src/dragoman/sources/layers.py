"""One L10N.md as a layer of settings: values with origins, rules, guidance."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple

from dragoman.errors import ConfigurationError
from dragoman.sources.file_settings import Origin, Warned
from dragoman.sources.front_matter import FrontMatter, Trail, read_front_matter
from dragoman.sources.schema import (
    FILE_KEYS,
    OVERLAY_KEYS,
    RULE_KEYS,
    Place,
    Reader,
    SourcePattern,
)


class Located(NamedTuple):
    """A value that passed its reader, and where it was said."""

    value: Any
    origin: Origin


Values = Mapping[str, Located]


@dataclass(frozen=True, slots=True)
class Rule:
    """One entry of `translate`.

    With sources of its own it declares them; without, it applies to every file below its directory.
    `locale` is set in an overlay.
    """

    values: Values
    directory: str
    locale: str = ""

    def patterns(self) -> tuple[SourcePattern, ...]:
        """The rule's own sources."""
        found = self.values.get("sources")
        return tuple(found.value) if found else ()

    def find_pattern(self, path: str) -> SourcePattern | None:
        """The rule's first source pattern that means `path`."""
        return next((one for one in self.patterns() if one.glob.is_match(path)), None)

    def is_for_path(self, path: str, locale: str) -> bool:
        """Whether the rule holds for `path` in `locale` ("" = whatever locale)."""
        excluded = self.values.get("exclude")
        if excluded and any(glob.is_match(path) for glob in excluded.value):
            return False
        if self.patterns() and self.find_pattern(path) is None:
            return False
        return self.is_for(locale)

    def is_for(self, locale: str) -> bool:
        """Whether the rule holds in `locale` ("" = whatever locale)."""
        if locale and self.locale and locale != self.locale:
            return False
        targets = self.values.get("targets")
        return not (locale and targets) or locale in targets.value


@dataclass(frozen=True, slots=True)
class Layer:
    """One file of configuration; `locale` is "" unless it is an overlay."""

    file: str
    directory: str
    locale: str
    values: Values
    rules: tuple[Rule, ...]
    body: str
    body_line: int

    def is_above(self, path: str) -> bool:
        """Whether `path` lies in the layer's directory."""
        return not self.directory or path.startswith(self.directory + "/")


class Findings:
    """Faults and warnings gathered while everything is read."""

    def __init__(self) -> None:
        """Starts with none."""
        self.faults: list[ConfigurationError] = []
        self.warnings: list[Warned] = []


def read_layer(root: Path, file: str, locale: str, findings: Findings) -> Layer | None:
    """The layer that the repository file `file` describes; what is wrong goes to `findings`."""
    owner = file.rpartition("/")[0]
    directory = owner.rpartition("/")[0] if locale else owner
    try:
        head = read_front_matter((root / file).read_bytes(), file)
    except ConfigurationError as fault:
        findings.faults.append(fault)
        return None
    except OSError as fault:
        findings.faults.append(
            ConfigurationError(
                f"cannot be read: {fault.strerror}", path=file, remedy="Make it readable."
            )
        )
        return None
    reading = _Reading(root, file, directory, head, findings)
    keys = OVERLAY_KEYS if locale else FILE_KEYS
    values = reading.read_values(head.values, (), {**keys, "translate": _pass_on})
    rules = reading.read_rules(values.pop("translate", None), locale)
    return Layer(file, directory, locale, values, rules, head.body, head.body_line)


def _pass_on(value: Any, place: Place) -> object:
    if not isinstance(value, list) or not all(isinstance(rule, Mapping) for rule in value):
        place.refuse("`translate` is not a list of rules", "Write a list of `source: …` entries.")
    return value


class _Reading:
    """The reading of one file's values against the table of keys."""

    def __init__(
        self, root: Path, file: str, directory: str, head: FrontMatter, findings: Findings
    ) -> None:
        """Takes what every place in the file shares."""
        self._root = root
        self._file = file
        self._directory = directory
        self._head = head
        self._findings = findings

    def read_values(
        self, raw: Mapping[str, Any], trail: Trail, keys: Mapping[str, Reader]
    ) -> dict[str, Located]:
        """The values of one table that could be read."""
        values: dict[str, Located] = {}
        for name, value in raw.items():
            place = Place(self._root, self._file, self._directory, self._head, (*trail, name))
            reader = keys.get(name)
            if reader is None:
                self._warn(place, name, keys)
            elif value is not None:
                try:
                    values[name] = Located(reader(value, place), place.origin())
                except ConfigurationError as fault:
                    self._findings.faults.append(fault)
        return values

    def read_rules(self, found: Located | None, locale: str) -> tuple[Rule, ...]:
        """The rules of `translate`, in order."""
        rules: list[Rule] = []
        for at, raw in enumerate(found.value if found else ()):
            values = self.read_values(raw, ("translate", at), RULE_KEYS)
            if "source" in values:
                values.setdefault("sources", values.pop("source"))
            rules.append(Rule(values, self._directory, locale))
        return tuple(rules)

    def _warn(self, place: Place, name: str, keys: Collection[str]) -> None:
        near = get_close_matches(name, list(keys), 1, 0.6)
        remedy = f"Did you mean `{near[0]}`?" if near else f"Known keys: {', '.join(sorted(keys))}."
        if name in FILE_KEYS:
            remedy = "Set it in L10N.md itself; it has no meaning here."
        self._findings.warnings.append(
            Warned(place.file, place.line(), f"unknown key `{name}`", remedy)
        )
