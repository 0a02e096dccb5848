from __future__ import annotations

from dragoman.sources.file_settings import FileSettings, Origin


def test_the_defaults_are_those_of_the_specification():
    settings = FileSettings()
    assert settings.source_language == "en"
    assert settings.preserve == ("code_blocks", "inline_code", "urls", "placeholders")
    assert (settings.frontmatter, settings.anchors, settings.retries) == ("preserve", "keep", 2)


def test_an_origin_shows_file_and_line():
    assert [str(Origin("L10N.md", 3)), str(Origin())] == ["L10N.md:3", "default"]
