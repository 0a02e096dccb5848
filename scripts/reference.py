"""Writes docs/reference from the code: settings, commands, errors, log keys, checks.

A test compares the pages with what this would write, so they cannot go stale.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import click

from dragoman import checks, errors, logs, settings
from dragoman.cli.entry import build_program, exit_code_of

ROOT = Path(__file__).resolve().parents[1]
PLACE = ROOT / "docs" / "reference"
WIDTH = 88
NOTE = "<!-- Written by `make docs` from the code; changes here are lost. -->"


def main() -> None:
    """Writes every page."""
    PLACE.mkdir(parents=True, exist_ok=True)
    for name, text in build_pages().items():
        (PLACE / name).write_text(text, encoding="utf-8")
        print(f"docs/reference/{name}")


def build_pages() -> dict[str, str]:
    """The text of every page by file name."""
    pages = {
        "settings.md": build_settings(),
        "cli.md": build_cli(),
        "errors.md": build_errors(),
        "logs.md": build_logs(),
        "checks.md": build_checks(),
    }
    return {name: f"{NOTE}\n{text.rstrip()}\n" for name, text in pages.items()}


def build_settings() -> str:
    """One row per environment variable: default and meaning from the field's docstring."""
    rows = []
    defaults = settings.Settings()
    for name, doc in read_field_docs(settings.Settings):
        variable, _, meaning = doc.partition(": ")
        value = getattr(defaults, name)
        shown = "" if value in (None, "") else f"`{value}`"
        rows.append((f"`{variable}`", shown, meaning))
    return (
        "# Settings\n\nEach is an environment variable; an empty one counts as not set.\n\n"
        + draw_table(("variable", "default", "meaning"), rows)
    )


def read_field_docs(owner: type) -> Iterator[tuple[str, str]]:
    """The fields of a class with the docstring below each."""
    (node,) = ast.parse(inspect.getsource(owner)).body
    body = node.body if isinstance(node, ast.ClassDef) else []
    for field, below in pairwise(body):
        if isinstance(field, ast.AnnAssign) and isinstance(below, ast.Expr):
            yield ast.unparse(field.target), " ".join(str(ast.literal_eval(below.value)).split())


def build_cli() -> str:
    """The help of every command."""
    parts = ["# Commands\n", "Exit codes: 0 done, 1 findings or failed files, 2 usage or"]
    parts[1] += " configuration, 3 stopped by a provider\n(run again to go on), 130 interrupted.\n"
    for name, command, context in walk_commands("dragoman", build_program(), None):
        parts.append(f"## {name}\n\n```text\n{command.get_help(context)}\n```\n")
    return "\n".join(parts)


def walk_commands(
    name: str, command: click.Command, parent: click.Context | None
) -> Iterator[tuple[str, click.Command, click.Context]]:
    """The command and every command below it, each with the context of its help."""
    context = click.Context(command, parent, name.rpartition(" ")[2], terminal_width=WIDTH)
    yield name, command, context
    if isinstance(command, click.Group):
        for below in command.list_commands(context):
            found = command.get_command(context, below)
            if found is not None:
                yield from walk_commands(f"{name} {below}", found, context)


def build_errors() -> str:
    """One row per error: code, failure kind, whether asking again helps, exit code, meaning."""
    rows = [
        (
            f"`{owner.code}`",
            f"`{owner.kind}`" if owner.kind else "",
            "yes" if owner.retryable else "",
            str(exit_code_of(owner("…"))),
            (owner.__doc__ or "").partition("\n")[0],
        )
        for owner in vars(errors).values()
        if inspect.isclass(owner) and issubclass(owner, errors.DragomanError)
    ]
    head = (
        "# Errors\n\nA code is the name of the error's class: stable, free of content, stored and "
        "logged. The kind is what runs count.\nA file's own error does not end a command; the exit "
        "code is that of the error which does.\n\n"
    )
    return head + draw_table(("code", "kind", "tried again", "exit", "meaning"), rows)


def build_logs() -> str:
    """The keys a log line may carry."""
    keys = "\n".join(f"- `{key}`" for key in sorted(logs.ALLOWED_KEYS))
    return (
        "# Log keys\n\nLogs are JSON lines on standard error. Only these keys pass; none can hold "
        f"a text, a prompt, a key or a path.\n\n{keys}\n"
    )


def build_checks() -> str:
    """One row per code of a finding."""
    severities = {check.code: check.severity for check in checks.CHECKS}
    rows = [
        (f"`{code}`", severities.get(code, "error"), meaning)
        for code, meaning in checks.MEANINGS.items()
    ]
    head = (
        f"# Checks\n\nWhat `dragoman check` may find; version {checks.VERSION} of the rules. "
        "An error in a unit hides the unit's warnings.\n\n"
    )
    return head + draw_table(("code", "severity", "meaning"), rows)


def draw_table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    """A Markdown table; bars in cells are escaped."""
    lines = [head, tuple("---" for _ in head), *rows]
    cells = [[cell.replace("|", r"\|") for cell in row] for row in lines]
    return "\n".join(f"| {' | '.join(row)} |" for row in cells) + "\n"


if __name__ == "__main__":
    main()
