"""Recorded answers: a file says what each text becomes, and nothing is asked."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from dragoman.errors import ConfigurationError, NotConfigured
from dragoman.model.exchange import Reply, Request, Usage
from dragoman.providers.contract import write_units
from dragoman.providers.model import Model

Recording = Mapping[tuple[str, str], str]
"""(target language, text with tags) → translation with tags."""

_FIELDS = ("language", "text", "translation")


class ReplayProvider:
    """Answers from a recording; a text it does not hold is left out of the answer."""

    def __init__(self, recording: Recording) -> None:
        """Takes what was read from the file."""
        self._recording = recording

    async def translate(self, request: Request) -> Reply:
        """The recorded units of `request`, in its order."""
        found = [
            (unit.id, self._recording.get((request.target_language, unit.text)))
            for unit in request.units
        ]
        return Reply(
            write_units([(unit_id, text) for unit_id, text in found if text is not None]),
            Usage(requests=1),
        )

    async def close(self) -> None:
        """Nothing to release."""


def open_replay(model: Model) -> ReplayProvider:
    """The provider that answers from the file `model.remote_name`.

    Raises: NotConfigured (no such file), ConfigurationError (a line that says nothing usable).
    """
    path = model.remote_name
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        raise NotConfigured(
            f"the recorded answers in {path} cannot be read",
            remedy="Name a readable file of JSON lines in UTF-8: replay/<file>.",
        ) from fault
    return ReplayProvider(read_recording(text, path))


def read_recording(text: str, path: str = "") -> Recording:
    """What the JSON lines in `text` record; a later line for the same text wins.

    >>> read_recording('{"language":"de","text":"Hi","translation":"Hallo"}')
    {('de', 'Hi'): 'Hallo'}

    Raises: ConfigurationError with `path` and line.
    """
    recording: dict[tuple[str, str], str] = {}
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            entry = json.loads(line)
        except (ValueError, RecursionError):
            entry = None
        values = [entry.get(name) for name in _FIELDS] if isinstance(entry, dict) else []
        if not values or not all(isinstance(value, str) for value in values):
            raise ConfigurationError(
                "the line is no recorded answer",
                path=path,
                line=number,
                remedy='Write one object a line: {"language":"de","text":"…","translation":"…"}.',
            )
        language, asked, translation = map(str, values)
        recording[language, asked] = translation
    return recording
