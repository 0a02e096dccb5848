"""Inputs made to be slow: milliseconds for 100 kB, and memory as a multiple of the file.

    python -m benchmarks.extremes [--only NAME]

Hostile inputs must stay below both limits. Dense inputs, which hold a construct in every few bytes
and cost what so many units and tags cost, must only grow in proportion: twice the size, less than
three times the time.

Each input is taken apart and put together in a process of its own; its peak of resident memory
counts above that of a process that did the same with one short line. A refusal counts with its
time, for a limit that is met at once is an answer too, and is told.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from benchmarks.generate import make_document
from dragoman.errors import DragomanError
from dragoman.formats import get_format
from dragoman.model.document import FormatOptions

RESULTS = Path("bench-results/extremes.json")
MOST_MS = 50.0
MOST_MEMORY = 20.0
"""Both: *Source:* issue 2, must show 3."""

MOST_GROWTH = 3.0
"""Of the time, for twice the size; 2 is proportional, 4 would be quadratic."""

HUNDRED = 100_000
LINE = 10_000_000
"""Bytes."""


Text = str | Callable[[], str]
"""A text, or what makes it where it is large."""


def fill(piece: str, size: int = HUNDRED) -> str:
    """`piece` repeated up to `size` characters.

    >>> fill("ab", 5)
    'ababa'
    """
    return (piece * (size // len(piece) + 1))[:size]


def make_steps(marker: str, depth: int) -> str:
    """A list in a list in a list, up to `depth`, again and again for 100 kB."""
    steps = "".join(f"{'  ' * level}{marker}a\n" for level in range(depth))
    return fill(steps)


HOSTILE: Mapping[str, tuple[str, Text]] = {
    "20,000 braces": ("mdx", "{" * 20_000),
    "regular expressions": ("mdx", fill("{/[")),
    "attributes": ("mdx", "<A " + fill('b="c" ')),
    "quotes, 500 deep": ("gfm", fill("> " * 500 + "a\n")),
    "quotes, 50,000 deep": ("gfm", fill("> ")),
    "lists, 200 deep": ("gfm", make_steps("- ", 200)),
    "list in one line": ("gfm", fill("- ")),
    "unclosed shortcodes": ("hugo", fill("{{< a ")),
    "unclosed liquid": ("jekyll", fill("{% a ")),
    "mustaches": ("vitepress", fill("{{ a ")),
    "brackets": ("gfm", fill("[")),
    "link openers": ("gfm", fill("[a](")),
    "emphasis": ("gfm", fill("*a **b ")),
    "back quotes": ("gfm", "".join("`" * length + "a" for length in range(1, 447))),
    "entities": ("gfm", fill("&#42;")),
    "html": ("gfm", fill("<!-- a\n\n")),
    "front matter": ("gfm", "---\n" + fill("a: [b, c]\n") + "---\n"),
    "10 MB line of words": ("gfm", lambda: fill("word ", LINE)),
    "10 MB line of markup": ("gfm", lambda: fill("*a* `b` [c](d) ", LINE)),
    "10 MB of documentation": ("gfm", lambda: make_document(1, 0, "gfm", 27_000)),
}
DENSE: Mapping[str, tuple[str, Text]] = {
    "braces in lines": ("mdx", fill("{a\n")),
    "tags": ("mdx", fill("<a ")),
    "nested tags": ("mdx", fill("<A>\n")),
    "raw shortcodes": ("hugo", fill("{{< highlight go >}}\n")),
    "directives": ("docusaurus", fill(":::a[b\n")),
    "fence directives": ("myst", fill("```{note}\n")),
    "admonitions": ("mkdocs", fill("!!! note\n\n")),
    "wiki links": ("obsidian", fill("[[a")),
    "comments": ("obsidian", fill("%%a ")),
    "table": ("gfm", "|a" * 500 + "|\n" + "|-" * 500 + "|\n" + fill("|b" * 500 + "|\n")),
    "10 MB of paragraphs": ("gfm", lambda: fill("Some words of *prose* stand here.\n\n", LINE)),
}
INPUTS: Mapping[str, tuple[str, Text]] = {**HOSTILE, **DENSE}
"""Flavour and text by name."""


def measure_input(name: str) -> dict[str, object]:
    """The figures of one input; called in a process of its own."""
    flavour, text = INPUTS[name] if name else ("gfm", "a\n")
    source = (text if isinstance(text, str) else text()).encode()
    time_trip(b"a\n", flavour)
    trips = [time_trip(source, flavour) for _ in range(3)]
    # The best of three: what another process on the machine takes is not the input's.
    seconds, refused = min(trips)
    growth = None
    if name in DENSE:
        halves = [time_trip(source[: len(source) // 2], flavour)[0] for _ in range(3)]
        growth = round(seconds / min(halves), 1)
    return {
        "bytes": len(source),
        "ms_per_100_kb": seconds * 1e8 / max(len(source), HUNDRED),
        "growth": growth,
        # Kilobytes on Linux.
        "peak_bytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
        "refused": refused,
    }


def time_trip(source: bytes, flavour: str) -> tuple[float, str]:
    """Seconds of processor time of extract and splice, and the code of a refusal."""
    form = get_format("markdown")
    started = time.process_time()
    try:
        document = form.extract(source, FormatOptions(flavour=flavour))
        form.splice(document, {unit.key: unit.text for unit in document.units})
    except DragomanError as fault:
        return time.process_time() - started, fault.code
    return time.process_time() - started, ""


def run_input(name: str) -> dict[str, object]:
    """The figures of one input from a fresh process."""
    command = [sys.executable, "-m", "benchmarks.extremes", "--inside", name]
    done = subprocess.run(command, capture_output=True, check=True)  # noqa: S603 (our own module)
    figures: dict[str, object] = json.loads(done.stdout)
    return figures


def compare_inputs(names: list[str]) -> dict[str, dict[str, object]]:
    """The figures of each input, its memory as a multiple of its bytes where that says anything.

    Below a megabyte the allocator's own steps outweigh the file: no multiple is given.
    """
    idle = int(str(run_input("")["peak_bytes"]))
    report = {}
    for name in names:
        figures = run_input(name)
        size = int(str(figures["bytes"]))
        # The generated text and the source itself are counted too.
        memory = (int(str(figures.pop("peak_bytes"))) - idle) / size
        figures["memory"] = round(memory, 1) if size >= 1_000_000 else None
        figures["ms_per_100_kb"] = round(float(str(figures["ms_per_100_kb"])), 1)
        report[name] = figures
    return report


def is_passed(figures: Mapping[str, object]) -> bool:
    """Whether one input meets its limits.

    >>> is_passed({"ms_per_100_kb": 51.0, "memory": None, "growth": None})
    False
    """
    growth, memory = figures["growth"], figures["memory"]
    if growth is not None:
        return float(str(growth)) < MOST_GROWTH
    return float(str(figures["ms_per_100_kb"])) < MOST_MS and (
        memory is None or float(str(memory)) < MOST_MEMORY
    )


def main(arguments: list[str] | None = None) -> int:
    """0 when every input meets both limits."""
    parser = argparse.ArgumentParser(prog="benchmarks.extremes", description=__doc__)
    parser.add_argument("--only", choices=INPUTS)
    parser.add_argument("--inside", help=argparse.SUPPRESS)
    chosen = parser.parse_args(arguments)
    if chosen.inside is not None:
        sys.stdout.write(json.dumps(measure_input(chosen.inside)))
        return 0
    report = compare_inputs([chosen.only] if chosen.only else list(INPUTS))
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    for name, figures in report.items():
        mark = "" if is_passed(figures) else "  MISSED"
        refused = f"  {figures['refused']}" if figures["refused"] else ""
        sys.stdout.write(
            f"{name:24}{figures['ms_per_100_kb']:8} ms per 100 kB  "
            f"memory × {figures['memory'] or '-':5} growth {figures['growth'] or '-'}"
            f"{refused}{mark}\n"
        )
    return int(not all(is_passed(figures) for figures in report.values()))


if __name__ == "__main__":
    sys.exit(main())
