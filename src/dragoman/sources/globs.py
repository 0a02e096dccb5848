"""Patterns of L10N.md: `*` and `?` stay within a segment, `**` crosses, classes."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from wcmatch import glob

_FLAGS = glob.GLOBSTAR | glob.DOTGLOB | glob.FORCEUNIX | glob.CASE
_MAGIC = re.compile(r"[*?\[\\]")


@dataclass(frozen=True, slots=True)
class Glob:
    """One pattern as it was written, and the directory ("" = root) it is relative to.

    *Source:* spec: config §1.
    """

    pattern: str
    directory: str = ""
    _matcher: glob.WcMatcher[str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Compiles the pattern once; it is held against every file."""
        whole = join_path(glob.escape(self.directory, unix=True), _trim(self.pattern))
        object.__setattr__(self, "_matcher", glob.compile(whole, flags=_FLAGS))

    def is_match(self, path: str) -> bool:
        """Whether the repository path `path` is meant.

        >>> Glob("**/*.md", "docs").is_match("docs/a/b.md"), Glob("*.md").is_match("docs/a.md")
        (True, False)
        """
        return bool(self._matcher.match(path))

    def is_literal(self) -> bool:
        """Whether the pattern names one file.

        >>> Glob("docs/a.md").is_literal(), Glob("docs/*.md").is_literal()
        (True, False)
        """
        return not _MAGIC.search(self.pattern)

    def fixed_prefix(self) -> str:
        """The directory that every match lies in, relative to the repository.

        >>> Glob("guide/*/x.md", "docs").fixed_prefix(), Glob("README.md").fixed_prefix()
        ('docs/guide', '')
        """
        fixed: list[str] = []
        for segment in _trim(self.pattern).split("/")[:-1]:
            if _MAGIC.search(segment):
                break
            fixed.append(segment)
        return join_path(self.directory, "/".join(fixed))


def join_path(directory: str, rest: str) -> str:
    """Two repository paths as one; "" is the root.

    >>> join_path("", "a"), join_path("a", "b"), join_path("a", "")
    ('a', 'a/b', 'a')
    """
    return f"{directory}/{rest}" if directory and rest else directory or rest


def is_escaping(path: str) -> bool:
    """Whether a pattern or template could leave its directory: absolute, `..`, or a drive.

    >>> [is_escaping(path) for path in ("a/b", "../a", "/a", "a/../../b", "C:/a", "a..b")]
    [False, True, True, True, True, False]
    """
    normal = path.replace("\\", "/")
    return (
        normal.startswith(("/", "~"))
        or ".." in normal.split("/")
        or bool(re.match(r"[A-Za-z]:", normal))
        or "\0" in normal
    )


def _trim(pattern: str) -> str:
    while pattern.startswith("./"):
        pattern = pattern[2:]
    return pattern
