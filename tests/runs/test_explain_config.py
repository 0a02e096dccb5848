"""Each value of a file's configuration and where it was said."""

from __future__ import annotations

from pathlib import Path

from dragoman.runs.explain_config import explain_config
from tests.runs.places import plant, put


def test_values_come_with_file_and_line_from_any_folder(tmp_path):
    plant(tmp_path)
    put(tmp_path, "docs/L10N.md", "---\nretries: 5\n---\n")
    found = {
        one.key: (one.value, str(one.origin))
        for one in explain_config(tmp_path / "docs", Path("page.md"), "fr")
    }
    assert found["retries"] == ("5", "docs/L10N.md:2")
    assert found["targets"] == ("fr", "L10N.md:4")
    assert found["source_language"] == ("en", "default")
