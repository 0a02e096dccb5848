"""What `init` detects, and that its starter fits."""

from __future__ import annotations

import pytest

from dragoman.errors import ConfigurationError
from dragoman.runs.init_folder import compose_config, detect_layout, init_folder
from tests.runs.places import open_place, put


@pytest.mark.parametrize(
    ("mark", "page", "name", "target"),
    [
        ("mkdocs.yml", "docs/a/b.md", "mkdocs", "docs/fr/a/b.md"),
        (
            "docusaurus.config.ts",
            "docs/a/b.mdx",
            "docusaurus",
            "i18n/fr/docusaurus-plugin-content-docs/current/a/b.mdx",
        ),
        ("docs/.vitepress/config.ts", "docs/a/b.md", "vitepress", "docs/fr/a/b.md"),
        ("hugo.toml", "content/en/a/b.md", "hugo", "content/fr/a/b.md"),
        ("_config.yml", "docs/a/b.md", "jekyll", "fr/docs/a/b.md"),
        ("docs/conf.py", "docs/a/b.md", "myst", "docs/fr/a/b.md"),
        (".obsidian/app.json", "notes/b.md", "obsidian", "translations/fr/notes/b.md"),
        ("README", "docs/a/b.md", "gfm", "translations/fr/docs/a/b.md"),
        ("README", "a/b.md", "gfm", "translations/fr/a/b.md"),
    ],
)
def test_every_kind_of_project_gets_its_own_layout(tmp_path, mark, page, name, target):
    put(tmp_path, mark, "x")
    put(tmp_path, page, "# Page\n")
    assert init_folder(tmp_path, ["fr"]).layout.name == name
    jobs = open_place(tmp_path, strict=True).jobs
    assert [(job.source, job.target) for job in jobs] == [(page, target)]


def test_its_own_translations_do_not_become_sources(tmp_path):
    put(tmp_path, "mkdocs.yml", "x")
    put(tmp_path, "docs/a.md", "# Page\n")
    init_folder(tmp_path, ["fr"])
    put(tmp_path, "docs/fr/a.md", "# Page\n")
    assert [job.source for job in open_place(tmp_path).jobs] == ["docs/a.md"]


def test_nothing_to_translate_writes_nothing(tmp_path):
    with pytest.raises(ConfigurationError, match="no Markdown"):
        init_folder(tmp_path, ["fr"])
    assert list(tmp_path.iterdir()) == []


def test_what_is_installed_is_not_counted(tmp_path):
    put(tmp_path, "docs/a.md", "# Page\n")
    put(tmp_path, "docs/node_modules/b.md", "# Foreign\n")
    assert detect_layout(tmp_path).count == 1


def test_the_starter_names_every_suffix_that_occurs(tmp_path):
    put(tmp_path, "docs/a.md", "# Page\n")
    put(tmp_path, "docs/b.mdx", "# Page\n")
    text = compose_config(detect_layout(tmp_path), ["fr", "ja"])
    assert '"docs/**/*.md"' in text
    assert '"docs/**/*.mdx"' in text
    assert "  - ja" in text
