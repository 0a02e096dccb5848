"""How many letters that an independent parser calls prose, code and URL lie in units.

    python -m benchmarks.coverage CORPUS [--show 20]

CORPUS holds a folder per flavour, as benchmarks.corpus writes it. MDX is judged by micromark, all
else by markdown-it-py.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from pathlib import Path

from benchmarks.corpus import SUFFIXES
from benchmarks.letters import Tally, tally_file
from benchmarks.markdown_it import read_leaves
from benchmarks.micromark import ask_node, find_reason, read_nodes
from dragoman.errors import DragomanError
from dragoman.formats import get_format
from dragoman.model.document import FormatOptions, Unit

NODE_FLAVOURS = frozenset({"mdx", "docusaurus"})
DIRECTIVE = re.compile(r"^[ \t]*:::.*$", re.MULTILINE)
FLOORS = {"prose": 0.99, "code": 0.995, "url": 0.995}
"""*Source:* issue 2, must show 2."""


def extract_units(source: bytes, flavour: str, path: str) -> tuple[Unit, ...]:
    """The units of a source; none when it is refused."""
    try:
        document = get_format("markdown").extract(source, FormatOptions(flavour=flavour, path=path))
    except DragomanError:
        return ()
    return document.units


def blank_directives(text: str, tally: Tally) -> str:
    r"""`text` with the lines of `:::` blank, which MDX does not know; their letters are set aside.

    >>> blank_directives("a\n:::tip\n", Tally())
    'a\n      \n'
    """

    def blank(found: re.Match[str]) -> str:
        tally.aside["directives"] += sum(map(str.isalpha, found[0]))
        # As many bytes as before, so that offsets hold.
        return " " * len(found[0].encode())

    return DIRECTIVE.sub(blank, text)


def tally_flavour(folder: Path, flavour: str) -> Tally:
    """The tally of all files below a folder."""
    total = Tally()
    sources = {
        str(path): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.suffix in SUFFIXES and path.is_file()
    }
    judged_by_node = flavour in NODE_FLAVOURS and not find_reason()
    texts = [source.decode(errors="replace") for source in sources.values()]
    if judged_by_node:
        texts = [blank_directives(text, total) for text in texts]
    answers = list(ask_node(texts, is_mdx=True)) if judged_by_node else [None] * len(texts)
    for (path, source), text, answer in zip(sources.items(), texts, answers, strict=True):
        units = extract_units(source, flavour, path)
        if isinstance(answer, list):
            leaves, went = read_nodes(text, answer), Counter[str]()
        elif answer is not None:
            # micromark refuses the file as MDX (HTML comments, <br>, `<` in prose).
            total.aside["files that micromark refuses"] += sum(map(str.isalpha, text))
            continue
        else:
            leaves, went = read_leaves(source, flavour)
        tally = tally_file(leaves, units, path)
        tally.aside += went
        total.add(tally)
    return total


def describe(tally: Tally) -> dict[str, object]:
    """A tally as figures."""
    return {
        "letters": dict(tally.seen),
        "share": {name: round(tally.share(name), 5) for name in FLOORS},
        "aside": dict(tally.aside),
        "beyond": tally.beyond,
        "moved": tally.moved,
        "kinds": dict(tally.kinds.most_common()),
    }


def main(arguments: list[str] | None = None) -> int:
    """Prints the shares of each flavour and of all; 1 when one of the floors is missed."""
    parser = argparse.ArgumentParser(prog="benchmarks.coverage", description=__doc__)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--show", type=int, default=0, help="print so many kinds with an example")
    parser.add_argument("--flavour", default="")
    options = parser.parse_args(arguments)
    total = Tally()
    for folder in sorted(options.corpus.iterdir()):
        if options.flavour in {"", folder.name}:
            tally = tally_flavour(folder, folder.name)
            sys.stdout.write(f"{folder.name}: {json.dumps(describe(tally))}\n")
            for kind, letters in tally.kinds.most_common(options.show):
                sys.stdout.write(f"    {letters:7} {kind}: {tally.examples[kind]}\n")
            total.add(tally)
    sys.stdout.write(f"all: {json.dumps(describe(total))}\n")
    return 0 if all(total.share(name) >= floor for name, floor in FLOORS.items()) else 1


if __name__ == "__main__":
    sys.exit(main())
