"""The story of `verify`: one source and one target, laid side by side unit by unit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from dragoman.errors import DragomanError, StructureDiffers
from dragoman.model.document import Difference, Document, FormatOptions, Target
from dragoman.plugs import Format
from dragoman.runs.read_file import find_format, read_path, take_apart


def verify_files(source: Path, target: Path, options: FormatOptions, max_bytes: int) -> int:
    """The number of units proven for two files.

    Raises: SourceError of the one that cannot be read, StructureDiffers naming the target.
    """
    plug = find_format(str(source))
    document = take_apart(plug, read_path(source, str(source), max_bytes), str(source), options)
    translated = read_path(target, str(target), max_bytes)
    try:
        return verify_pair(plug, document, translated)
    except DragomanError as fault:
        fault.path = str(target)
        raise


def verify_pair(format_plug: Format, document: Document, target: bytes) -> int:
    """The number of units proven: `target` is the source of `document` with other words only.

    Raises: StructureDiffers saying where the two part, SourceInvalidEncoding and DocumentRefused
    when the target cannot be read at all.

    *Source:* spec/markdown §1.7: same units, skeleton compared literally, same payload bytes.
    """
    again = format_plug.extract(target, document.options)
    texts = format_plug.pair(document, again)
    parting = find_parting(format_plug, document, texts, again)
    if parting:
        raise StructureDiffers(parting)
    return len(document.units)


def find_parting(
    format_plug: Format, document: Document, texts: Mapping[str, str], again: Document
) -> str:
    """Where `again`, whose units are `texts`, is more than other words; "" when nowhere."""
    for index, unit in enumerate(document.units):
        reason = format_plug.refuse(unit, texts[unit.key])
        if reason:
            return describe_difference(document, Difference("payload", index, reason))
    found = format_plug.differences(document, texts, again)
    return describe_difference(document, found[0]) if found else ""


def verify_bytes(
    format_plug: Format, document: Document, targets: Mapping[str, Target], written: bytes
) -> Sequence[Difference]:
    """How `written` is not the document with `targets`; empty = proof."""
    try:
        again = format_plug.extract(written, document.options)
    except DragomanError as fault:
        return [Difference("units", -1, fault.message)]
    return format_plug.differences(document, targets, again)


def describe_difference(document: Document, difference: Difference) -> str:
    """One sentence about a difference, with the unit's line in the source where there is one."""
    what = {
        "units": "the two hold different units",
        "text": "a unit reads back differently",
        "skeleton": "the bytes around the units differ",
        "payload": "the markup inside a unit differs",
    }.get(difference.code, difference.code)
    if difference.index < 0:
        return f"{what}{_bracket(difference.detail)}"
    line = document.source.count(b"\n", 0, document.units[difference.index].span.start) + 1
    return f"{what} at line {line} of the source{_bracket(difference.detail)}"


def _bracket(detail: str) -> str:
    return f" ({detail})" if detail else ""
