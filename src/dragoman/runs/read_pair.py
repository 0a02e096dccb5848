"""One source and its target read from the disk, with all that decides how they are read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from dragoman.errors import DragomanError
from dragoman.model.document import Document, FormatOptions
from dragoman.plugs import Format
from dragoman.runs.open_folder import Folder
from dragoman.runs.read_file import find_format
from dragoman.sources.directory import Job, read_source
from dragoman.sources.lock import Facts, describe_settings
from dragoman.translation.glossary import Term, match_terms, read_glossary, terms_hash
from dragoman.translation.prompt import voice_hash


@dataclass(frozen=True, slots=True)
class Pair:
    """A job's source taken apart, the target's bytes (None = no such file), and the facts."""

    job: Job
    plug: Format
    document: Document
    target: bytes | None
    facts: Facts
    terms: tuple[Term, ...]


def read_pair(folder: Folder, job: Job, model: str) -> Pair:
    """Source and target of `job`; `model` is the name the units would be translated with.

    Raises: SourceError and ConfigurationError with the path in it.
    """
    limit = folder.settings.max_file_bytes
    plug = find_format(job.source)
    source = read_source(folder.root, job.source, limit)
    document = folder.shelf.take_apart(plug, source, job.source, build_options(job))
    terms = load_terms(folder, job)
    facts = Facts(
        model=model,
        prompt=voice_hash(job.settings.guidance, job.settings.language_name),
        terms=_match_all(terms, document),
        settings=describe_settings(job.settings),
    )
    return Pair(job, plug, document, read_target(folder, job.target), facts, terms)


def build_options(job: Job) -> FormatOptions:
    """What the format is told about the source of `job`."""
    return FormatOptions(
        flavour=job.settings.flavour,
        path=job.source,
        frontmatter=job.settings.frontmatter,
        attributes=job.settings.attributes,
        anchors=job.settings.anchors,
    )


def load_terms(folder: Folder, job: Job) -> tuple[Term, ...]:
    """The glossary entries for the job's locale, from every file its settings name.

    Raises: SourceUnreadable, ConfigurationError.
    """
    terms: list[Term] = []
    for path in job.settings.glossary:
        content = read_source(folder.root, path, folder.settings.max_file_bytes)
        terms += read_glossary(content, path, job.locale)
    return tuple(terms)


def read_target(folder: Folder, path: str) -> bytes | None:
    """The bytes of the translation at `path`, None when there is none.

    Raises: SourceUnreadable, DocumentRefused.
    """
    try:
        (folder.root / path).lstat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError:
        # The folder may not be looked into; reading says so with file and remedy.
        return read_source(folder.root, path, folder.settings.max_file_bytes)
    return read_source(folder.root, path, folder.settings.max_file_bytes)


def read_translation(pair: Pair, content: bytes | None) -> Document | None:
    """`content` taken apart as the source was; None stays None.

    Raises: SourceError naming the target.
    """
    if content is None:
        return None
    options = replace(pair.document.options, flavour=pair.document.flavour)
    try:
        return pair.plug.extract(content, options)
    except DragomanError as fault:
        fault.path = pair.job.target
        fault.remedy = fault.remedy or "Correct the translation, or delete it to start again."
        raise


def _match_all(terms: Sequence[Term], document: Document) -> Mapping[str, str]:
    if not terms:
        return {}
    matched = {unit.key: match_terms(terms, unit.text) for unit in document.units}
    return {key: terms_hash(found) for key, found in matched.items() if found}
