from __future__ import annotations

import pytest

from dragoman.checks.untranslated import find_untranslated
from tests.checks.pairs import unit


@pytest.mark.parametrize(
    "text",
    [
        "The cache is cleared when the process ends.",
        "Run <g1/> and wait for the prompt.",
        "请在安装之前备份您的数据库。",
        "Die Datei wird nicht gefunden.",
    ],
)
def test_running_text_left_as_it_was_is_found(text):
    assert find_untranslated(unit(text, text))


def test_left_over_text_is_found_when_only_its_tags_and_blanks_moved():
    assert find_untranslated(
        unit("Open the <g1>file menu</g1> now", "Open  the file <g1>menu</g1> now")
    )


@pytest.mark.parametrize(
    "text",
    [
        "Amazon Web Services",
        "GitHub Actions",
        "Copyright 2026 The Fernweh Authors",
        "<g1/>",
        "npm install fernweh",
        "PostgreSQL 14 – 18",
        "README.md",
        "東京都",
        "https://example.org/a-long/path/with/many/words",
        "Kubernetes, Docker, Podman",
    ],
)
def test_names_and_commands_may_stay(text):
    assert find_untranslated(unit(text, text)) == ""


def test_one_changed_word_makes_it_a_translation():
    assert find_untranslated(unit("Save it to the disk.", "Speichern it to the disk.")) == ""
