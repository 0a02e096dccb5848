"""Extract and splice, and the check, against mdpo, translate-toolkit and po4a on the same files.

    python -m benchmarks.speed [CORPUS] [--files 200] [--rounds 5]

CORPUS is any folder of Markdown; without one, generated files serve. In each round every tool runs
once, in turn, in a process of its own; ratios are taken round by round, and the median is told.
Peers live in build/peers (`make bench` makes it); po4a is used where it is installed.
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random

from benchmarks.generate import generate_files

RESULTS = Path("bench-results/speed.json")
PEER_PYTHON = Path("build/peers/bin/python")
PO4A_FILES = 20
"""po4a takes about a second a file."""

FLOORS = {"splice": 3.0, "check": 1.5}
"""Our speed / mdpo's and translate-toolkit's. *Source:* spec/markdown §3."""


def list_tools() -> dict[str, list[str]]:
    """Each tool's command; peers that are not installed are left out, and it is said."""
    tools = {
        "splice": [sys.executable, "-m", "benchmarks.trips.ours", "splice"],
        "check": [sys.executable, "-m", "benchmarks.trips.ours", "check"],
    }
    if PEER_PYTHON.exists():
        tools["mdpo"] = [str(PEER_PYTHON), "-m", "benchmarks.trips.mdpo_trip"]
        tools["translate-toolkit"] = [str(PEER_PYTHON), "-m", "benchmarks.trips.toolkit_trip"]
    else:
        sys.stderr.write("no build/peers: run `make bench` for mdpo and translate-toolkit\n")
    if shutil.which("po4a-translate"):
        tools["po4a"] = [sys.executable, "-m", "benchmarks.trips.po4a_trip"]
    else:
        sys.stderr.write("po4a is not installed: apt-get install po4a\n")
    return tools


def run_tool(command: Sequence[str], paths: Sequence[Path]) -> dict[str, float]:
    """The figures of one tool over the files; MB/s of those it could read."""
    text = "".join(f"{path.resolve()}\n" for path in paths)
    done = subprocess.run(  # noqa: S603 (our own modules, no shell)
        command, input=text, capture_output=True, check=True, text=True
    )
    sums: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    sums["mb_per_s"] = round(sums["bytes"] / sums["seconds"] / 1e6, 3) if sums["seconds"] else 0.0
    return sums


def measure(tools: Mapping[str, Sequence[str]], paths: Sequence[Path], rounds: int) -> list[dict]:
    """One dictionary a round: tool → figures. po4a sees the first few files only."""
    return [
        {
            name: run_tool(command, paths[:PO4A_FILES] if name == "po4a" else paths)
            for name, command in tools.items()
        }
        for _ in range(rounds)
    ]


def summarise(rounds: Sequence[Mapping[str, Mapping[str, float]]]) -> dict[str, dict]:
    """Median MB/s of each tool, and the median over rounds of ours / theirs.

    >>> one = {"splice": {"mb_per_s": 6.0}, "check": {"mb_per_s": 3.0}, "mdpo": {"mb_per_s": 1.5}}
    >>> summarise([one])["ratios"]
    {'splice / mdpo': 4.0, 'check / mdpo': 2.0}
    """
    speeds = {
        name: statistics.median(one[name]["mb_per_s"] for one in rounds) for name in rounds[0]
    }
    ratios = {
        f"{ours} / {peer}": round(
            statistics.median(
                one[ours]["mb_per_s"] / one[peer]["mb_per_s"]
                for one in rounds
                if one[peer]["mb_per_s"]
            ),
            2,
        )
        for peer in rounds[0]
        if peer not in FLOORS and any(one[peer]["mb_per_s"] for one in rounds)
        for ours in FLOORS
    }
    return {"mb_per_s": speeds, "ratios": ratios, "last_round": dict(rounds[-1])}


def choose_files(corpus: Path | None, count: int, place: Path) -> list[Path]:
    """The files to measure: a fixed sample of the corpus, else generated ones below `place`."""
    if corpus is None:
        return list(generate_files(place, count, 1))
    found = sorted(path for path in corpus.rglob("*") if path.suffix in {".md", ".mdx"})
    found = [path for path in found if path.is_file()]
    return Random(1).sample(found, min(count, len(found)))  # noqa: S311 (a sample, not a secret)


def main(arguments: list[str] | None = None) -> int:
    """0 when every ratio to mdpo and translate-toolkit reaches its floor."""
    parser = argparse.ArgumentParser(prog="benchmarks.speed", description=__doc__)
    parser.add_argument("corpus", type=Path, nargs="?")
    parser.add_argument("--files", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=5)
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="dragoman-speed-") as place:
        paths = choose_files(chosen.corpus, chosen.files, Path(place))
        report = summarise(measure(list_tools(), paths, chosen.rounds))
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    sys.stdout.write(json.dumps({key: report[key] for key in ("mb_per_s", "ratios")}) + "\n")
    ratios = report["ratios"]
    slow = [
        name
        for name, ratio in ratios.items()
        if "po4a" not in name and ratio < FLOORS[name.split(" ", 1)[0]]
    ]
    return int(bool(slow))


if __name__ == "__main__":
    sys.exit(main())
