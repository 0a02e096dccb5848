from __future__ import annotations

import pytest

from dragoman.checks.placeholders import find_changed_placeholders, list_placeholders
from tests.checks.pairs import unit


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("%s and %d", ["%s", "%d"]),
        ("%1$s of %2$d", ["%1$s", "%2$d"]),
        ("%(name)s, %(total)d", ["%(name)s", "%(total)d"]),
        ("%.2f %5d %-3s %ld %@", ["%.2f", "%5d", "%-3s", "%ld", "%@"]),
        (
            "{0} {name} {user.name} {x!r} {y:>4}",
            ["{0}", "{name}", "{user.name}", "{x!r}", "{y:>4}"],
        ),
        ("{{ name }} {{name|upper}}", ["{{name}}", "{{name|upper}}"]),
        ("${HOME}/bin", ["${HOME}"]),
        ("{count, plural, one {a} other {b}}", ["{count, plural}"]),
    ],
)
def test_each_declared_syntax_is_read(text, found):
    assert list_placeholders(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "100% sure, 5 % discount, 50%-discount and 10%, done",
        "https://a.org/%20dogs/",
        "a%20dog",
        "{ not, a placeholder }",
        "function() { return; }",
        "100%d",
        "{#install}",
        "{: .class}",
    ],
)
def test_prose_holds_no_placeholder(text):
    assert list_placeholders(text) == []


def test_a_translated_name_is_found():
    # tolgee/tolgee-platform#3333: models translate a placeholder's name.
    fault = find_changed_placeholders(unit("Hello %(name)s", "Hola %(Nombre)s"))
    assert "%(name)s is missing" in fault
    assert "%(Nombre)s is not in the source" in fault


def test_another_order_is_no_fault():
    assert find_changed_placeholders(unit("{a} of {b}", "{b} 中的 {a}")) == ""


def test_icu_forms_are_sentences_not_placeholders():
    source = "{n, plural, one {a file} other {# files}}"
    target = "{n, plural, one {ein File} few {# X} other {# Dateien}}"
    assert find_changed_placeholders(unit(source, target)) == ""
    assert find_changed_placeholders(unit(source, target.replace("{n", "{m")))


def test_a_placeholder_inside_a_url_counts():
    assert find_changed_placeholders(unit("at https://a.org/{id}", "bei https://a.org/{nummer}"))


def test_a_placeholder_used_twice_must_stand_twice():
    assert "%s is missing" in find_changed_placeholders(unit("%s and %s", "%s"))
