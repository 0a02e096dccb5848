"""The comparison of a document with what was extracted from its translation."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, partial

from dragoman.errors import StructureDiffers
from dragoman.formats.markdown.anchors import cut_gap, find_pins
from dragoman.formats.markdown.emphasis import ELEMENTS
from dragoman.formats.markdown.forms import PLAIN, forms_of
from dragoman.formats.markdown.rewrite import Rewriter
from dragoman.formats.tags import TAG, flatten, renumber, split_tags
from dragoman.model.document import Difference, Document, Target

Canon = list[tuple[str, object]]


class Ledger:
    """A document's payload bytes, comparable with those of another document."""

    def __init__(self, document: Document) -> None:
        """Takes a document of this format."""
        self.document = document
        self.forms = forms_of(document)
        self._rewriter = Rewriter(document, {}, ())

    @cached_property
    def children(self) -> dict[int, list[int]]:
        """Nested units by the index of their parent, in source order."""
        children: dict[int, list[int]] = {}
        for index, unit in enumerate(self.document.units):
            if unit.parent >= 0:
                children.setdefault(unit.parent, []).append(index)
        return children

    def cut(self, index: int, start: int, end: int) -> bytes:
        """Source bytes within unit `index`, a NUL where each nested unit stands."""
        source = self.document.source
        children = self.children.get(index)
        if not children:
            return source[start:end]
        out: list[bytes] = []
        at = start
        for child in children:
            span = self.document.units[child].span
            if span.start >= start and span.end <= end:
                out.append(source[at : span.start])
                at = span.end
        out.append(source[at:end])
        return b"\0".join(out)

    def place_child(self, index: int, child: int) -> tuple[int, int, int]:
        """Where a nested unit stands in unit `index`: tag number, opener (0) or closer, offset."""
        start = self.document.units[child].span.start
        for number, payload in enumerate(self.forms[index].payloads, 1):
            for part in range(0, len(payload), 2):
                if payload[part] <= start < payload[part + 1]:
                    return number, part, start - payload[part]
        return 0, 0, start

    def list_payloads(self, index: int) -> list[tuple[bytes, ...]]:
        """The payload bytes of each tag, in normal form."""
        found: list[tuple[bytes, ...]] = []
        for payload in self.forms[index].payloads:
            opener = self.cut(index, payload[0], payload[1])
            if len(payload) == 2:
                found.append((opener,))
            else:
                found.append(self._normalise(index, payload, opener))
        return found

    def _normalise(self, index: int, payload: tuple[int, ...], opener: bytes) -> tuple[bytes, ...]:
        """A wrapper's bytes; `**` reads as `<strong>`, `]` and `][]` as `][label]`."""
        closer = self.cut(index, payload[2], payload[3])
        if len(opener) <= 2 and (name := ELEMENTS.get(opener.decode())):
            return (f"<{name}>".encode(), f"</{name}>".encode())
        if closer in {b"]", b"][]"}:
            closer = f"][{self._rewriter.label(payload)}]".encode()
        return opener, closer

    def canonise(self, index: int, text: str) -> Canon:
        """`text` with each tag replaced by its bytes; opaque neighbours are one."""
        payloads = self.list_payloads(index)
        canon: Canon = []
        for token in split_tags(text):
            if token.role == "text":
                canon.append(("text", token.text))
            elif token.role == "void":
                content = payloads[token.number - 1][0]
                if canon and canon[-1][0] == "void" and not _would_fuse(canon[-1][1], content):
                    content = bytes(canon.pop()[1]) + content  # type: ignore[call-overload] # void content is bytes
                canon.append(("void", content))
            else:
                place = 0 if token.role == "open" else -1
                canon.append((token.role, payloads[token.number - 1][place]))
        return canon


def _would_fuse(before: object, after: bytes) -> bool:
    """Whether two opaque tags side by side read as one thing that neither of them was."""
    return isinstance(before, bytes) and before.endswith(b"`") and after.startswith(b"`")


def find_differences(
    document: Document, targets: Mapping[str, Target], again: Document
) -> list[Difference]:
    """How `again` is not `document` with `targets`; empty when it is."""
    before, after = document.units, again.units
    if len(before) != len(after):
        return [Difference("units", _find_first(document, targets, again), "another number")]
    found: list[Difference] = []
    ledgers = [Ledger(document), Ledger(again)]
    old_forms, new_forms = ledgers[0].forms, ledgers[1].forms
    order = _order_units(ledgers[0], targets)
    for index, unit in enumerate(before):
        other = after[order.get(index, index)]
        target = targets.get(unit.key, unit.text)
        if unit.kind != other.kind or unit.parent != other.parent:
            found.append(Difference("units", index, "another kind"))
        elif target.__class__ is bytes:
            if again.source[slice(*other.span)] != target:
                found.append(Difference("payload", index, "other bytes"))
        elif other.text == target and old_forms[index] is PLAIN and new_forms[index] is PLAIN:
            continue
        else:
            code = _compare_unit(ledgers, index, order.get(index, index), targets)
            if code:
                found.append(Difference(code, index))
    if not found and _cut_skeleton(document) != again.skeleton():
        found.append(Difference("skeleton", -1))
    return found


def _order_units(ledger: Ledger, targets: Mapping[str, Target]) -> dict[int, int]:
    """Where nested units stand once the tags that hold them have moved: index → new index."""
    order: dict[int, int] = {}
    units = ledger.document.units
    for index, children in ledger.children.items():
        target = targets.get(units[index].key)
        if len(children) < 2 or target is None or isinstance(target, bytes):
            continue
        places: dict[tuple[int, int], int] = {}
        for at, token in enumerate(split_tags(target)):
            places[token.number, 2 if token.role == "close" else 0] = at

        rank = partial(_rank_child, ledger, index, places)
        order.update(zip(sorted(children, key=rank), children, strict=True))
    return order


def _rank_child(
    ledger: Ledger, index: int, places: Mapping[tuple[int, int], int], child: int
) -> tuple[int, int]:
    number, part, offset = ledger.place_child(index, child)
    return places.get((number, part), 0), offset


def _compare_unit(
    ledgers: list[Ledger], index: int, other: int, targets: Mapping[str, Target]
) -> str:
    """The code of the difference between a target and what came back, "" when none.

    Takes the unit's index in the source and the one it has in the translation.
    """
    old, new = ledgers
    unit = old.document.units[index]
    text = new.document.units[other].text
    target = str(targets.get(unit.key, unit.text))
    flat = flatten(target) if target != unit.text else target
    if old.forms[index].codec != new.forms[other].codec:
        return "units"
    if not old.forms[index].payloads and not new.forms[other].payloads:
        return "" if text == flat else "text"
    if text == flat and old.list_payloads(index) == new.list_payloads(other):
        return ""
    wanted, got = old.canonise(index, flat), new.canonise(other, text)
    if wanted == got:
        return ""
    repaired = Rewriter(old.document, targets, ()).repair(index, flat)[0]
    if repaired != flat and old.canonise(index, repaired) == got:
        return ""
    return "text" if TAG.sub("", text) != TAG.sub("", flat) else "payload"


def _find_first(document: Document, targets: Mapping[str, Target], again: Document) -> int:
    """The index of the first unit that did not come back as it was meant."""
    for index, (unit, other) in enumerate(zip(document.units, again.units, strict=False)):
        target = targets.get(unit.key, unit.text)
        if target.__class__ is bytes or other.kind != unit.kind:
            continue
        if TAG.sub("", other.text) != TAG.sub("", flatten(str(target))):
            return index
    return min(len(document.units), len(again.units)) - 1


def _cut_skeleton(document: Document) -> bytes:
    """The skeleton that a translation must have, pinned ids included."""
    pins = find_pins(document)
    if not pins:
        return document.skeleton()
    source = document.source
    pieces: list[bytes] = []
    at = 0
    for unit in document.units:
        if unit.parent < 0:
            pieces.append(cut_gap(source, at, unit.span.start, pins))
            at = unit.span.end
    pieces.append(cut_gap(source, at, len(source), pins))
    return b"\0".join(pieces)


def list_departures(document: Document, targets: Mapping[str, Target]) -> list[Difference]:
    """Where a splice of `targets` does not keep the source's markers (spec: markdown §1).

    The details are `punctuation`, `element`, `label` and `anchor`.
    """
    rewriter = Rewriter(document, targets, ())
    found: list[Difference] = []
    for index, unit in enumerate(document.units):
        target = targets.get(unit.key)
        if target is None or isinstance(target, bytes) or target == unit.text:
            continue
        found.extend(
            Difference("payload", index, detail)
            for detail in rewriter.list_departures(index, flatten(target))
        )
    found.extend(Difference("skeleton", -1, "anchor") for _ in find_pins(document))
    return found


def pair_units(document: Document, translated: Document) -> dict[str, str]:
    """The texts of `translated` by the keys of `document`, tags numbered as in the source.

    Raises: StructureDiffers.
    """
    kinds = [unit.kind for unit in document.units]
    if kinds != [unit.kind for unit in translated.units]:
        message = (
            f"The source has {len(kinds)} units, the translation {len(translated.units)},"
            " or they are of other kinds."
        )
        raise StructureDiffers(
            message,
            path=translated.options.path,
            remedy="Bring the headings, paragraphs and lists of both into the same order.",
        )
    old, new = Ledger(document), Ledger(translated)
    paired: dict[str, str] = {}
    moved: dict[int, int] = {}
    for index, unit in enumerate(document.units):
        other = moved.get(index, index)
        text = translated.units[other].text
        if new.forms[other].payloads:
            numbers = _match_payloads(old, new, index)
            text = renumber(text, numbers)
            moved |= _match_children(old, new, index, numbers)
        paired[unit.key] = text
    return paired


def _match_children(
    old: Ledger, new: Ledger, index: int, numbers: dict[int, int]
) -> dict[int, int]:
    """Nested units of the translation by those of the source, as their tags moved."""
    wanted = {old.place_child(index, child)[:2]: child for child in old.children.get(index, ())}
    matched: dict[int, int] = {}
    for child in new.children.get(index, ()):
        number, part, _ = new.place_child(index, child)
        original = wanted.get((numbers.get(number, 0), part))
        if original is None:
            return {}
        matched[original] = child
    return matched if len(matched) == len(old.children.get(index, ())) else {}


def _match_payloads(old: Ledger, new: Ledger, index: int) -> dict[int, int]:
    """Numbers of the source by numbers of the translation, equal bytes in order.

    A tag whose bytes the source does not have gets a number that the source does not have.
    """
    free: dict[tuple[bytes, ...], list[int]] = {}
    payloads = old.list_payloads(index)
    for number in range(len(payloads), 0, -1):
        free.setdefault(payloads[number - 1], []).append(number)
    numbers: dict[int, int] = {}
    spare = len(payloads)
    for number, payload in enumerate(new.list_payloads(index), 1):
        candidates = free.get(payload)
        if candidates:
            numbers[number] = candidates.pop()
        else:
            spare += 1
            numbers[number] = spare
    return numbers
