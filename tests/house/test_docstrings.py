"""HOUSE §3, docstrings and comments: what cannot be read from the code, in a fixed shape.

That every public thing has a docstring is ruff's rule (D100 to D107); its shape stands here.
"""

from __future__ import annotations

import ast
import re

import pytest

from tests.house.tree import Module, all_modules, parse, source_modules

_FOREIGN_SECTION = re.compile(
    r"^\s*(?::param|:return|@param|(?:Args|Arguments|Parameters|Returns?|Yields?|Notes?|Examples?"
    r"|Attributes)\s*:?\s*$)",
    re.MULTILINE,
)
_SILENCED = re.compile(r"#\s*(?:noqa|type:\s*ignore|pragma|fmt:\s*(?:off|skip))(?P<rest>[^\n]*)")
_BANNER = re.compile(r"^\s*#\s*[-=#*~]{4,}", re.MULTILINE)


def find_foreign_sections(module: Module) -> list[str]:
    """Docstrings with sections other than Takes, Gives, Raises and Source."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    return [
        module.place(node, found.group().strip())
        for node in ast.walk(module.tree)
        if isinstance(node, documented)
        and (found := _FOREIGN_SECTION.search(ast.get_docstring(node) or ""))
    ]


def find_unreasoned_silence(module: Module) -> list[str]:
    """Silenced findings without a reason of at least two words on the line."""
    found = []
    for number, line in enumerate(module.text.splitlines(), 1):
        silenced = _SILENCED.search(line)
        if silenced and "fmt" not in silenced.group():
            reason = re.sub(
                r"^[\s:]*(?:\[[\w, -]*\]|[A-Z]+\d+(?:,\s*[A-Z]+\d+)*)?", "", silenced["rest"]
            )
            if len(re.findall(r"\w+", reason)) < 2:
                found.append(f"{module.path}:{number}: {silenced.group()}")
    return found


def find_unexplained_numbers(module: Module) -> list[str]:
    """Named numbers of a module whose block of lines holds neither comment nor docstring."""
    lines = module.text.splitlines()
    found = []
    for node in module.tree.body:
        if not is_named_number(node):
            continue
        start, end = node.lineno - 1, node.end_lineno or node.lineno
        while start > 0 and lines[start - 1].strip():
            start -= 1
        while end < len(lines) and lines[end].strip():
            end += 1
        if not any("#" in line or line.lstrip().startswith('"""') for line in lines[start:end]):
            found.append(module.place(node, ast.unparse(node)))
    return found


def is_named_number(node: ast.stmt) -> bool:
    """Whether `node` gives a name to a number or a duration."""
    if not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None:
        return False
    is_number = isinstance(node.value, ast.Constant) and type(node.value.value) in (int, float)
    return is_number or ast.unparse(node.value).startswith("timedelta(")


def test_docstrings_keep_to_takes_gives_raises_and_source():
    assert [line for module in source_modules() for line in find_foreign_sections(module)] == []


def test_whoever_silences_a_check_says_why():
    assert [line for module in all_modules() for line in find_unreasoned_silence(module)] == []


def test_every_named_number_says_where_it_comes_from():
    assert [line for module in source_modules() for line in find_unexplained_numbers(module)] == []


def test_there_are_no_banners():
    assert [module.path for module in all_modules() if _BANNER.search(module.text)] == []


@pytest.mark.parametrize(
    "section", ["Args:\n        x: one", ":param x: one", "Returns:\n        two"]
)
def test_the_rule_sees_a_foreign_section(section):
    assert find_foreign_sections(parse(f'def f(x):\n    """One.\n\n    {section}\n    """\n'))


def test_the_rule_sees_silence_without_reason():
    mark = "# no" + "qa: S101"
    assert find_unreasoned_silence(parse(f"x = 1  {mark}\n"))
    assert find_unreasoned_silence(parse(f"x = 1  {mark} - the reader wants it\n")) == []


def test_the_rule_sees_a_number_from_nowhere():
    assert find_unexplained_numbers(parse("LIMIT = 3\n"))
    assert find_unexplained_numbers(parse('LIMIT = 3\n"""Measured."""\n')) == []
    assert find_unexplained_numbers(parse("# Why.\nLIMIT = 3\nOTHER = 4\n")) == []
    assert find_unexplained_numbers(
        parse("from datetime import timedelta\n\nW = timedelta(days=7)\n")
    )


def test_the_rule_sees_a_banner():
    assert _BANNER.search("# " + "=" * 20)
