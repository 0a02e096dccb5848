from __future__ import annotations

from pathlib import Path

from dragoman.sources.layers import Findings, read_layer
from tests.sources.trees import write_tree

CONTENT = """---
model: m
retries: x
unheard_of: 1
translate:
- source: a/*.md
  exclude: [a/b.md]
  targets: [de]
- retries: 1
  targets: [fr]
---
Guidance.
"""


def read(root: Path, file: str, locale: str = ""):
    findings = Findings()
    return read_layer(root, file, locale, findings), findings


def test_what_is_wrong_is_noted_and_the_rest_is_kept(tmp_path: Path):
    layer, findings = read(write_tree(tmp_path, {"d/L10N.md": CONTENT}), "d/L10N.md")
    assert layer is not None
    assert (layer.directory, layer.body, list(layer.values)) == ("d", "Guidance.", ["model"])
    assert [fault.line for fault in findings.faults] == [3]
    assert [warned.line for warned in findings.warnings] == [4]


def test_a_rule_holds_where_its_sources_excludes_and_targets_say(tmp_path: Path):
    layer, _ = read(write_tree(tmp_path, {"L10N.md": CONTENT}), "L10N.md")
    assert layer is not None
    first, second = layer.rules
    assert first.is_for_path("a/a.md", "de")
    assert not first.is_for_path("a/a.md", "fr")
    assert not first.is_for_path("a/b.md", "de")
    assert not first.is_for_path("c.md", "")
    assert second.is_for_path("c.md", "fr")


def test_an_overlay_belongs_to_the_directory_above_it(tmp_path: Path):
    write_tree(tmp_path, {"d/L10N/de.md": "---\nretries: 1\ntargets: [de]\n---\n"})
    layer, findings = read(tmp_path, "d/L10N/de.md", "de")
    assert layer is not None
    assert (layer.directory, list(layer.values)) == ("d", ["retries"])
    assert [warned.remedy for warned in findings.warnings] == [
        "Set it in L10N.md itself; it has no meaning here."
    ]
    assert layer.is_above("d/a.md")
    assert not layer.is_above("dd/a.md")


def test_a_file_that_cannot_be_read_is_a_fault(tmp_path: Path):
    (tmp_path / "L10N.md").mkdir()
    layer, findings = read(tmp_path, "L10N.md")
    assert layer is None
    assert "cannot be read" in str(findings.faults[0])
