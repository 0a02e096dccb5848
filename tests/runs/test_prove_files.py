"""The story of `prove`, on real files in a temporary folder."""

from __future__ import annotations

import os
from dataclasses import replace

import pytest

from dragoman.formats.markdown import MARKDOWN, Markdown
from dragoman.model.document import FormatOptions
from dragoman.runs.hostile import HOSTILE
from dragoman.runs.prove_files import (
    SKIPPED_FOLDERS,
    Trial,
    accent_text,
    find_files,
    prove_file,
    prove_files,
    prove_source,
)

RICH = """---
title: Kept
---

# The *first* heading {#id}

A paragraph with `code`, a [link](x.md "Its title") and **bold
text** &amp; an escaped \\* star.

- one
- [ ] two

| a | b \\| c |
|---|---|
| d | **e** |

```
no text
```
"""


def write(folder, name, text):
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_a_rich_file_passes_every_trial_with_every_hostile_text(tmp_path):
    path = write(tmp_path, "a.md", RICH)
    proof = prove_file(path, Trial(turns=len(HOSTILE)))
    assert proof.failures == ()
    assert (proof.identical, proof.accented, proof.hostile) == (True, True, True)
    assert proof.refused is None
    assert proof.is_proven
    assert proof.units == 9
    assert proof.unit_letters == sum(
        map(
            str.isalpha,
            "Thefirstheading Aparagraphwithalinkandboldtextanescapedstar Itstitle one two a bc d e",
        )
    )


def test_the_report_is_the_published_json(tmp_path):
    write(tmp_path, "b.md", "b\n")
    report = prove_files([tmp_path], Trial()).as_json()
    assert list(report) == ["files", "mb_per_s"]
    assert report["files"] == [
        {
            "path": str(tmp_path / "b.md"),
            "flavour": "gfm",
            "units": 1,
            "unit_letters": 1,
            "identical": True,
            "accented": True,
            "hostile": True,
            "refused": None,
        }
    ]


def test_a_file_without_any_unit_is_proven_and_counts_no_letters(tmp_path):
    proof = prove_file(write(tmp_path, "a.md", "```\ncode\n```\n"), Trial())
    assert (proof.is_proven, proof.units, proof.unit_letters) == (True, 0, 0)


@pytest.mark.parametrize(
    ("content", "code"), [(b"a \xff\xfe b", "SourceInvalidEncoding"), (b"> " * 4000, "Refused")]
)
def test_a_file_that_cannot_be_taken_apart_has_a_reason(tmp_path, content, code):
    proof = prove_file(write(tmp_path, "a.md", content), Trial())
    assert code in (proof.refused or "")
    assert not proof.is_proven


def test_a_file_beyond_the_limit_is_refused(tmp_path):
    proof = prove_file(write(tmp_path, "a.md", "a" * 100), replace(Trial(), max_bytes=99))
    assert "100 bytes" in (proof.refused or "")


def test_a_folder_is_walked_for_markdown_only(tmp_path):
    for name in ("b.md", "a.mdx", "c/d.markdown", "c/e.txt", ".git/f.md", "node_modules/g.md"):
        write(tmp_path, name, "x\n")
    found = [path.relative_to(tmp_path).as_posix() for path, _ in find_files([tmp_path])]
    assert found == ["a.mdx", "b.md", "c/d.markdown"]
    assert {".git", "node_modules"} == SKIPPED_FOLDERS


def test_anything_in_a_tree_ends_in_a_proof_or_a_reason(tmp_path):
    write(tmp_path, "folder.md/inside.md", "x\n")
    write(tmp_path, "binary.md", bytes(range(256)))
    (tmp_path / "loop").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "broken.md").symlink_to(tmp_path / "nothing")
    (tmp_path / "self.md").symlink_to(tmp_path / "self.md")
    os.mkfifo(tmp_path / "pipe.md")
    proofs = {
        os.path.relpath(proof.path, tmp_path): proof
        for proof in prove_files([tmp_path], Trial()).files
    }
    assert sorted(proofs) == ["binary.md", "broken.md", "folder.md/inside.md", "pipe.md", "self.md"]
    assert proofs["folder.md/inside.md"].is_proven
    refused = {name for name, proof in proofs.items() if proof.refused}
    assert refused == {"binary.md", "broken.md", "pipe.md", "self.md"}


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_what_may_not_be_read_has_a_reason(tmp_path):
    write(tmp_path, "closed/a.md", "x\n")
    file = write(tmp_path, "b.md", "x\n")
    (tmp_path / "closed").chmod(0)
    file.chmod(0)
    proofs = prove_files([tmp_path], Trial()).files
    (tmp_path / "closed").chmod(0o700)
    assert [bool(proof.refused) for proof in proofs] == [True, True]


def test_a_missing_path_and_an_unknown_suffix_have_reasons(tmp_path):
    proofs = prove_files([tmp_path / "no.md", write(tmp_path, "a.txt", "x")], Trial()).files
    assert [bool(proof.refused) for proof in proofs] == [True, True]


def test_progress_is_told_file_by_file(tmp_path):
    for name in ("a.md", "b.md"):
        write(tmp_path, name, "x\n")
    told = []
    prove_files([tmp_path], Trial(), lambda done, total: told.append((done, total)))
    assert told == [(1, 2), (2, 2)]


def test_a_given_flavour_is_used(tmp_path):
    path = write(tmp_path, "a.md", "{{< note >}}\n\ntext\n")
    proof = prove_file(path, Trial(FormatOptions(flavour="hugo")))
    assert (proof.flavour, proof.units) == ("hugo", 1)


def test_accents_change_every_text():
    for text in ("a", "日本語", "<g1/>", "42"):
        assert accent_text(text) != text


class Careless(Markdown):
    """A format with one fault; the trials must see each."""

    def __init__(self, fault):
        self.fault = fault

    def splice(self, document, targets, escaped=()):
        if self.fault == "identity":
            return super().splice(document, targets, escaped) + b"\n"
        return super().splice(document, targets, () if self.fault == "escape" else escaped)

    def differences(self, document, targets, again):
        return () if self.fault == "judge" else super().differences(document, targets, again)


def test_a_splice_that_adds_a_byte_is_not_identical():
    proof = prove_source(Careless("identity"), b"a b\n", "a.md", Trial())
    assert not proof.identical


def test_an_encoder_that_does_not_escape_fails_the_hostile_trial():
    proof = prove_source(Careless("escape"), b"one two\n", "a.md", Trial())
    assert (proof.identical, proof.accented, proof.hostile) == (True, True, False)


def test_a_format_that_judges_itself_too_kindly_is_caught():
    proof = prove_source(Careless("judge"), b"one two\n\n- three four\n", "a.md", Trial())
    assert not proof.hostile
    assert prove_source(MARKDOWN, b"one two\n\n- three four\n", "a.md", Trial()).is_proven
