from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.sources.templates import Template, refuse_template

names = st.text("ab.", min_size=1, max_size=4).filter(lambda name: name.strip("."))
paths = st.lists(names, min_size=1, max_size=3).map("/".join)


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("i18n/{locale}/{relpath}", "i18n/de/sub/a.b.md"),
        ("{locale}/{basename}.{ext}", "de/a.b.md"),
        ("x/{basename}_{locale}.html", "x/a.b_de.html"),
        ("./x//{relpath}", "x/sub/a.b.md"),
    ],
)
def test_fields_are_filled(text: str, target: str):
    assert Template(text).expand("docs/sub/a.b.md", "docs", "de") == target


def test_a_file_without_an_ending_has_an_empty_one():
    assert Template("{locale}/{basename}{ext}").expand("docs/LICENSE", "docs", "de") == "de/LICENSE"


@pytest.mark.parametrize(
    "text", ["", "/a", "../a", "a/../../b", "~/a", "C:\\a", "{lang}", "a{", "a}", "{locale", "a\0"]
)
def test_what_could_leave_or_is_no_template_is_refused_with_a_remedy(text: str):
    reason = refuse_template(text)
    assert reason is not None
    assert "\n" in reason


@given(paths, st.sampled_from(["{locale}/{relpath}", "{basename}.{locale}.{ext}"]))
def test_what_a_template_makes_it_knows_as_its_own(path: str, text: str):
    template = Template(text)
    target = template.expand(path, "", "pt-BR")
    assert template.is_output(target, ["de", "pt-BR"])


@given(paths)
def test_a_base_knows_its_own_as_well(path: str):
    template = Template("i18n/{locale}", is_base=True)
    assert template.is_output(template.expand(path, "", "de"), ["de"])
    assert not template.is_output(path, ["de"])
