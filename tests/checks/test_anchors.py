from __future__ import annotations

from dragoman.checks.anchors import find_dead_anchors
from dragoman.model.finding import Link, Page


def page(path: str, anchors: str = "", *links: tuple[str, str]) -> Page:
    return Page(
        path,
        frozenset(anchors.split()),
        tuple(Link(number, *link) for number, link in enumerate(links, 1)),
    )


def find(*pages: Page, **sources: str) -> list[tuple[str, int, str]]:
    known = {one.path: one for one in pages}
    targets = {
        one.path: one.path.removeprefix("de/") for one in pages if one.path.startswith("de/")
    }
    found = find_dead_anchors(known, targets | sources, dict.fromkeys(targets, "de"))
    return [(one.path, one.line, one.message.rpartition("#")[2]) for one in found]


def test_a_renamed_heading_of_the_same_page_is_dead():
    source = page("a.md", "install", ("", "install"))
    target = page("de/a.md", "installation", ("", "install"))
    assert find(source, target) == [("de/a.md", 1, "install")]


def test_a_renamed_heading_of_another_translated_page_is_dead():
    pages = [
        page("x/a.md", "", ("../b.md", "use")),
        page("b.md", "use"),
        page("de/x/a.md", "", ("../b.md", "use")),
        page("de/b.md", "gebrauch"),
    ]
    assert find(*pages) == [("de/x/a.md", 1, "use")]


def test_a_link_without_suffix_finds_its_page():
    pages = [
        page("a.md", "", ("b", "use"), ("./c", "use")),
        page("b.mdx", "use"),
        page("c/index.md", "use"),
        page("de/a.md", "", ("b", "use"), ("./c", "use")),
        page("de/b.mdx", "gebrauch"),
        page("de/c/index.md", "gebrauch"),
    ]
    assert find(*pages) == [("de/a.md", 1, "use"), ("de/a.md", 2, "use")]


def test_a_link_that_is_dead_in_the_source_is_no_fault_of_the_translation():
    assert find(page("a.md", "", ("", "gone")), page("de/a.md", "", ("", "gone"))) == []


def test_a_pinned_id_keeps_the_link_alive():
    source = page("a.md", "install", ("", "install"))
    assert find(source, page("de/a.md", "install", ("", "install"))) == []


def test_sites_absolute_paths_and_unknown_pages_are_left_alone():
    links = [("https://a.org/b", "x"), ("/docs/b", "x"), ("unknown.md", "x"), ("", "top"), ("", "")]
    assert find(page("a.md", "x", *links), page("de/a.md", "", *links)) == []


def test_a_target_beside_its_source_may_link_into_the_source():
    pages = {
        one.path: one
        for one in [
            page("a.md", "", ("b.md", "use")),
            page("a.de.md", "", ("b.md", "use")),
            page("b.md", "use"),
        ]
    }
    assert find_dead_anchors(pages, {"a.de.md": "a.md"}, {"a.de.md": "de"}) == []
