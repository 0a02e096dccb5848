"""Containers, code and paragraphs."""

from __future__ import annotations

import pytest

from dragoman.errors import DocumentRefused
from dragoman.formats.markdown.flavours import FLAVOURS
from dragoman.formats.markdown.scanner import scan
from dragoman.formats.markdown.scanner.boxes import DEPTH_LIMIT
from dragoman.model.document import FormatOptions
from tests.formats.markdown.scanner.views import list_atoms


@pytest.mark.parametrize(
    "code",
    [
        "```\n{{< a >}}\n```",
        "~~~~\n```\n{{< a >}}\n~~~~",
        "> ```\n> {{< a >}}\n> ```",
        "- ```\n  {{< a >}}\n\n  {{< b >}}\n  ```",
        "1. x\n\n   ```\n   {{< a >}}\n   ```",
        "    {{< a >}}",
        "- x\n\n      {{< a >}}",
        "-     {{< a >}}",
        "\t{{< a >}}",
        "```\n{{< a >}}",
    ],
)
def test_code_blocks_are_not_touched(code):
    assert list_atoms(code + "\n", "hugo") == []


@pytest.mark.parametrize(
    "text",
    [
        "> x {{< a >}}",
        "- x {{< a >}}",
        "- x\n\n  y {{< a >}}",
        "> - x\n>\n>   y {{< a >}}",
        "x\n    {{< a >}} y",
        "> ```\ny {{< a >}}",
        "- ```\ny {{< a >}}",
        "[^1]: x\n\n    y {{< a >}}",
        "term\n: x {{< a >}}",
        "10. x\n\n    y {{< a >}}",
        "| x | {{< a >}} |",
        "# x {{< a >}}",
        "- - x\n\n    y {{< a >}}",
    ],
)
def test_text_in_containers_is_searched(text):
    assert [found for _role, found in list_atoms(text + "\n", "hugo")] == ["{{< a >}}"]


def test_deep_nesting_is_refused_with_its_line():
    source = b"a\n\n" + b"> " * (DEPTH_LIMIT + 1) + b"{b}\n"
    with pytest.raises(DocumentRefused) as caught:
        scan(source, FLAVOURS["mdx"], FormatOptions(path="a.md"))
    assert (caught.value.path, caught.value.line) == ("a.md", 3)
