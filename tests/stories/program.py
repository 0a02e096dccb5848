"""The program as a person runs it: a process of its own, its output, its exit code."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

WITHOUT_OVERRIDE = (
    "setpriv",
    "--bounding-set=-dac_override,-dac_read_search",
    "--inh-caps=-dac_override,-dac_read_search",
)
"""Takes from root the right to pass by permissions, so that they count as for anybody."""


@dataclass(frozen=True, slots=True)
class Result:
    """What a command left behind."""

    code: int
    out: str
    err: str

    def read_json(self) -> Any:
        """Standard output as the one JSON document it must be."""
        return json.loads(self.out)


@dataclass(frozen=True, slots=True)
class Program:
    """The program in one repository; `environment` is all it sees beside PATH and HOME."""

    root: Path
    environment: Mapping[str, str] = field(default_factory=dict)
    prefix: Sequence[str] = ()

    def run(self, *arguments: str, timeout: float = 120) -> Result:
        """The result of one command that has ended."""
        process = self.start(*arguments)
        try:
            out, err = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
        return Result(process.returncode, out, err)

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        """A command that is running."""
        return subprocess.Popen(
            [*self.prefix, sys.executable, "-m", "dragoman", *arguments],
            cwd=self.root,
            env={
                "PATH": os.environ["PATH"],
                "HOME": str(self.root.parent),
                "LANG": "C.UTF-8",
                **self.environment,
            },
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def without_override(self) -> Program:
        """The same program for an ordinary user's eyes: permissions count."""
        prefix = WITHOUT_OVERRIDE if os.geteuid() == 0 else ()
        return Program(self.root, self.environment, prefix)


def check_refusal(result: Result, code: int, *said: str) -> None:
    """Asserts a failure as the house wants it: the code, no traceback, everything `said`."""
    assert result.code == code, result
    assert "Traceback" not in result.out + result.err
    for words in said:
        assert words in result.err, result.err
