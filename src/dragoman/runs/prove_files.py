"""The story of `prove`: the user's own files taken apart and put together again, offline.

Each file goes through four trials, each verified by extracting the result again:

- its units spliced back as they are give the source, byte for byte;
- accented, lengthened text in every unit comes back as that text;
- the source's own words written over the accented document, so that every unit passes through the
  encoder, come back as the source's words in the source's skeleton;
- hostile text (hostile.py) at the start, inside and at the end of every unit comes back literally.
"""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from dragoman.errors import DragomanError, InvalidStructure, SourceUnreadable
from dragoman.formats import name_format
from dragoman.formats.tags import flatten, split_tags, strip_tags
from dragoman.model.document import Document, FormatOptions, Unit
from dragoman.plugs import Format
from dragoman.publishing.assemble import Assembly, assemble
from dragoman.runs.hostile import HOSTILE, crowd_hostile, place_hostile
from dragoman.runs.read_file import find_format, read_path, take_apart

SKIPPED_FOLDERS = frozenset({".git", "node_modules"})
ACCENTS = str.maketrans("aceinosuyzACEINOSUYZ", "áçéíñóšúýžÁÇÉÍÑÓŠÚÝŽ")
TURNS = 4
"""How many of the hostile texts each unit meets in each place, beside the whole list inside it.
All would cost a file some 130 assemblies; over the units of a file four meet nearly every pair."""

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Trial:
    """How files are tried. `turns` up to `len(HOSTILE)`, which tries every text in every place."""

    options: FormatOptions = field(default_factory=FormatOptions)
    max_bytes: int = 32_000_000
    turns: int = TURNS


@dataclass(frozen=True, slots=True)
class FileProof:
    """What the trials of one file showed. `refused` is the reason when there was nothing to try.

    `seconds` is what extracting and splicing took, `size_bytes` what it was done with; `failures`
    hold trial and unit's first line for the person at the terminal, never for a log.
    """

    path: str
    flavour: str = ""
    units: int = 0
    unit_letters: int = 0
    identical: bool = False
    accented: bool = False
    hostile: bool = False
    refused: str | None = None
    seconds: float = field(default=0.0, repr=False)
    size_bytes: int = field(default=0, repr=False)
    failures: tuple[str, ...] = field(default=(), repr=False)

    @property
    def is_proven(self) -> bool:
        """Whether the file passed every trial."""
        return self.identical and self.accented and self.hostile


@dataclass(frozen=True, slots=True)
class ProofReport:
    """The proofs of all files, and the speed of extract plus splice in source megabytes (10⁶)."""

    files: tuple[FileProof, ...]
    mb_per_s: float

    def as_json(self) -> dict[str, object]:
        """What `prove --json` prints."""
        hidden = ("seconds", "size_bytes", "failures")
        files = [
            {name: value for name, value in asdict(proof).items() if name not in hidden}
            for proof in self.files
        ]
        return {"files": files, "mb_per_s": self.mb_per_s}


def prove_files(
    paths: Sequence[Path], trial: Trial, on_progress: Progress | None = None
) -> ProofReport:
    """The proofs of the files at `paths`, directories walked for Markdown in sorted order.

    Takes `on_progress`, called with the files done and their number. Whatever stands in a
    directory ends in a proof or a reason, never in an error.
    """
    found = list(find_files(paths))
    proofs = []
    for done, (path, reason) in enumerate(found, 1):
        proofs.append(FileProof(str(path), refused=reason) if reason else prove_file(path, trial))
        if on_progress:
            on_progress(done, len(found))
    seconds = sum(proof.seconds for proof in proofs)
    size_bytes = sum(proof.size_bytes for proof in proofs)
    return ProofReport(tuple(proofs), round(size_bytes / seconds / 1e6, 3) if seconds else 0.0)


def find_files(paths: Sequence[Path]) -> Iterator[tuple[Path, str]]:
    """Each file to try with "" or the reason why not; links to folders are not followed."""
    for path in paths:
        if not path.is_dir():
            yield path, _judge_file(path)
            continue
        broken: list[OSError] = []
        for folder, folders, names in os.walk(path, onerror=broken.append):
            folders[:] = sorted(name for name in folders if name not in SKIPPED_FOLDERS)
            for name in sorted(names):
                if name_format(name) == "markdown":
                    file = Path(folder, name)
                    yield file, _judge_file(file)
        for fault in broken:
            yield Path(os.fsdecode(fault.filename)), f"cannot be read ({fault.strerror})"


def _judge_file(path: Path) -> str:
    """Why `path` is no file to open ("" when it is); a pipe or device would block the reader."""
    try:
        mode = path.stat().st_mode
    except OSError as fault:
        return f"cannot be read ({fault.strerror})"
    except ValueError:
        return "cannot be read (impossible name)"
    return "" if stat.S_ISREG(mode) else "is not a regular file"


def prove_file(path: Path, trial: Trial) -> FileProof:
    """The proof of one file."""
    shown = str(path)
    try:
        source = read_path(path, shown, trial.max_bytes)
        return prove_source(find_format(shown), source, shown, trial)
    except SourceUnreadable as fault:
        return FileProof(shown, refused=fault.message)
    except DragomanError as fault:
        return FileProof(shown, refused=f"{fault.code}: {fault.message}")
    except Exception as fault:  # noqa: BLE001 (a fault of ours in one file must not hide the rest)
        return FileProof(shown, refused=f"internal fault ({type(fault).__name__}), please report")


def prove_source(form: Format, source: bytes, shown: str, trial: Trial) -> FileProof:
    """The proof of one source.

    Raises: SourceInvalidEncoding, DocumentRefused.
    """
    started = time.perf_counter()
    document = take_apart(form, source, shown, trial.options)
    texts = {unit.key: unit.text for unit in document.units}
    same = form.splice(document, texts)
    seconds = time.perf_counter() - started
    failures: list[str] = []
    if same != source:
        failures.append("identity: the bytes differ")
    if len(texts) != len(document.units):
        failures.append("identity: two units have one key")
    failures += _try_accents(form, document)
    failures += _try_hostile(form, document, trial.turns)
    return FileProof(
        path=shown,
        flavour=document.flavour,
        units=len(document.units),
        unit_letters=sum(count_letters(unit.text) for unit in document.units),
        identical=not _names(failures, "identity"),
        accented=not _names(failures, "accented"),
        hostile=not _names(failures, "hostile"),
        seconds=seconds,
        size_bytes=len(source),
        failures=tuple(failures),
    )


def count_letters(text: str) -> int:
    """The letters a reader sees in a unit's text.

    >>> count_letters("Two <g1>words</g1>, 日本!")
    10
    """
    return sum(map(str.isalpha, strip_tags(text)))


def accent_text(text: str) -> str:
    """`text` with accents and a third longer; tags stay.

    >>> accent_text("See <g1>this</g1> now")
    'Šéé <g1>thíš</g1> ñów ñéwéř'
    """
    parts = [
        token.text.translate(ACCENTS) if token.role == "text" else token.text
        for token in split_tags(text)
    ]
    return "".join(parts) + " ñéwéř" * (1 + len(text) // 24)


def _names(failures: Sequence[str], trial: str) -> bool:
    return any(failure.startswith(trial) for failure in failures)


def _try_accents(form: Format, document: Document) -> list[str]:
    """Failures of the accented trial and of the way back through the encoder."""
    accented = {unit.key: accent_text(unit.text) for unit in document.units}
    failures, assembly = _assemble(form, document, accented, "accented")
    if assembly is None or len(assembly.proof.units) != len(document.units):
        return [*failures, "identity: there is no way back from the accented document"]
    own = {
        proof.key: unit.text
        for unit, proof in zip(document.units, assembly.proof.units, strict=True)
    }
    back, returned = _assemble(form, assembly.proof, own, "identity")
    if returned and not assembly.departures and returned.proof.skeleton() != document.skeleton():
        back.append("identity: the skeleton differs")
    return failures + back


def _try_hostile(form: Format, document: Document, turns: int) -> list[str]:
    """Failures of the hostile trial: the first that fails is enough."""
    trials = [place_hostile(document.units, turn * len(HOSTILE) // turns) for turn in range(turns)]
    for targets in (*trials, crowd_hostile(document.units)):
        failures, _ = _assemble(form, document, targets, "hostile")
        if failures:
            return failures
    return []


def _assemble(
    form: Format, document: Document, targets: Mapping[str, str], trial: str
) -> tuple[list[str], Assembly | None]:
    """The failures of one trial, and the assembly they were seen in."""
    try:
        assembly = assemble(form, document, targets)
    except InvalidStructure as fault:
        return [f"{trial}: {fault.message}"], None
    failures = []
    moved = {difference.index for difference in assembly.departures}
    proofs = assembly.proof.units
    if len(proofs) != len(document.units):
        return [f"{trial}: the number of units differs"], assembly
    for index, (unit, proof) in enumerate(zip(document.units, proofs, strict=True)):
        wanted = flatten(targets[unit.key])
        # Where punctuation was moved out of emphasis the texts differ, and the format judges.
        if unit.key in assembly.refused or (proof.text != wanted and index not in moved):
            failures.append(f"{trial}: {_show(unit)}")
    return failures, assembly


def _show(unit: Unit) -> str:
    """Where a unit stands and how it begins."""
    return f"{unit.kind} at byte {unit.span.start}: {unit.text[:60]}"
