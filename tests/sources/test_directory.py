from __future__ import annotations

import os
from pathlib import Path

import pytest

from dragoman.errors import (
    ConfigurationError,
    DocumentRefused,
    SourceUnreadable,
    TargetRefused,
)
from dragoman.sources.directory import find_repository, list_jobs, read_source
from dragoman.sources.l10n_config import load_config
from tests.sources.trees import as_ordinary_user, write_tree


def pairs(root: Path, paths: tuple[str, ...] = (), locales: tuple[str, ...] = ()):
    jobs = list_jobs(load_config(root, strict=True), paths, locales)
    return [(job.source, job.locale, job.target) for job in jobs]


def configure(root: Path, head: str, *files: str) -> Path:
    return write_tree(root, {"L10N.md": f"---\n{head}\n---\n", **dict.fromkeys(files, "text")})


def test_each_source_goes_to_each_target(tmp_path: Path):
    configure(
        tmp_path,
        "sources: {'docs/**/*.md': 'i18n/{locale}/{relpath}'}\ntargets: [de, fr]",
        "docs/a.md", "docs/b/c.md", "docs/d.txt", "other/e.md", ".git/docs/x.md",
    )  # fmt: skip
    assert pairs(tmp_path) == [
        ("docs/a.md", "de", "i18n/de/a.md"),
        ("docs/a.md", "fr", "i18n/fr/a.md"),
        ("docs/b/c.md", "de", "i18n/de/b/c.md"),
        ("docs/b/c.md", "fr", "i18n/fr/b/c.md"),
    ]


def test_translations_beside_their_sources_are_no_sources(tmp_path: Path):
    configure(
        tmp_path,
        "sources: {'docs/**/*.md': 'docs/{locale}/{relpath}'}\ntargets: [de, fr]",
        "docs/a.md", "docs/de/a.md", "docs/fr/a.md", "docs/other/b.md",
    )  # fmt: skip
    assert [source for source, _, _ in pairs(tmp_path, locales=("de",))] == [
        "docs/a.md",
        "docs/other/b.md",
    ]


def test_the_configuration_itself_is_no_source(tmp_path: Path):
    configure(
        tmp_path,
        "sources: {'**/*.md': 'x/{locale}/{relpath}'}\ntargets: [de]",
        "README.md", "docs/L10N.md", "L10N/de.md",
    )  # fmt: skip
    assert [source for source, _, _ in pairs(tmp_path)] == ["README.md"]


def test_star_stays_in_its_segment_and_two_stars_cross(tmp_path: Path):
    configure(
        tmp_path,
        "sources: ['a/*.md', 'b/**/x?.md', 'c/[pq].md']\noutput: 'o/{locale}/{basename}.{ext}'\n"
        "targets: [de]",
        "a/1.md", "a/n/2.md", "b/x1.md", "b/n/m/x2.md", "b/x12.md", "c/p.md", "c/r.md",
    )  # fmt: skip
    assert [source for source, _, _ in pairs(tmp_path)] == [
        "a/1.md", "b/n/m/x2.md", "b/x1.md", "c/p.md",
    ]  # fmt: skip


def test_the_deeper_root_wins_and_its_paths_are_its_own(tmp_path: Path):
    configure(tmp_path, "sources: {'docs/**/*.md': 'a/{locale}/{relpath}'}\ntargets: [de]")
    write_tree(
        tmp_path,
        {
            "docs/x/L10N.md": "---\nsources: {'*.md': 'out/{locale}/{relpath}'}\n"
            "targets: [fr]\n---\n",
            "docs/x/one.md": "x",
            "docs/x/deep/two.md": "x",
            "docs/three.md": "x",
        },
    )
    assert pairs(tmp_path) == [
        ("docs/three.md", "de", "a/de/three.md"),
        ("docs/x/deep/two.md", "fr", "a/fr/x/deep/two.md"),
        ("docs/x/one.md", "fr", "docs/x/out/fr/one.md"),
    ]


def test_target_path_is_a_directory_for_the_whole_path(tmp_path: Path):
    configure(
        tmp_path,
        "sources: ['docs/*.md']\ntarget_path: i18n/{locale}\ntargets: [de]",
        "docs/a.md",
    )
    assert pairs(tmp_path) == [("docs/a.md", "de", "i18n/de/docs/a.md")]


def test_excluded_files_are_left_out_relative_to_the_declaring_file(tmp_path: Path):
    configure(
        tmp_path,
        "sources: {'**/*.md': 'x/{locale}/{relpath}'}\ntargets: [de]\nexclude: ['docs/old/**']",
        "docs/old/a.md", "docs/b.md", "old/c.md",
    )  # fmt: skip
    assert [source for source, _, _ in pairs(tmp_path)] == ["docs/b.md", "old/c.md"]


def test_a_rule_without_sources_may_exclude_files_for_its_locales(tmp_path: Path):
    configure(
        tmp_path,
        "sources: {'docs/*.md': 'x/{locale}/{relpath}'}\ntargets: [de, fr]\n"
        "translate:\n- exclude: [docs/a.md]\n  targets: [fr]",
        "docs/a.md", "docs/b.md",
    )  # fmt: skip
    assert [job[:2] for job in pairs(tmp_path)] == [
        ("docs/a.md", "de"), ("docs/b.md", "de"), ("docs/b.md", "fr"),
    ]  # fmt: skip


def test_an_exclude_holds_for_the_sources_of_rules_too(tmp_path: Path):
    configure(
        tmp_path,
        "targets: [de]\nexclude: [docs/a.md]\noutput: x/{locale}/{relpath}\n"
        "translate:\n- source: docs/*.md",
        "docs/a.md", "docs/b.md",
    )  # fmt: skip
    assert pairs(tmp_path) == [("docs/b.md", "de", "x/de/b.md")]


def test_sources_without_output_say_where_to_write_it(tmp_path: Path):
    configure(tmp_path, "sources: ['docs/*.md']\ntargets: [de]", "docs/a.md")
    with pytest.raises(ConfigurationError, match="nothing says where") as raised:
        pairs(tmp_path)
    assert (raised.value.path, raised.value.line) == ("L10N.md", 2)


def test_a_rule_with_sources_names_its_own_targets(tmp_path: Path):
    configure(
        tmp_path,
        "sources: {'docs/*.md': 'x/{locale}/{relpath}'}\ntargets: [de, fr]\n"
        "translate:\n- source: docs/a.md\n  targets: [fr]\n  output: y/{locale}/{relpath}",
        "docs/a.md", "docs/b.md",
    )  # fmt: skip
    assert pairs(tmp_path) == [
        ("docs/a.md", "fr", "y/fr/a.md"),
        ("docs/b.md", "de", "x/de/b.md"),
        ("docs/b.md", "fr", "x/fr/b.md"),
    ]


def test_paths_and_locales_choose(tmp_path: Path):
    configure(
        tmp_path,
        "sources: {'docs/**/*.md': 'x/{locale}/{relpath}'}\ntargets: [de, fr]",
        "docs/a.md", "docs/sub/b.md", "docs/sub/c.md",
    )  # fmt: skip
    assert [job[0] for job in pairs(tmp_path, ("docs/sub/", "docs/a.md"), ("fr",))] == [
        "docs/a.md", "docs/sub/b.md", "docs/sub/c.md",
    ]  # fmt: skip
    with pytest.raises(ConfigurationError, match="`fe` is not among") as raised:
        pairs(tmp_path, (), ("fe",))
    assert raised.value.remedy in {"Did you mean fr?", "Did you mean de?"}
    with pytest.raises(ConfigurationError, match="no source"):
        pairs(tmp_path, ("docs/none.md",))


@pytest.mark.parametrize(
    ("head", "message"),
    [
        ("sources: {'docs/*.md': 'docs/{relpath}'}\ntargets: [de]", "is the source docs/a.md"),
        ("sources: {'docs/*.md': 'out/{relpath}'}\ntargets: [de, fr]", "already the target"),
        ("sources: {'docs/*.md': 'away/{locale}/{relpath}'}\ntargets: [de]", "outside"),
        ("sources: {'docs/*.md': 'alias/{relpath}'}\ntargets: [de]", "is the source docs/a.md"),
        ("sources: {'docs/*.md': '.git/{locale}/{relpath}'}\ntargets: [de]", "not for transl"),
        ("sources: {'docs/*.md': 'L10N.md'}\ntargets: [de]", "is a configuration file"),
    ],
)
def test_a_target_stays_inside_and_never_hits_a_source(tmp_path: Path, head: str, message: str):
    root = tmp_path / "repository"
    (tmp_path / "outside").mkdir()
    configure(root, head, "docs/a.md")
    (root / "away").symlink_to(tmp_path / "outside")
    (root / "alias").symlink_to("docs")
    with pytest.raises(TargetRefused, match=message) as raised:
        pairs(root)
    assert raised.value.remedy


def test_translations_that_a_wide_pattern_finds_are_no_sources(tmp_path: Path):
    head = "sources: {'**/*.md': '{locale}/{relpath}', 'web/*.md': 'web/t/{locale}/{relpath}'}"
    configure(tmp_path, head + "\ntargets: [de, fr]", "a.md", "web/b.md")
    before = pairs(tmp_path)
    write_tree(tmp_path, {job[1]: "x" for job in before})
    assert pairs(tmp_path) == before


def test_a_source_named_without_wildcard_is_never_dropped_for_being_a_target(tmp_path: Path):
    head = "sources: {'a.md': 'b.md', 'b.md': 'c/{locale}.md'}\ntargets: [de]"
    configure(tmp_path, head, "a.md", "b.md")
    with pytest.raises(TargetRefused, match=r"is the source b\.md"):
        pairs(tmp_path)


def test_a_source_that_is_a_symlink_out_of_the_repository_is_refused(tmp_path: Path):
    root = write_tree(tmp_path / "repository", {"inside.md": "x"})
    (tmp_path / "secret.md").write_text("secret")
    (root / "a.md").symlink_to(tmp_path / "secret.md")
    (root / "b.md").symlink_to("inside.md")
    (root / "c.md").symlink_to("c.md")
    with pytest.raises(SourceUnreadable, match="leaves the repository"):
        read_source(root, "a.md", 100)
    assert read_source(root, "b.md", 100) == b"x"
    with pytest.raises(SourceUnreadable, match="cannot be read"):
        read_source(root, "c.md", 100)


def test_a_folder_of_sources_that_is_a_symlink_out_is_refused(tmp_path: Path):
    root = configure(
        tmp_path / "repository", "sources: {'ext/*.md': 'x/{locale}/{relpath}'}\ntargets: [de]"
    )
    (tmp_path / "outside").mkdir()
    (root / "ext").symlink_to(tmp_path / "outside")
    with pytest.raises(SourceUnreadable, match="leaves the repository"):
        pairs(root)


def test_a_source_beyond_the_limit_is_refused(tmp_path: Path):
    write_tree(tmp_path, {"a.md": "four"})
    assert read_source(tmp_path, "a.md", 4) == b"four"
    with pytest.raises(DocumentRefused, match="larger than 3 bytes"):
        read_source(tmp_path, "a.md", 3)


def test_a_source_without_permission_is_named(tmp_path: Path):
    write_tree(tmp_path, {"a.md": "x"})
    (tmp_path / "a.md").chmod(0)
    with as_ordinary_user(tmp_path), pytest.raises(SourceUnreadable) as raised:
        read_source(tmp_path, "a.md", 10)
    assert raised.value.path == "a.md"
    assert raised.value.remedy


def test_the_repository_is_where_git_is_else_the_topmost_configuration(tmp_path: Path):
    write_tree(tmp_path, {"p/L10N.md": "", "p/q/L10N.md": "", "p/q/r/x": ""})
    assert find_repository(tmp_path / "p/q/r") == (tmp_path / "p").resolve()
    (tmp_path / "p/q/.git").mkdir()
    assert find_repository(tmp_path / "p/q/r") == (tmp_path / "p/q").resolve()


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir])
def test_what_is_no_regular_file_is_refused_and_never_waited_for(tmp_path: Path, make):
    make(tmp_path / "a.md")
    with pytest.raises(SourceUnreadable, match="no regular file") as raised:
        read_source(tmp_path, "a.md", 100)
    assert raised.value.remedy
