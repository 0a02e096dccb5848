"""HTML blocks, where nothing is a construct."""

from __future__ import annotations

import pytest

from tests.formats.markdown.scanner.views import list_atoms


@pytest.mark.parametrize(
    "block",
    [
        "<div>\n:tada:\n",
        "<script>\n:tada:\n\n:tada:\n</script>",
        "<!-- :tada:\n\n:tada: -->",
        "<?a :tada:\n\n?>",
        "<!A :tada:\n>",
        "<![CDATA[ :tada:\n\n]]>",
        "<custom-tag a='b'>\n:tada:\n",
        "</div>\n:tada:\n",
    ],
)
def test_a_block_is_not_searched_and_ends(block):
    assert list_atoms(f"{block}\n\n:wave: a\n", "gfm") == [("opaque", ":wave:")]


@pytest.mark.parametrize("line", ["<b>a</b> :tada:", "<a", "text\n<custom>\n:tada:"])
def test_inline_html_is_no_block(line):
    assert list_atoms(f"{line} :wave:\n", "gfm")[-1] == ("opaque", ":wave:")
