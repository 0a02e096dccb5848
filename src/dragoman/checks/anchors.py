"""Links to headings that a translation has renamed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from posixpath import dirname, join, normpath

from dragoman.model.finding import Finding, Link, Page

CODE = "dead-anchor"

# Sites drop a file's suffix in links, or link a folder for the page inside it.
_ENDINGS = ("", ".md", ".mdx", "/index.md", "/index.mdx", "/_index.md", "/README.md")


def find_dead_anchors(
    pages: Mapping[str, Page], sources: Mapping[str, str], locales: Mapping[str, str]
) -> list[Finding]:
    """The links of translations that name an id which no longer exists, in the order of `sources`.

    Takes: every known page by path, sources and targets; the source of each target by path; the
    locale of each target. A link is dead when its page is known, lacks the id, and the same link in
    the source is alive: a link that is dead in the source, or leads out of the known pages, is
    nobody's translation fault.
    """
    found: list[Finding] = []
    for target, source in sources.items():
        if target not in pages or source not in pages:
            continue
        alive = {(link.path, link.fragment) for link in _list_alive(pages, pages[source])}
        for link in pages[target].links:
            page = _find_page(pages, target, link)
            if page is None or (link.path, link.fragment) not in alive:
                continue
            if not _has_anchor(page, link.fragment):
                message = f"no heading of {page.path} has the id #{link.fragment}"
                found.append(Finding(target, locales[target], link.line, CODE, "error", message))
    return found


def _list_alive(pages: Mapping[str, Page], page: Page) -> Iterator[Link]:
    for link in page.links:
        goal = _find_page(pages, page.path, link)
        if goal is not None and _has_anchor(goal, link.fragment):
            yield link


def _find_page(pages: Mapping[str, Page], start: str, link: Link) -> Page | None:
    """The page that `link` in the file `start` names; None for sites and unknown paths."""
    if link.path == "":
        return pages.get(start)
    if ":" in link.path or link.path.startswith("/"):
        return None
    goal = normpath(join(dirname(start), link.path))
    return next((pages[goal + end] for end in _ENDINGS if goal + end in pages), None)


def _has_anchor(page: Page, fragment: str) -> bool:
    """Whether `page` has that id; browsers compare exactly, hosts also in small letters."""
    if fragment in {"", "top"} or fragment.startswith(":~:"):
        return True
    return fragment in page.anchors or fragment.lower() in page.anchors
