"""What micromark and mdast call prose, code and URL in MDX, asked through Node."""

from __future__ import annotations

import json
import shutil
import subprocess
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks.letters import Leaf

ORACLE = Path(__file__).parents[1] / "tests" / "oracle"
ATTRIBUTES = frozenset(
    """title details alt label description summary placeholder aria-label caption""".split()
)
"""*Source:* spec/markdown §1.2."""
CODE = frozenset(("code", "inlineCode", "mdxFlowExpression", "mdxTextExpression", "mdxjsEsm"))


def find_reason() -> str:
    """Why Node and its packages cannot be asked, "" when they can."""
    if not shutil.which("node"):
        return "node is not installed"
    if not (ORACLE / "node_modules" / "micromark").is_dir():
        return "tests/oracle/node_modules is missing: run `make dev` with npm installed"
    return ""


def ask_node(sources: Sequence[str], *, is_mdx: bool) -> Iterator[Any]:
    """Node's answer for each source: a list of nodes, or an object with `error`."""
    lines = "".join(json.dumps({"source": text, "mdx": is_mdx}) + "\n" for text in sources)
    done = subprocess.run(  # noqa: S603 (our own script)
        [shutil.which("node") or "node", str(ORACLE / "tell_texts.mjs")],
        input=lines.encode(),
        capture_output=True,
        check=True,
    )
    for line in done.stdout.splitlines():
        yield json.loads(line)


def read_nodes(source: str, nodes: Sequence[dict[str, Any]]) -> list[Leaf]:
    """The leaves that Node's nodes make, in bytes of the source."""
    place = Places(source)
    leaves: dict[tuple[int, int], Leaf] = {}
    for node in nodes:
        start, end = place.find(node["start"]), place.find(node["end"])
        kind = node["kind"]
        leaf = leaves.setdefault((start, end), Leaf(kind, start, end))
        if kind in {"prose", "alt", "title"} or (
            kind == "attribute" and node.get("name") in ATTRIBUTES
        ):
            leaf.add("prose", node["text"])
        elif kind in CODE:
            leaf.add("code", node["text"])
        elif kind == "url":
            leaf.add("url", node["text"])
    return list(leaves.values())


class Places:
    """Byte offsets of a text's UTF-16 offsets."""

    def __init__(self, text: str) -> None:
        """Takes the text; only its characters beyond ASCII are remembered."""
        self._units: list[int] = []
        self._bytes: list[int] = []
        units = size = 0
        for char in text:
            units += 2 if char > "\uffff" else 1
            size += len(char.encode())
            if char > "\x7f":
                self._units.append(units)
                self._bytes.append(size)

    def find(self, offset: int) -> int:
        """The byte offset of a UTF-16 offset.

        >>> Places("é日b").find(2)
        5
        """
        at = bisect_right(self._units, offset) - 1
        return offset if at < 0 else self._bytes[at] + offset - self._units[at]
