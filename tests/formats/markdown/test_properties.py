"""Whatever the soup: identity holds, and text put in comes back or is refused, never altered."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dragoman.errors import SourceError
from dragoman.formats.markdown import MARKDOWN
from dragoman.formats.markdown.flavours import FLAVOURS
from dragoman.formats.tags import split_tags
from dragoman.model.document import FormatOptions
from dragoman.publishing.assemble import assemble

PIECES = st.sampled_from(
    [
        "a", "word ", "Öl", "日本", "。", " ", "  ", "\n", "\n\n", "\r\n", "\t", "    ",
        "# ", "## ", "- ", "1. ", "> ", "* ", "+ ", "---\n", "===\n", "```\n", "~~~\n", "|",
        "|-|\n", "*", "**", "_", "__", "~~", "`", "``",
        "[", "]", "(", ")", "![", "](x)", "](y 't')", "[^1]",
        "[^1]: ", "[a]: /b\n", "[a]", "[]", "<b>", "</b>", "<br>", "<a title='t'>", "</a>",
        "<!--", "-->", "<https://x.y>", "https://x.y/z",
        "www.x.y", "&amp;", "&#32;", "&lt;g1&gt;", "<g1>",
        "\\", "\\*", "\\<g2/>", "$", "$$\n", "{", "}", "{{< x >}}", "{{%", "{% x %}", "{{ y }}",
        "{#id}", "{: .c}", "::: note\n", ":::\n", "!!! note\n", "[[x]]", "[[x|y]]", "%%", ":smile:",
        "> [!NOTE]\n", "<details>\n", "<summary>s</summary>\n", "import x from 'y'\n", "<T x={1}>",
        "</T>", "\x85", "\xa0", "\u2028", "\0", "⁂", "\ufeff", ": ", "- [ ] ", "^id", "/// x\n",
        '=== "T"\n', "```{note} x\n", "{ref}`x`",
    ]
)  # fmt: skip
SOUP = st.lists(PIECES, max_size=24).map("".join)
FLAVOUR = st.sampled_from(sorted(FLAVOURS))
ACCENTS = str.maketrans("aeiouAEIOU", "àéîöùÀÉÎÖÙ")
SETTINGS = settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@given(SOUP, FLAVOUR)
@SETTINGS
def test_soup_comes_back_byte_for_byte(soup: str, flavour: str) -> None:
    source = soup.encode()
    try:
        document = MARKDOWN.extract(source, FormatOptions(flavour=flavour))
    except SourceError:
        return
    same = {unit.key: unit.text for unit in document.units}
    assert len(same) == len(document.units)
    assert MARKDOWN.splice(document, same, same) == source
    assert all(MARKDOWN.refuse(unit, unit.text) is None for unit in document.units)
    for unit in document.units:
        assert source[slice(*unit.span)].decode()


@given(SOUP, FLAVOUR, PIECES)
@SETTINGS
def test_what_is_assembled_is_what_was_meant(soup: str, flavour: str, piece: str) -> None:
    try:
        document = MARKDOWN.extract(soup.encode(), FormatOptions(flavour=flavour))
    except SourceError:
        return
    targets = {
        unit.key: "".join(
            token.text.translate(ACCENTS) + piece if token.role == "text" else token.text
            for token in split_tags(unit.text)
        )
        for unit in document.units
    }
    assembly = assemble(MARKDOWN, document, targets)
    kept = {key: text for key, text in targets.items() if key not in assembly.refused}
    again = MARKDOWN.extract(assembly.data, document.options)
    assert not MARKDOWN.differences(document, kept, again)


@given(st.text(max_size=40))
@SETTINGS
def test_any_text_stands_in_a_paragraph_or_is_refused_with_a_reason(text: str) -> None:
    document = MARKDOWN.extract(b"word\n", FormatOptions(flavour="gfm"))
    unit = document.units[0]
    assembly = assemble(MARKDOWN, document, {unit.key: text})
    reason = MARKDOWN.refuse(unit, text)
    assert assembly.refused == ({unit.key: reason} if reason else {})


@pytest.mark.parametrize("source", ["# word\n", "- word\n", "|word|x|\n|-|-|\n", "word\n===\n"])
@given(text=st.lists(PIECES, max_size=6).map("".join))
@SETTINGS
def test_soup_stands_in_any_block_or_is_refused_with_a_reason(source: str, text: str) -> None:
    document = MARKDOWN.extract(source.encode(), FormatOptions(flavour="gfm"))
    unit = document.units[0]
    assembly = assemble(MARKDOWN, document, {unit.key: text})
    reason = MARKDOWN.refuse(unit, text)
    assert assembly.refused == ({unit.key: reason} if reason else {})
