"""Hugo shortcodes in the view."""

from __future__ import annotations

import pytest

from tests.formats.markdown.scanner.views import list_atoms, list_extras, show


def test_lines_of_shortcodes_leave_the_view():
    assert show("a\n{{% note %}}\nb\n{{% /note %}} {{< x >}}\nc\n", "hugo") == ["a", "b", "c"]


def test_a_shortcode_within_text_is_a_placeholder():
    assert list_atoms('a {{< b "c >}} d" >}} {{< e />}} {{</* f */>}}\n', "hugo") == [
        ("open", '{{< b "c >}} d" >}}'),
        ("opaque", "{{< e />}}"),
        ("opaque", "{{</* f */>}}"),
    ]


def test_a_pair_wraps_its_text():
    assert list_atoms("a {{< b >}}c{{< /b >}} d\n", "hugo") == [
        ("open", "{{< b >}}"),
        ("close", "{{< /b >}}"),
    ]


def test_a_raw_body_is_hidden_with_its_shortcode():
    assert show("{{< mermaid >}}\na\n\nb\n{{< /mermaid >}}\n\nc\n", "hugo") == ["c"]
    assert list_atoms("a {{< highlight go >}}b{{< /highlight >}} c\n", "hugo") == [
        ("opaque", "{{< highlight go >}}b{{< /highlight >}}")
    ]


def test_parameters_readers_see_are_extras():
    source = 'a {{< b title="T" id="no" text=`U` alt="" >}}\n\n{{< c caption="say \\"V\\"" >}}\n'
    assert list_extras(source, "hugo") == ["T", "U", 'say "V"']


@pytest.mark.parametrize("source", ["a {&#123;< b >}}\n", "`{{< b >}}` c\n", "a {{< b\n"])
def test_entities_code_and_unclosed_shortcodes_are_no_constructs(source):
    assert list_atoms(source, "hugo") == []


def test_a_backslash_does_not_escape_a_shortcode():
    assert list_atoms("a \\{{< b >}}\n", "hugo") == [("open", "{{< b >}}")]
