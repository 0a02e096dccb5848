"""MyST in the view."""

from __future__ import annotations

import pytest

from tests.formats.markdown.scanner.views import list_atoms, list_extras, show


@pytest.mark.parametrize("fence", ["```", "~~~", ":::", "````"])
def test_a_directive_with_a_markdown_body_is_opened(fence):
    source = f"a\n{fence}{{note}} T *b*\n:class: x\n\nbody\n{fence}\nafter\n"
    assert show(source, "myst") == ["a", "T *b*", "body", "after"]


@pytest.mark.parametrize("name", ["code-block", "toctree", "math", "unknown", "eval-rst"])
def test_other_directives_stay_code(name):
    assert show(f"```{{{name}}} x\n{{ref}}`a`\n```\n\nb\n", "myst") == [
        f"```{{{name}}} x",
        "{ref}`a`",
        "```",
        "b",
    ]
    assert show(f":::{{{name}}}\na\n:::\n\nb\n", "myst") == ["b"]


def test_directives_nest_by_longer_fences():
    source = "````{note}\n```{tip} T\nb\n```\n```python\nc\n```\nd\n````\ne\n"
    assert show(source, "myst") == ["T", "b", "```python", "c", "```", "d", "e"]


def test_tabs_of_sphinx_tabs_are_opened():
    source = "````{tabs}\n```{group-tab} CLI\na\n```\n````\nb\n"
    assert show(source, "myst") == ["CLI", "a", "b"]


def test_yaml_options_are_hidden():
    assert show("```{note}\n---\nclass: x\n---\nb\n```\n", "myst") == ["b"]


def test_the_alternative_text_of_a_figure_is_an_extra():
    source = "```{figure} a.png\n:alt: Words\n:name: no\n\nCaption\n```\n"
    assert list_extras(source, "myst") == ["Words"]
    assert show(source, "myst") == ["Caption"]


def test_roles_and_substitutions_are_placeholders():
    assert list_atoms("a {ref}`b <c>` {{ d }} {e} `{f}`g`\n", "myst") == [
        ("opaque", "{ref}`b <c>`"),
        ("opaque", "{{ d }}"),
    ]


def test_targets_remarks_and_breaks_are_hidden():
    assert show("(a)=\n# B\n% c\n+++\nd\n", "myst") == ["# B", "d"]
