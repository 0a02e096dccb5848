"""dragoman: extract and splice, each unit's own text put in; with `check` also the proof.

python -m benchmarks.trips.ours splice|check < PATHS
"""

from __future__ import annotations

import sys

from benchmarks.trips.figures import time_trips
from dragoman.formats import get_format
from dragoman.model.document import FormatOptions

MARKDOWN = get_format("markdown")


def splice(source: bytes, path: str) -> bytes:
    """The source, taken apart and put together."""
    document = MARKDOWN.extract(source, FormatOptions(path=path))
    return MARKDOWN.splice(document, {unit.key: unit.text for unit in document.units})


def splice_and_check(source: bytes, path: str) -> bytes:
    """The same, extracted again and compared.

    Raises: ValueError when the proof fails.
    """
    document = MARKDOWN.extract(source, FormatOptions(path=path))
    targets = {unit.key: unit.text for unit in document.units}
    data = MARKDOWN.splice(document, targets)
    if MARKDOWN.differences(document, targets, MARKDOWN.extract(data, document.options)):
        raise ValueError("the proof failed")
    return data


if __name__ == "__main__":
    time_trips(splice_and_check if sys.argv[1:] == ["check"] else splice)
