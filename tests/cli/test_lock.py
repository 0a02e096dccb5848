"""`dragoman lock`: repaired by hand, merged by git."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from dragoman.cli.entry import run
from dragoman.sources.lock import lock_path, read_lock
from tests.cli.places import run_json
from tests.runs.places import PAGE, put


def git(root, *words):
    return subprocess.run(
        ["git", "-C", str(root), "-c", "user.name=t", "-c", "user.email=t@example.org", *words],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"},
    )


def test_repair_reports_every_lock(repository, capsys):
    run(["translate"])
    put(repository, ".dragoman/docs/page.md/fr.lock", "{")
    code, found = run_json(capsys, "lock", "repair", "--json")
    assert code == 0
    assert found == {
        "locks": [{"path": "docs/page.md", "locale": "fr", "units": 3, "state": "written"}]
    }


def test_repair_ends_with_one_when_a_pair_does_not_fit(repository, capsys):
    put(repository, "i18n/fr/page.md", "# Autre\n")
    assert run(["lock", "repair"]) == 1
    assert "i18n/fr/page.md" in capsys.readouterr().err


def test_a_merge_that_fails_says_so_to_git(repository, capsys):
    paths = [str(put(repository, name, "{")) for name in "oab"]
    assert run(["lock", "merge", *paths, "fr.lock"]) == 1
    assert "fr.lock" in capsys.readouterr().err


def test_git_merges_two_branches_that_translated_different_paragraphs(repository):
    put(repository, "docs/page.md", PAGE + "\nIn the middle.\n\nThe very last words.\n")
    put(repository, ".gitignore", "machine.toml\n")
    git(repository, "init", "-q", "-b", "main")
    run(["translate"])
    assert run(["lock", "install-driver"]) == 0
    git(repository, "add", "-A")
    git(repository, "commit", "-qm", "first")
    for branch, old, new in (("one", "Welcome", "Good day"), ("two", "very last", "final")):
        git(repository, "checkout", "-qb", branch, "main")
        page = repository / "docs/page.md"
        page.write_text(page.read_text().replace(old, new))
        run(["translate"])
        git(repository, "commit", "-qam", branch)
    git(repository, "merge", "-q", "one")
    assert len(read_lock(lock_path(repository, "docs/page.md", "fr")).units) == 5
    assert run(["check"]) == 0
