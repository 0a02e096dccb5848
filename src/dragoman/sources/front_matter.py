"""The head of an L10N.md taken apart: values, and the line of each."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import yaml

from dragoman.errors import ConfigurationError

Trail = tuple[str | int, ...]
"""The way to a value: keys and list positions from the top."""

_NODE_LIMIT = 10_000
"""Values in one front matter; aliases of aliases could otherwise grow without end."""


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """Values as plain Python, the 1-based line of every trail, and the Markdown below."""

    values: Mapping[str, Any]
    lines: Mapping[Trail, int]
    body: str
    body_line: int

    def line_of(self, trail: Trail) -> int:
        """The line of `trail`, or of the nearest value around it."""
        while trail and trail not in self.lines:
            trail = trail[:-1]
        return self.lines.get(trail, 1)


def read_front_matter(content: bytes, file: str) -> FrontMatter:
    """The front matter and body of an L10N.md; without a fence everything is body.

    Raises: ConfigurationError (encoding, a fence never closed, YAML or TOML that cannot be read).
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line = content.count(b"\n", 0, fault.start) + 1
        raise ConfigurationError(
            "not valid UTF-8", path=file, line=line, remedy="Save the file as UTF-8."
        ) from None
    lines = text.splitlines()
    fence = lines[0].rstrip() if lines else ""
    if fence not in {"---", "+++"}:
        return FrontMatter({}, {}, text.strip(), 1)
    end = next((at for at, line in enumerate(lines) if at and line.rstrip() == fence), None)
    if end is None:
        raise ConfigurationError(
            f"the front matter opened with {fence} is never closed",
            path=file,
            line=1,
            remedy=f"Put a line {fence} where the settings end.",
        )
    head = "\n".join(lines[1:end])
    values, places = _read_yaml(head, file) if fence == "---" else _read_toml(head, file)
    return FrontMatter(values, places, "\n".join(lines[end + 1 :]).strip(), end + 2)


class _Loader(yaml.SafeLoader):
    """YAML with the booleans of version 1.2: a locale `no` or `on` stays a string."""


_Loader.yaml_implicit_resolvers = {}
_Loader.add_implicit_resolver(
    "tag:yaml.org,2002:bool", re.compile(r"^(?:true|True|false|False)$"), list("tTfF")
)
_Loader.add_implicit_resolver(
    "tag:yaml.org,2002:int", re.compile(r"^-?(?:0|[1-9][0-9]*)$"), list("-0123456789")
)
_Loader.add_implicit_resolver(
    "tag:yaml.org,2002:null", re.compile(r"^(?:~|null|)$"), ["~", "n", ""]
)


def _read_yaml(head: str, file: str) -> tuple[dict[str, Any], dict[Trail, int]]:
    try:
        loader = _Loader(head)
        node = loader.get_single_node()
        if node is None:
            return {}, {}
        if not isinstance(node, yaml.MappingNode):
            raise _not_settings(file)
        walk = _YamlWalk(loader, file)
        return walk.read(node, ()), walk.lines
    except RecursionError:
        raise ConfigurationError(
            "the front matter is nested too deeply", path=file, line=2, remedy="Flatten it."
        ) from None
    except yaml.YAMLError as fault:
        mark = getattr(fault, "problem_mark", None)
        raise ConfigurationError(
            f"broken YAML: {getattr(fault, 'problem', None) or 'a character it cannot hold'}",
            path=file,
            line=mark.line + 2 if mark else 2,
            remedy="Correct the front matter; quote values that hold a colon or a brace.",
        ) from None


def _not_settings(file: str) -> ConfigurationError:
    return ConfigurationError(
        "the front matter is not a list of settings",
        path=file,
        line=2,
        remedy="Write one `key: value` per line.",
    )


class _YamlWalk:
    """Turns composed nodes into values, noting lines and refusing what YAML would swallow."""

    def __init__(self, loader: _Loader, file: str) -> None:
        """Takes the loader that composed the nodes."""
        self.lines: dict[Trail, int] = {}
        self._loader = loader
        self._file = file
        self._left = _NODE_LIMIT

    def read(self, node: yaml.Node, trail: Trail) -> Any:
        """The value of `node`, which stands at `trail`."""
        self._left -= 1
        line = node.start_mark.line + 2
        if self._left < 0:
            raise ConfigurationError(
                f"more than {_NODE_LIMIT} values", path=self._file, line=line, remedy="Use fewer."
            )
        self.lines.setdefault(trail, line)
        if isinstance(node, yaml.MappingNode):
            return self._read_mapping(node, trail)
        if isinstance(node, yaml.SequenceNode):
            return [self.read(item, (*trail, at)) for at, item in enumerate(node.value)]
        return self._loader.construct_object(node)

    def _read_mapping(self, node: yaml.MappingNode, trail: Trail) -> dict[str, Any]:
        values: dict[str, Any] = {}
        for key_node, value_node in node.value:
            name = str(key_node.value)
            line = key_node.start_mark.line + 2
            if name in values:
                raise ConfigurationError(
                    f"`{name}` stands twice", path=self._file, line=line, remedy="Keep one."
                )
            self.lines[*trail, name] = line
            values[name] = self.read(value_node, (*trail, name))
        return values


def _read_toml(head: str, file: str) -> tuple[dict[str, Any], dict[Trail, int]]:
    try:
        values = tomllib.loads(head)
    except tomllib.TOMLDecodeError as fault:
        place = re.search(r"line (\d+)", str(fault))
        raise ConfigurationError(
            f"broken TOML: {str(fault).partition(' (')[0]}",
            path=file,
            line=int(place[1]) + 1 if place else 2,
            remedy="Correct the front matter; strings stand in quotes.",
        ) from None
    return values, _find_toml_lines(head)


_TOML_TABLE = re.compile(r"^\s*(\[\[?)\s*([\w.\"'-]+)\s*\]")
_TOML_KEY = re.compile(r"^\s*(?:\"([^\"]*)\"|'([^']*)'|([\w-]+))\s*=")


def _find_toml_lines(head: str) -> dict[Trail, int]:
    """Lines of tables and of keys that begin a line; tomllib keeps none.

    >>> _find_toml_lines('model = "m"')
    {('model',): 2}
    """
    lines: dict[Trail, int] = {}
    counts: dict[str, int] = {}
    table: Trail = ()
    for number, line in enumerate(head.split("\n"), start=2):
        if opened := _TOML_TABLE.match(line):
            name = opened[2].strip("\"'")
            table = (name,)
            lines.setdefault(table, number)
            if opened[1] == "[[":
                counts[name] = counts.get(name, -1) + 1
                table = (name, counts[name])
                lines[table] = number
        elif key := _TOML_KEY.match(line):
            lines.setdefault((*table, key[1] or key[2] or key[3] or ""), number)
    return lines
