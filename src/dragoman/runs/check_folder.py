"""The story of `check`: every translation, whoever made it, held against its source."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import unquote

from dragoman.checks import check_pair
from dragoman.checks.anchors import find_dead_anchors
from dragoman.checks.pairs import pair_units
from dragoman.errors import DragomanError, SourceError, StructureDiffers
from dragoman.formats.markdown.anchors import read_page
from dragoman.model.document import Document
from dragoman.model.finding import Fault, Finding, Link, Page, Pair, PairedUnit
from dragoman.runs.open_folder import Folder
from dragoman.runs.plan_file import FilePlan, plan_file
from dragoman.runs.verify_pair import find_parting
from dragoman.sources.directory import Job


class Checked(NamedTuple):
    """One job after its checks; `translated` is None when there is nothing to look into."""

    job: Job
    findings: Sequence[Finding]
    document: Document | None = None
    translated: Document | None = None


def check_folder(folder: Folder) -> list[Finding]:
    """The findings of every job, file by file and line by line, dead links between pages last.

    Raises: ConfigurationError of a lock or glossary.
    """
    checked = [check_job(folder, job) for job in folder.jobs]
    findings = [finding for one in checked for finding in one.findings]
    return findings + _check_links(checked)


def check_job(folder: Folder, job: Job) -> Checked:
    """The findings of one job; links to other pages are not among them."""
    try:
        plan = plan_file(folder, job, model="")
    except StructureDiffers as fault:
        return Checked(job, [_find_file(job, "structure", fault.message)])
    except SourceError as fault:
        path = fault.path or job.target
        return Checked(job, [_find_file(job, "unreadable", fault.message, path)])
    if plan.pair.target is None or plan.translated is None:
        return Checked(job, [_find_file(job, "missing", "there is no translation yet")])
    stale = plan.units.to_send(refresh=False)
    findings = [_find_file(job, "stale", describe_stale(len(stale)))] if stale else []
    findings += check_pair(lay_side_by_side(plan, plan.translated, frozenset(stale)))
    return Checked(job, findings, plan.pair.document, plan.translated)


def describe_stale(count: int) -> str:
    """The sentence about units that the source has and the translation has not.

    >>> describe_stale(1), describe_stale(2)
    ('1 unit of the source is not translated', '2 units of the source are not translated')
    """
    return f"{count} unit{'s' if count > 1 else ''} of the source " + (
        "are not translated" if count > 1 else "is not translated"
    )


def lay_side_by_side(plan: FilePlan, translated: Document, stale: frozenset[str]) -> Pair:
    """The pair as the checks want it; units in `stale` are left out, they are found already.

    A translation of an older source often has another structure; that it is stale says enough.
    """
    pair, job = plan.pair, plan.pair.job
    document = pair.document
    faults: tuple[Fault, ...] = ()
    units: tuple[PairedUnit, ...] = ()
    try:
        texts = pair.plug.pair(document, translated)
    except DragomanError as fault:
        if not stale:
            faults = (Fault(fault.line, fault.message),)
    else:
        parting = "" if stale else find_parting(pair.plug, document, texts, translated)
        faults = (Fault(0, parting),) if parting else ()
        known = {key: text for key, text in texts.items() if key not in stale}
        units = pair_units(document, translated, known)
    language = job.settings.source_language
    return Pair(job.source, job.target, language, job.locale, units, faults)


def _find_file(job: Job, code: str, message: str, path: str = "") -> Finding:
    return Finding(path or job.target, job.locale, 0, code, "error", message)


def _check_links(checked: Sequence[Checked]) -> list[Finding]:
    pages: dict[str, Page] = {}
    for one in checked:
        for path, document in ((one.job.source, one.document), (one.job.target, one.translated)):
            if document is not None and document.format == "markdown" and path not in pages:
                pages[path] = describe_page(path, document)
    return find_dead_anchors(
        pages,
        {one.job.target: one.job.source for one in checked},
        {one.job.target: one.job.locale for one in checked},
    )


def describe_page(path: str, document: Document) -> Page:
    """The ids a page offers and the links with fragments it makes."""
    page = read_page(document)
    links = [
        Link(_find_line(document, link.start), *_split_url(link.url))
        for link in page.links
        if "#" in link.url
    ]
    return Page(path, page.anchors, tuple(links))


def _split_url(url: str) -> tuple[str, str]:
    """File and id of a link, percent-decoded.

    >>> _split_url("other.md#caf%C3%A9")
    ('other.md', 'café')
    """
    path, _, fragment = url.partition("#")
    return unquote(path), unquote(fragment)


def _find_line(document: Document, at: int) -> int:
    return document.source.count(b"\n", 0, at) + 1
