from __future__ import annotations

from pathlib import Path

import pytest

from dragoman.errors import ConfigurationError, SourceUnreadable
from dragoman.sources.file_settings import Origin
from dragoman.sources.l10n_config import load_config
from tests.sources.trees import as_ordinary_user, write_tree

ROOT = """---
source_language: en
model: pseudo
sources:
  docs/**/*.md: i18n/{locale}/{relpath}
targets: [de, pt-BR]
retries: 1
glossary: terms.csv
validation:
  - [true]
translate:
  - source: docs/api/*.md
    output: api/{locale}/{relpath}
    prompt: Say it shortly.
    retries: 4
---
Be friendly.
"""
NEAREST = "---\nretries: 3\nanchors: pin\n---\nGuides are for beginners.\n"
OVERLAY = "---\nretries: 5\nfrontmatter: [title]\n---\nDuzen.\n"

ALIASES = b"""---
a: &a [x,x,x,x,x,x,x,x,x,x]
b: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]
c: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]
d: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]
---
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write_tree(
        tmp_path,
        {
            "L10N.md": ROOT,
            "L10N/de.md": OVERLAY,
            "docs/guide/L10N.md": NEAREST,
            "terms.csv": "source,target\n",
        },
    )


def test_the_nearest_file_wins_over_its_parents(root: Path):
    settings = load_config(root, strict=True).settings_for("docs/guide/a.md", "pt-BR")
    assert (settings.retries, settings.anchors, settings.model) == (3, "pin", "pseudo")
    assert settings.origins["retries"] == Origin("docs/guide/L10N.md", 2)
    assert settings.origins["model"] == Origin("L10N.md", 3)


def test_a_locale_overlay_wins_over_the_nearest_file(root: Path):
    settings = load_config(root, strict=True).settings_for("docs/guide/a.md", "de")
    assert (settings.retries, settings.anchors) == (5, "pin")
    assert settings.frontmatter == ("title",)
    assert settings.origins["retries"] == Origin("L10N/de.md", 2)


def test_a_rule_wins_over_everything(root: Path):
    settings = load_config(root, strict=True).settings_for("docs/api/a.md", "de")
    assert settings.retries == 4
    assert settings.origins["retries"] == Origin("L10N.md", 15)


def test_what_nobody_says_has_its_default(root: Path):
    settings = load_config(root, strict=True).settings_for("docs/a.md", "pt-BR")
    assert (settings.frontmatter, settings.review, settings.project) == (
        "preserve",
        "pull_request",
        "",
    )
    assert "review" not in settings.origins


def test_bodies_accumulate_from_root_to_leaf_then_overlay_then_rule(root: Path):
    config = load_config(root, strict=True)
    assert config.settings_for("docs/guide/a.md", "de").guidance == (
        "Be friendly.\n\nGuides are for beginners.\n\nDuzen."
    )
    assert config.settings_for("docs/api/a.md", "pt-BR").guidance == (
        "Be friendly.\n\nSay it shortly."
    )


def test_explain_names_each_key_with_file_and_line(root: Path):
    lines = load_config(root, strict=True).explain("docs/guide/a.md", "de")
    explained = {line.key: (line.value, str(line.origin)) for line in lines}
    assert explained["retries"] == ("5", "L10N/de.md:2")
    assert explained["targets"] == ("de, pt-BR", "L10N.md:6")
    assert explained["review"] == ("pull_request", "default")
    assert explained["sources"][0] == "docs/**/*.md -> i18n/{locale}/{relpath}"


def test_a_validation_command_knows_the_directory_that_declares_it(tmp_path: Path):
    write_tree(tmp_path, {"L10N.md": "", "docs/L10N.md": '---\nvalidation: [["a", "b"]]\n---\n'})
    command = load_config(tmp_path, strict=True).settings_for("docs/x.md", "de").validation[0]
    assert (command.argv, command.directory) == (("a", "b"), "docs")


def test_toml_says_the_same_as_yaml(tmp_path: Path):
    write_tree(
        tmp_path,
        {
            "L10N.md": '+++\ntargets = ["de"]\nretries = 3\n'
            '[sources]\n"*.md" = "{locale}/{relpath}"\n'
            '[[translate]]\nsource = "a.md"\nretries = 4\n+++\nHello.\n'
        },
    )
    config = load_config(tmp_path, strict=True)
    assert config.settings_for("b.md", "de").origins["retries"] == Origin("L10N.md", 3)
    assert config.settings_for("a.md", "de").origins["retries"] == Origin("L10N.md", 8)
    assert config.settings_for("b.md", "de").guidance == "Hello."


def test_all_faults_are_reported_at_once_with_file_and_line(tmp_path: Path):
    write_tree(
        tmp_path,
        {
            "L10N.md": "---\nretries: many\ntargets: [de, DE, pt_BR]\nreview: reqired\n---\n",
            "docs/L10N.md": "---\noutput: ../x/{locale}\n---\n",
        },
    )
    with pytest.raises(ConfigurationError) as raised:
        load_config(tmp_path, strict=False)
    text = str(raised.value)
    assert "L10N.md:2: `retries` is not a number" in text
    assert "L10N.md:3: `DE` stands twice" in text
    assert "L10N.md:4: `review` cannot be `reqired`\n  Did you mean required?" in text
    assert "docs/L10N.md:2: the template leaves the repository" in text


@pytest.mark.parametrize(
    ("content", "place", "message"),
    [
        (b"---\nmodel: \xff\n---\n", "L10N.md:2", "not valid UTF-8"),
        (b"---\nmodel: m\n", "L10N.md:1", "never closed"),
        (b"---\nmodel: [a\n---\n", "L10N.md:", "broken YAML"),
        (b"---\n- a\n---\n", "L10N.md:2", "not a list of settings"),
        (b"---\nmodel: a\nmodel: b\n---\n", "L10N.md:3", "`model` stands twice"),
        (b"+++\nmodel = \n+++\n", "L10N.md:2", "broken TOML"),
        (b"---\noutput: /abs/{locale}\n---\n", "L10N.md:2", "leaves the repository"),
        (b"---\noutput: i18n/{lcoale}\n---\n", "L10N.md:2", "unknown field {lcoale}"),
        (b"---\nsources: ['../x/*.md']\ntargets: [de]\n---\n", "L10N.md:2", "leaves the repos"),
        (b"---\nglossary: no.csv\n---\n", "L10N.md:2", "does not exist"),
        (b"---\nvalidation: ['make check']\n---\n", "L10N.md:2", "not a list of words"),
        (b"---\npreserve: [urls, inline_cod]\n---\n", "L10N.md:2", "does not know `inline_cod`"),
        (b"---\nsources: ['*.md']\n---\n", "L10N.md:2", "no `targets`"),
        (b"---\ntranslate: [a]\n---\n", "L10N.md:2", "not a list of rules"),
        (ALIASES, "L10N.md:", "more than"),
    ],
)  # fmt: skip
def test_each_broken_file_gives_one_error_with_its_line(
    tmp_path: Path, content: bytes, place: str, message: str
):
    (tmp_path / "L10N.md").write_bytes(content)
    with pytest.raises(ConfigurationError) as raised:
        load_config(tmp_path, strict=False)
    text = str(raised.value)
    assert text.startswith(place)
    assert message in text
    assert "\n  " in text


def test_an_unknown_key_warns_with_a_suggestion_and_fails_when_strict(tmp_path: Path):
    write_tree(tmp_path, {"L10N.md": "---\nretires: 3\n---\n"})
    warned = load_config(tmp_path, strict=False).warnings
    assert [(one.file, one.line, one.remedy) for one in warned] == [
        ("L10N.md", 2, "Did you mean `retries`?")
    ]
    with pytest.raises(ConfigurationError, match="unknown key `retires`"):
        load_config(tmp_path, strict=True)


def test_norwegian_is_a_language_and_not_a_boolean(tmp_path: Path):
    write_tree(tmp_path, {"L10N.md": "---\ntargets: [no, on]\n---\n"})
    assert load_config(tmp_path, strict=True).locales() == ("no", "on")


def test_named_targets_give_the_language_its_name(tmp_path: Path):
    write_tree(tmp_path, {"L10N.md": "---\ntargets: {de: German, fr: French}\n---\n"})
    config = load_config(tmp_path, strict=True)
    assert config.settings_for("a.md", "fr").language_name == "French"


def test_a_repository_without_configuration_says_so(tmp_path: Path):
    with pytest.raises(ConfigurationError, match=r"no L10N\.md"):
        load_config(tmp_path, strict=False)


def test_a_directory_without_permission_is_named(tmp_path: Path):
    write_tree(tmp_path, {"L10N.md": "", "docs/closed/a.md": "x"})
    (tmp_path / "docs/closed").chmod(0)
    try:
        with as_ordinary_user(tmp_path), pytest.raises(SourceUnreadable, match="closed"):
            load_config(tmp_path, strict=False)
    finally:
        (tmp_path / "docs/closed").chmod(0o755)
