"""Liquid and mustache in the view."""

from __future__ import annotations

from tests.formats.markdown.scanner.views import list_atoms, list_extras, show


def test_lines_of_tags_leave_the_view():
    assert show("{% if a %}\nb\n{% endif %}\n{% include c.html\n  d='e' %}\nf\n", "jekyll") == [
        "b",
        "f",
    ]


def test_tags_and_values_within_text_are_placeholders():
    assert list_atoms("a {{ b | c: 'd' }} {% e %} [f]({{ g }})\n", "jekyll") == [
        ("opaque", "{{ b | c: 'd' }}"),
        ("opaque", "{% e %}"),
        ("opaque", "{{ g }}"),
    ]


def test_the_body_of_a_raw_tag_is_hidden():
    assert show("{% highlight ruby %}\na\n\nb\n{% endhighlight %}\nc\n", "jekyll") == ["c"]


def test_parameters_readers_see_are_extras():
    assert list_extras('{% include a.html title="T" id="no" %}\n', "jekyll") == ["T"]


def test_what_never_closes_is_text():
    assert show("a {{ b\n\n{% c\n\n{{ d {{ e }}\n", "jekyll") == ["a {{ b", "{% c", "{{ d ⁂"]
