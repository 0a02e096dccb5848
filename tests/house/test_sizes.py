"""HOUSE §1: nothing grows beyond what a reader holds in mind."""

from __future__ import annotations

import ast
from statistics import median, quantiles

from tests.house.tree import Function, Module, all_modules, parse, source_modules

FILE_LINES = 400
FUNCTION_LINES = 60
CLASS_LINES = 250
CLASS_METHODS = 20
PARAMETERS = 6
MEDIAN_LINES = 8
NINTH_DECILE_LINES = 30


def length(node: ast.stmt) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


def body_length(function: Function) -> int:
    """Lines a function's reader must follow: without its docstring."""
    doc = ast.get_docstring(function, clean=False)
    return length(function) - (length(function.body[0]) if doc is not None else 0)


def count_parameters(function: Function) -> int:
    args = function.args
    names = [arg.arg for arg in (*args.posonlyargs, *args.args, *args.kwonlyargs)]
    if names[:1] in (["self"], ["cls"]):
        names = names[1:]
    return len(names) + sum(extra is not None for extra in (args.vararg, args.kwarg))


def find_oversize(module: Module) -> list[str]:
    lines = module.text.count("\n")
    found = [f"{module.path}: {lines} lines"] if lines > FILE_LINES else []
    for function in module.functions():
        if length(function) > FUNCTION_LINES:
            found.append(module.place(function, f"{function.name} has {length(function)} lines"))
        if count_parameters(function) > PARAMETERS:
            found.append(
                module.place(function, f"{function.name} has {count_parameters(function)} params")
            )
    for owner in module.classes():
        methods = sum(isinstance(node, Function) for node in owner.body)
        if length(owner) > CLASS_LINES or methods > CLASS_METHODS:
            found.append(
                module.place(owner, f"{owner.name}: {length(owner)} lines, {methods} methods")
            )
    return found


def test_files_functions_and_classes_stay_small():
    assert [line for module in all_modules() for line in find_oversize(module)] == []


def test_most_functions_are_short():
    lengths = [
        body_length(function) for module in source_modules() for function in module.functions()
    ]
    assert median(lengths) <= MEDIAN_LINES
    assert quantiles(lengths, n=10)[-1] <= NINTH_DECILE_LINES


def test_the_rule_sees_a_long_file():
    assert find_oversize(parse("x = 1\n" * 401)) == ["snippet.py: 401 lines"]


def test_the_rule_sees_a_long_function():
    assert "f has 61 lines" in find_oversize(parse("def f():\n" + "    x = 1\n" * 60))[0]


def test_the_rule_counts_keyword_only_parameters_but_not_self():
    crowded = parse("class A:\n    def f(self, a, b, c, *, d, e, f, g): ...\n")
    allowed = parse("class A:\n    def f(self, a, b, c, *, d, e, f): ...\n")
    assert "f has 7 params" in find_oversize(crowded)[0]
    assert find_oversize(allowed) == []


def test_the_rule_sees_a_class_of_many_methods():
    methods = "".join(f"    def m{n}(self): ...\n" for n in range(21))
    assert "21 methods" in find_oversize(parse("class A:\n" + methods))[0]


def test_a_docstring_does_not_lengthen_a_function():
    (function,) = parse('def f():\n    """One.\n\n    Two.\n    """\n    return 1\n').functions()
    assert body_length(function) == 2
