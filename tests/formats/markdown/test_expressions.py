"""Where JavaScript expressions end."""

from __future__ import annotations

import pytest

from dragoman.formats.markdown.expressions import Expressions


@pytest.mark.parametrize(
    "text",
    [
        b"{a}",
        b'{"}"}',
        b"{'}'}",
        b"{`}${'}'}`}",
        b"{/* } */}",
        b"{// }\n}",
        b"{{a: {b: 1}}}",
        b"{<b>don't</b>}",
        b'{"http://x/{"}',
    ],
)
def test_an_expression_ends_at_its_own_brace(text):
    assert Expressions(text + b" }", len(text) + 2).find_end(0) == len(text)


@pytest.mark.parametrize("text", [b"{", b"{{a}", b"{`}", b"{'}'"])
def test_an_expression_that_never_closes_is_none(text):
    assert Expressions(text, len(text)).find_end(0) == -1


def test_an_expression_must_close_before_the_limit():
    assert Expressions(b"{abc}", 4).find_end(0) == -1


def test_inner_braces_keep_the_answer_found_on_the_way():
    expressions = Expressions(b"{ {a} `b` {c}", 13)
    assert [expressions.find_end(at) for at in (0, 2, 10)] == [-1, 5, 13]


@pytest.mark.parametrize(
    "source",
    [b"{/[}\"'`]/.test(a)}", b"{a.match( /}/g)}", b"{b => /\\}[/}]+/}", b"{<br/>}", b"{a / b / c}"],
)
def test_braces_in_regular_expressions_do_not_count(source):
    assert Expressions(source + b" }", len(source) + 2).find_end(0) == len(source)
