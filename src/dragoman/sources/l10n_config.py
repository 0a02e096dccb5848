"""The room's door to configuration: every L10N.md of a repository, read at once."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from dragoman.errors import ConfigurationError, SourceUnreadable
from dragoman.sources.file_settings import Explained, FileSettings, Origin, Warned
from dragoman.sources.globs import Glob
from dragoman.sources.layers import Findings, Layer, Located, Rule, Values, read_layer
from dragoman.sources.schema import FILE_KEYS, SourcePattern, find_locale_fault
from dragoman.sources.templates import Template

CONFIG_NAME = "L10N.md"
OVERLAY_DIRECTORY = "L10N"
_SKIPPED = {".git", ".dragoman"}


@dataclass(frozen=True, slots=True)
class Config:
    """All configuration of one repository. `root` is absolute and resolved.

    `layers` are the L10N.md files, deepest first; `overlays` likewise, with a locale each.
    """

    root: Path
    layers: tuple[Layer, ...]
    overlays: tuple[Layer, ...] = ()
    warnings: tuple[Warned, ...] = ()

    def settings_for(self, path: str, locale: str) -> FileSettings:
        """The values that hold for the repository file `path` in `locale`."""
        found = self._resolve(path, locale)
        known = {field.name for field in fields(FileSettings)} - {"guidance", "origins"}
        values: dict[str, Any] = {key: at.value for key, at in found.items() if key in known}
        targets = found.get("targets")
        return FileSettings(
            **values,
            language_name=targets.value.get(locale, "") if targets else "",
            guidance=self._guidance(path, locale, found.get("prompt")),
            origins={key: at.origin for key, at in found.items()},
        )

    def explain(self, path: str, locale: str) -> list[Explained]:
        """Every key with its value and where it came from, in the order of spec: config §1."""
        settings = self.settings_for(path, locale)
        found = self._resolve(path, locale)
        lines = []
        for key in (*FILE_KEYS, "prompt"):
            at = found.get(key)
            value = at.value if at else getattr(settings, key, "")
            lines.append(Explained(key, _show(value), at.origin if at else Origin()))
        chain = self._chain(self.layers, path)[::-1] + self._overlays(path, locale)[::-1]
        lines += [
            Explained("guidance", _show(layer.body), Origin(layer.file, layer.body_line))
            for layer in chain
            if layer.body
        ]
        return lines

    def locales(self) -> tuple[str, ...]:
        """Every target locale named anywhere, sorted."""
        named: set[str] = set()
        for layer in self.layers:
            for values in (layer.values, *(rule.values for rule in layer.rules)):
                if "targets" in values:
                    named.update(values["targets"].value)
        return tuple(sorted(named))

    def find_pattern(self, path: str, locale: str = "") -> SourcePattern | None:
        """The source pattern that declares `path`, None when it is no source or excluded.

        The deeper file wins, in it a later rule, then the file's own `sources`.
        """
        for layer in self._chain(self.layers, path):
            for rule in reversed(layer.rules):
                if rule.patterns() and rule.is_for_path(path, locale):
                    is_out = "exclude" not in rule.values and self._is_excluded(path, locale)
                    return None if is_out else rule.find_pattern(path)
            own = layer.values.get("sources")
            for pattern in own.value if own else ():
                if pattern.glob.is_match(path):
                    return None if self._is_excluded(path, locale) else pattern
        return None

    def targets_of(self, path: str) -> tuple[str, ...]:
        """The locales `path` is translated into: those of its rules, else of the nearest file."""
        named: list[str] = []
        for rule in self._rules(path, ""):
            if rule.patterns() and "targets" in rule.values:
                named += [one for one in rule.values["targets"].value if one not in named]
        if named:
            return tuple(named)
        for layer in self._chain(self.layers, path):
            if "targets" in layer.values:
                return tuple(layer.values["targets"].value)
        return ()

    def template_for(self, path: str, locale: str, pattern: SourcePattern) -> Template | None:
        """The pattern's own template, else `output` or `target_path`, whichever is said nearer."""
        if pattern.template is not None:
            return pattern.template
        for values in self._values(path, locale):
            for key in ("output", "target_path"):
                if key in values:
                    template: Template = values[key].value
                    return template
        return None

    def patterns(self) -> Iterator[SourcePattern]:
        """Every source pattern of every file."""
        for layer in self.layers:
            own = layer.values.get("sources")
            yield from own.value if own else ()
            for rule in layer.rules:
                yield from rule.patterns()

    def _is_excluded(self, path: str, locale: str) -> bool:
        """Whether the strongest `exclude` means `path`.

        That of a rule with sources of its own only narrows the rule.
        """
        layers = (*self._overlays(path, locale), *self._chain(self.layers, path))
        rules = [rule for layer in layers for rule in reversed(layer.rules)]
        tables = [rule.values for rule in rules if not rule.patterns() and rule.is_for(locale)]
        for values in (*tables, *(layer.values for layer in layers)):
            if "exclude" in values:
                globs: tuple[Glob, ...] = values["exclude"].value
                return any(glob.is_match(path) for glob in globs)
        return False

    def _resolve(self, path: str, locale: str) -> dict[str, Located]:
        found: dict[str, Located] = {}
        for values in self._values(path, locale):
            for key, at in values.items():
                found.setdefault(key, at)
        return found

    def _values(self, path: str, locale: str) -> Iterator[Values]:
        """All tables that hold for `path`, the strongest first.

        *Source:* spec: config §1 (rule > locale overlay > nearest file > parents > defaults).
        """
        yield from (rule.values for rule in self._rules(path, locale))
        for layer in (*self._overlays(path, locale), *self._chain(self.layers, path)):
            yield layer.values

    def _rules(self, path: str, locale: str) -> Iterator[Rule]:
        for layer in (*self._overlays(path, locale), *self._chain(self.layers, path)):
            yield from (rule for rule in reversed(layer.rules) if rule.is_for_path(path, locale))

    def _chain(self, layers: tuple[Layer, ...], path: str) -> list[Layer]:
        return [layer for layer in layers if layer.is_above(path)]

    def _overlays(self, path: str, locale: str) -> list[Layer]:
        return [layer for layer in self._chain(self.overlays, path) if layer.locale == locale]

    def _guidance(self, path: str, locale: str, prompt: Located | None) -> str:
        """Bodies accumulate from root to leaf; overlays and the rule's prompt follow."""
        layers = self._chain(self.layers, path)[::-1] + self._overlays(path, locale)[::-1]
        bodies = [layer.body for layer in layers] + [prompt.value if prompt else ""]
        return "\n\n".join(body for body in bodies if body)


def load_config(root: Path, strict: bool) -> Config:
    """The configuration of the repository at `root`.

    Raises: ConfigurationError with every fault (file:line, remedy), one per line of the message;
    `strict` counts warnings as faults. SourceUnreadable for a directory without permission.
    """
    root = root.resolve()
    findings = Findings()
    layers: list[Layer] = []
    overlays: list[Layer] = []
    for file, locale in _find_files(root, findings):
        layer = read_layer(root, file, locale, findings)
        if layer is not None:
            (overlays if locale else layers).append(layer)
    config = Config(root, _deepest_first(layers), _deepest_first(overlays))
    if not layers and not findings.faults:
        raise ConfigurationError(
            "this repository has no L10N.md", path=str(root), remedy="Run `dragoman init`."
        )
    _check_whole(config, findings)
    _raise_faults(findings, strict)
    return Config(root, config.layers, config.overlays, tuple(findings.warnings))


def _deepest_first(layers: list[Layer]) -> tuple[Layer, ...]:
    return tuple(
        sorted(
            layers,
            key=lambda one: (
                -one.directory.count("/") - bool(one.directory),
                one.directory,
                one.locale,
            ),
        )
    )


def _find_files(root: Path, findings: Findings) -> Iterator[tuple[str, str]]:
    """Every L10N.md and overlay as (repository path, locale)."""
    for folder, folders, files in os.walk(root, onerror=_refuse_folder):
        folders[:] = sorted(name for name in folders if name not in _SKIPPED)
        if CONFIG_NAME not in files:
            continue
        directory = Path(folder).relative_to(root)
        yield (directory / CONFIG_NAME).as_posix(), ""
        overlays = Path(folder) / OVERLAY_DIRECTORY
        for file in sorted(overlays.glob("*.md")):
            path = file.relative_to(root).as_posix()
            if remedy := find_locale_fault(file.stem):
                findings.warnings.append(
                    Warned(path, 1, "an overlay not named after a locale", remedy)
                )
            else:
                yield path, file.stem


def _refuse_folder(fault: OSError) -> None:
    raise SourceUnreadable(
        f"the directory cannot be read: {fault.strerror}",
        path=str(fault.filename),
        remedy="Give this account permission to read it.",
    ) from None


def _check_whole(config: Config, findings: Findings) -> None:
    """What only shows when all files are known: overlays and sources without targets."""
    locales = config.locales()
    for overlay in config.overlays:
        if locales and overlay.locale not in locales:
            findings.warnings.append(
                Warned(
                    overlay.file,
                    1,
                    f"an overlay for `{overlay.locale}`, which is no target",
                    f"Targets are {', '.join(locales)}.",
                )
            )
    pattern = next(iter(config.patterns()), None)
    if pattern is not None and not locales and not findings.faults:
        findings.faults.append(
            ConfigurationError(
                "there are sources, but no `targets`",
                path=pattern.origin.file,
                line=pattern.origin.line,
                remedy="Add `targets: [de]`.",
            )
        )


def _raise_faults(findings: Findings, strict: bool) -> None:
    faults = list(findings.faults)
    if strict:
        faults += [
            ConfigurationError(one.message, path=one.file, line=one.line, remedy=one.remedy)
            for one in findings.warnings
        ]
    if not faults:
        return
    if len(faults) == 1:
        raise faults[0]
    faults.sort(key=lambda fault: (fault.path, fault.line))
    raise ConfigurationError("\n".join(str(fault) for fault in faults))


def _show(value: object) -> str:
    """A value as one line of text.

    >>> _show(("a", "b")), _show({"de": "German"}), _show(2)
    ('a, b', 'de (German)', '2')
    """
    if isinstance(value, dict):
        return ", ".join(f"{key} ({name})" if name else key for key, name in value.items())
    if isinstance(value, SourcePattern):
        return value.glob.pattern + (f" -> {value.template.text}" if value.template else "")
    if isinstance(value, Glob):
        return value.pattern
    if isinstance(value, Template):
        return value.text
    if isinstance(value, tuple):
        if hasattr(value, "argv"):
            return " ".join(value.argv)
        return ", ".join(_show(item) for item in value)
    return " ".join(str(value).split())
