"""Every example of the CommonMark and GFM specifications survives all trials of `prove`."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from dragoman.formats.markdown import MARKDOWN
from dragoman.model.document import FormatOptions
from dragoman.runs.prove_files import Trial, prove_source

pytestmark = pytest.mark.skipif(not shutil.which("node"), reason="node is not installed")

COUNTS = {"commonmark": 652, "gfm": 677}
"""CommonMark 0.31.2 and GFM 0.29."""
YAML_HEADING = "---\nFoo\n---\nBar\n---\nBaz\n"
"""A heading that is front matter as soon as its text is a YAML mapping: such a text is refused."""


@pytest.fixture(scope="module")
def examples():
    script = Path(__file__).with_name("tell_examples.mjs")
    done = subprocess.run(["node", script], capture_output=True, check=True)
    return json.loads(done.stdout)


@pytest.mark.parametrize("specification", sorted(COUNTS))
def test_every_example_is_identical_accented_and_hostile(examples, specification):
    trial = Trial(FormatOptions(flavour="gfm"), turns=1)
    texts = examples[specification]
    proofs = [
        prove_source(MARKDOWN, text.encode(), f"{specification} {number}", trial)
        for number, text in enumerate(texts, 1)
    ]
    assert len(proofs) == COUNTS[specification]
    assert [proof.path for proof in proofs if not proof.identical] == []
    failed = [text for text, proof in zip(texts, proofs, strict=True) if not proof.is_proven]
    assert failed == [YAML_HEADING]
    assert sum(proof.units for proof in proofs) > COUNTS[specification] / 2


def test_line_ends_of_every_kind_stay(examples):
    for text in examples["commonmark"]:
        for end in ("\r\n", "\r"):
            source = text.replace("\n", end).encode()
            document = MARKDOWN.extract(source, FormatOptions(flavour="gfm"))
            texts = {unit.key: unit.text for unit in document.units}
            assert MARKDOWN.splice(document, texts) == source
