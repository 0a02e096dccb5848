"""Translations put into their source, and the proof that nothing but words changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from dragoman.errors import InvalidStructure, SourceError
from dragoman.model.document import Difference, Document, Target
from dragoman.plugs import Format

UNREADABLE = "The text would be read as markup, or would break the markup around it."
"""The reason for a unit that even escaping does not save."""

MAX_DOUBTFUL = 24
"""Units tried one by one before all that fail are refused: each try extracts the whole document."""


@dataclass(frozen=True, slots=True)
class Assembly:
    """A translated document.

    `data` holds every target that is not in `refused` (unit key → reason, a sentence for the
    translator); refused units keep their source text. `proof` is the document extracted again from
    `data`. `escaped` are the keys of units in which something was escaped; `departures` say where
    markers other than the source's were written.
    """

    data: bytes
    proof: Document = field(repr=False)
    refused: Mapping[str, str] = field(default_factory=dict)
    escaped: frozenset[str] = frozenset()
    departures: tuple[Difference, ...] = ()


def assemble(form: Format, document: Document, targets: Mapping[str, Target]) -> Assembly:
    """`document` with `targets` (by unit key), proven by extracting it again.

    First everything is written as it is. Where the comparison fails, the units that did not come
    back are escaped, then all suspicious ones too, then halves are tried until the units that
    cannot stand are alone. What is returned has passed the comparison as a whole.

    Takes targets as text (refused when their tags are wrong) or as bytes (put in as they are).

    Raises: InvalidStructure when the source does not survive even without a translation.
    """
    assembler = _Assembler(form, document)
    return assembler.run(assembler.sift(targets))


@dataclass(frozen=True, slots=True)
class _Attempt:
    """One splice with its comparison; `again` is None when the result cannot be read."""

    data: bytes
    again: Document | None
    differences: Sequence[Difference]

    @property
    def is_proven(self) -> bool:
        return self.again is not None and not self.differences


class _Assembler:
    """The attempts for one document."""

    def __init__(self, form: Format, document: Document) -> None:
        """Takes the format and the source document."""
        self._form = form
        self._document = document
        self._units = {unit.key: unit for unit in document.units}
        self._refused: dict[str, str] = {}
        self._accepted: dict[str, Target] = {}
        self._escaped: set[str] = set()

    def sift(self, targets: Mapping[str, Target]) -> dict[str, Target]:
        """The targets that are worth a try; the reasons of the others go to `refused`."""
        usable: dict[str, Target] = {}
        for key, target in targets.items():
            unit = self._units.get(key)
            if unit is None or target == unit.text:
                continue
            reason = self._form.refuse(unit, target) if isinstance(target, str) else None
            if reason:
                self._refused[key] = reason
            else:
                usable[key] = target
        return usable

    def run(self, usable: dict[str, Target]) -> Assembly:
        """The assembly of all targets that can stand."""
        attempt = self._try(usable, set())
        if attempt.is_proven:
            return self._make(attempt, usable, set())
        failing = self._list_failing(attempt, usable)
        suspicious = {
            key
            for key, target in usable.items()
            if isinstance(target, str) and self._form.is_suspicious(self._units[key], target)
        }
        for escaped in (failing, failing | suspicious):
            attempt = self._try(usable, escaped)
            if attempt.is_proven:
                return self._make(attempt, usable, escaped)
        return self._settle(attempt, usable, failing | suspicious)

    def _settle(
        self, attempt: _Attempt, usable: Mapping[str, Target], escaped: set[str]
    ) -> Assembly:
        """What is left of `usable` after a failed attempt with everything escaped.

        Units that the comparison names are set aside, all at once, as long as that helps; only what
        remains unexplained is tried by halves.
        """
        left = dict(usable)
        doubtful: list[str] = []
        while not attempt.is_proven:
            named = self._name_failing(attempt, left)
            if not named:
                break
            doubtful += sorted(named)
            left = {key: target for key, target in left.items() if key not in named}
            attempt = self._try(left, escaped)
        if attempt.is_proven:
            self._accepted, self._escaped = left, escaped & left.keys()
        else:
            self._accept(list(left), usable)
        if len(doubtful) > MAX_DOUBTFUL:
            self._refused |= dict.fromkeys(doubtful, UNREADABLE)
        elif doubtful:
            self._accept(doubtful, usable)
        final = self._try(self._accepted, self._escaped)
        return self._make(final, self._accepted, self._escaped)

    def _name_failing(self, attempt: _Attempt, left: Mapping[str, Target]) -> set[str]:
        """Keys of the targets that did not come back, when the units can be told apart."""
        if any(difference.code == "units" for difference in attempt.differences):
            return set()
        return {
            self._document.units[difference.index].key
            for difference in attempt.differences
            if difference.index >= 0
        } & left.keys()

    def _try(self, targets: Mapping[str, Target], escaped: set[str]) -> _Attempt:
        data = self._form.splice(self._document, targets, escaped)
        try:
            again = self._form.extract(data, self._document.options)
        except SourceError:
            return _Attempt(data, None, ())
        return _Attempt(data, again, self._form.differences(self._document, targets, again))

    def _list_failing(self, attempt: _Attempt, usable: Mapping[str, Target]) -> set[str]:
        """Keys of the texts that a comparison names."""
        named = {
            self._document.units[difference.index].key
            for difference in attempt.differences
            if difference.index >= 0
        }
        return {key for key in named if isinstance(usable.get(key), str)}

    def _accept(self, keys: list[str], usable: Mapping[str, Target]) -> None:
        """Adds those of `keys` that can stand beside what is accepted already, by halves."""
        for escaped in (set[str](), set(keys)):
            targets = self._accepted | {key: usable[key] for key in keys}
            if self._try(targets, self._escaped | escaped).is_proven:
                self._accepted = targets
                self._escaped |= escaped
                return
        if len(keys) == 1:
            self._refused[keys[0]] = UNREADABLE
            return
        middle = len(keys) // 2
        self._accept(keys[:middle], usable)
        self._accept(keys[middle:], usable)

    def _make(
        self, attempt: _Attempt, targets: Mapping[str, Target], escaped: set[str]
    ) -> Assembly:
        """The assembly of a proven attempt.

        Raises: InvalidStructure when even the source without any translation is not proven.
        """
        if attempt.again is None or attempt.differences:
            message = "The document does not survive being taken apart and put together."
            raise InvalidStructure(
                message,
                path=self._document.options.path,
                remedy="Run `dragoman prove` on the file and report it.",
            )
        return Assembly(
            data=attempt.data,
            proof=attempt.again,
            refused=self._refused,
            escaped=frozenset(escaped & targets.keys()),
            departures=tuple(self._form.departures(self._document, targets)),
        )
