"""MDX constructs in the view."""

from __future__ import annotations

import pytest

from tests.formats.markdown.scanner.views import list_atoms, list_extras, show


def test_flow_tags_and_statements_leave_the_view():
    source = (
        "import A from 'a'\nexport const b = {\n\n  c: 1,\n}\n\n<A\n  d={1}\n>\n\nText\n\n</A>\n"
    )
    assert show(source, "mdx") == ["Text"]


def test_text_glued_to_flow_tags_is_a_paragraph():
    assert show("<A>\nText *a*\n</A>\n", "mdx") == ["Text *a*"]
    assert list_atoms("<A>\nText *a*\n</A>\n", "mdx") == []


def test_tags_within_a_paragraph_are_placeholders():
    assert list_atoms("a <B c='d'>e</B> <F/> {g}\n", "mdx") == [
        ("open", "<B c='d'>"),
        ("close", "</B>"),
        ("opaque", "<F/>"),
        ("opaque", "{g}"),
    ]


def test_a_tag_may_span_lines():
    assert list_atoms("a <B\n  c='d'\n/> e\n", "mdx") == [("opaque", "<B\n  c='d'\n/>")]


@pytest.mark.parametrize(
    "source",
    [
        "a \\{b}\n",
        "a \\<b>\n",
        "a &#123;b}\n",
        "a `{b}` <c\n",
        "```\n{b}\n<c>\n```\n",
        "a < b > c\n",
    ],
)
def test_escapes_entities_and_code_are_no_constructs(source):
    assert list_atoms(source, "mdx") == []


def test_unbalanced_braces_stay_text():
    assert show("a {b\n\n{c\n\nd\n", "mdx") == ["a {b", "{c", "d"]


def test_deep_children_are_no_code():
    source = "<A>\n      deep\n\n          - item\n\n            more\n\n      end\n</A>\n"
    view = [line for line in show(source, "mdx") if line]
    assert view == ["deep", "- item", "more", "end"]


def test_code_in_deep_children_keeps_its_fence():
    source = "<A>\n        ```js\n        {x}\n        ```\n\n        after {y}\n</A>\n"
    assert list_atoms(source, "mdx") == [("opaque", "{y}")]


def test_string_attributes_are_extras_and_expressions_are_not():
    source = "<A title='One' label={'no'}>\n\nx <B alt=\"Two\"/>\n\n</A>\n"
    assert list_extras(source, "mdx") == ["One", "Two"]


def test_html_comments_survive():
    assert show("<!-- a\n\nb -->\n\nText <!-- c --> d\n", "docusaurus") == ["Text ⁂ d"]


def test_prose_that_begins_with_import_is_text():
    assert show("important words\n\nexporting {a}\n", "mdx") == ["important words", "exporting ⁂"]


def test_the_word_import_inside_a_paragraph_is_text():
    assert show("We\nimport { a } now.\n", "mdx") == ["We", "import ⁂ now."]


def test_flow_inside_a_list_item_keeps_the_item():
    assert show("- <A>\n\n  Text\n\n  </A>\n- b\n", "mdx") == ["- ⁂", "Text", "- b"]


def test_flow_inside_a_quote_keeps_the_quote():
    assert show("> <A>\n> Text\n> </A>\n", "mdx") == [">", "> Text", ">"]


def test_windows_line_ends_are_no_text():
    assert show("import A from 'a'\r\n\r\n<A>\r\nText {b}\r\n</A>\r\n", "mdx") == ["Text ⁂"]
