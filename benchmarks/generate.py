"""Documentation files made from a seed: same seed, same bytes, on every machine.

    python -m benchmarks.generate DIR --files 200 --seed 1 [--paragraphs N] [--flavour gfm]

Sizes are log-normal around a median of 6 kB, unless `--paragraphs` fixes how many prose paragraphs
each file holds. Without `--flavour` the files take turns through all nine.
"""

from __future__ import annotations

import argparse
import math
import statistics
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from benchmarks import words

NOUNS = words.NOUNS.split()
VERBS = words.VERBS.split()
ADJECTIVES = words.ADJECTIVES.split()
ADVERBS = words.ADVERBS.split()
LINKERS = words.LINKERS.split()

MEDIAN_BYTES = 6_000
SPREAD = 0.5
"""Sigma of the logarithm: nine files of ten lie between 2.6 and 13.7 kB."""
SUFFIXES = {"mdx": ".mdx", "docusaurus": ".mdx"}
FLAVOURS = (
    "gfm", "mdx", "docusaurus", "vitepress", "hugo", "mkdocs", "jekyll", "myst", "obsidian",
)  # fmt: skip


def make_name(random: Random) -> str:
    """A noun phrase: `the quiet ledger`."""
    return f"the {random.choice(ADJECTIVES)} {random.choice(NOUNS)}"


def make_clause(random: Random) -> str:
    """A main clause without its stop."""
    end = random.choice((make_name(random), f"{make_name(random)} {random.choice(ADVERBS)}"))
    return f"{make_name(random)} {random.choice(VERBS)} {end}"


def mark_up(random: Random, sentence: str) -> str:
    """The sentence with some inline markup on one of its words or at its end."""
    parts = sentence.split(" ")
    at = random.randrange(1, len(parts) - 1)
    noun = random.choice(NOUNS)
    parts[at] = random.choice(
        (
            f"**{parts[at]}**",
            f"*{parts[at]}*",
            f"[{parts[at]}](./{noun}.md)",
            f'[{parts[at]}](https://example.org/{noun}?v={random.randrange(90)} "About {noun}")',
            f"`{noun}_{parts[at]}` {parts[at]}",
            f"**{parts[at]} `{noun}`**",
        )
    )
    return " ".join(parts)


def make_sentence(random: Random) -> str:
    """One sentence with its stop; two in five carry inline markup."""
    clause = make_clause(random)
    if random.random() < 0.5:
        linker = random.choice(LINKERS).replace("_", " ")
        clause = f"{clause} {linker} {make_clause(random)}"
    sentence = clause[0].upper() + clause[1:]
    return (mark_up(random, sentence) if random.random() < 0.4 else sentence) + "."


def make_paragraph(random: Random) -> str:
    """Two to five sentences; one paragraph in three is wrapped at a column near 80."""
    text = " ".join(make_sentence(random) for _ in range(random.randrange(2, 6)))
    if random.random() < 0.66:
        return text
    lines, line = [], ""
    for word in text.split(" "):
        if line and len(line) + len(word) > 79:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return "\n".join([*lines, line])


def make_list(random: Random) -> str:
    """A bullet, numbered or task list of short sentences."""
    marker = random.choice(("- ", "* ", "{}. ", "- [ ] "))
    items = [make_sentence(random) for _ in range(random.randrange(2, 6))]
    return "\n".join(f"{marker.format(i)}{item}" for i, item in enumerate(items, 1))


def make_table(random: Random) -> str:
    """A table of two columns, names and what they do."""
    rows = [f"| `{random.choice(NOUNS)}` | {make_clause(random)} |" for _ in range(4)]
    return "\n".join(("| Name | What it does |", "|:--|---|", *rows))


def make_code(random: Random) -> str:
    """A fenced block of a few commands."""
    lines = [
        f"tool {random.choice(NOUNS)} --{random.choice(ADJECTIVES)} {random.randrange(99)}"
        for _ in range(random.randrange(1, 6))
    ]
    return "\n".join(("```sh", *lines, "```"))


def make_quote(random: Random) -> str:
    """A block quote of one sentence."""
    return f"> {make_sentence(random)}"


def wrap_body(flavour: str, random: Random) -> str:
    """A block that only this flavour knows, around a sentence of prose."""
    title, body = make_clause(random), make_sentence(random)
    return {
        "gfm": f"> [!NOTE]\n> {body}",
        "mdx": f'<Card title="{title}">\n\n{body}\n\n</Card>',
        "docusaurus": f":::tip[{title}]\n\n{body}\n\n:::",
        "vitepress": f"::: warning {title}\n{body}\n:::",
        "hugo": f'{{{{% notice title="{title}" %}}}}\n{body}\n{{{{% /notice %}}}}',
        "mkdocs": f'!!! note "{title}"\n\n    {body}',
        "jekyll": f"{body}\n{{: .notice}}",
        "myst": f"```{{note}} {title}\n{body}\n```",
        "obsidian": f"> [!tip] {title}\n> {body} See [[{random.choice(NOUNS)}|{title}]].",
    }[flavour]


def make_head(flavour: str, random: Random) -> str:
    """Front matter (half of the files; always an import in MDX) and the first heading."""
    title = make_name(random)[4:].title()
    front = f"---\ntitle: {title}\nweight: {random.randrange(99)}\n---\n\n"
    head = front if random.random() < 0.5 else ""
    if flavour == "mdx":
        head += 'import Card from "./Card";\n\n'
    return f"{head}# {title}"


BLOCKS: tuple[tuple[Callable[[Random], str], int], ...] = (
    (make_list, 4),
    (make_table, 1),
    (make_code, 3),
    (make_quote, 1),
)


def write_blocks(random: Random, flavour: str, paragraphs: int, size_bytes: int) -> Iterator[str]:
    """The blocks of one file until it has `paragraphs` prose paragraphs, or `size_bytes` if 0."""
    written, made = 0, 0
    makers, weights = zip(*BLOCKS, strict=True)
    while made < paragraphs if paragraphs else written < size_bytes:
        blocks = [make_paragraph(random)]
        made += 1
        if made % 5 == 1:
            heading = make_clause(random)
            blocks.insert(0, f"## {heading[0].upper()}{heading[1:]}")
        if random.random() < 0.4:
            blocks.append(random.choices(makers, weights)[0](random))
        if random.random() < 0.08:
            blocks.append(wrap_body(flavour, random))
        written += sum(len(block) + 2 for block in blocks)
        yield from blocks


def make_document(seed: int, number: int, flavour: str, paragraphs: int = 0) -> str:
    """The text of file `number`; depends on nothing but these four values.

    >>> make_document(1, 0, "gfm") == make_document(1, 0, "gfm")
    True
    """
    random = Random(f"{seed}/{number}/{flavour}")  # noqa: S311 - repeatable, not secret
    size_bytes = int(math.exp(random.gauss(math.log(MEDIAN_BYTES), SPREAD)))
    head = make_head(flavour, random)
    size_bytes -= len(head)
    return "\n\n".join([head, *write_blocks(random, flavour, paragraphs, size_bytes)]) + "\n"


def generate_files(
    directory: Path, files: int, seed: int, paragraphs: int = 0, flavour: str = ""
) -> list[Path]:
    """The paths of the files written below `directory`, twenty to a folder."""
    written = []
    for number in range(files):
        name = flavour or FLAVOURS[number % len(FLAVOURS)]
        path = (
            directory / f"part-{number // 20:03d}" / f"page-{number:04d}{SUFFIXES.get(name, '.md')}"
        )
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(make_document(seed, number, name, paragraphs).encode())
        written.append(path)
    return written


def main(arguments: list[str] | None = None) -> int:
    """Writes the files and says how many and how large they are."""
    parser = argparse.ArgumentParser(prog="benchmarks.generate", description=__doc__)
    parser.add_argument("directory", type=Path)
    parser.add_argument("--files", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--paragraphs", type=int, default=0, help="prose paragraphs in each file")
    parser.add_argument("--flavour", choices=FLAVOURS, default="")
    options = parser.parse_args(arguments)
    paths = generate_files(
        options.directory, options.files, options.seed, options.paragraphs, options.flavour
    )
    sizes = [path.stat().st_size for path in paths] or [0]
    sys.stdout.write(
        f"{len(paths)} files, {sum(sizes)} bytes, median {statistics.median(sizes):.0f} bytes\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
