"""`translate` killed in the middle of its requests: nothing is lost and nothing is paid twice.

    python -m benchmarks.kills [--kills 30] [--files 120] [--seed 1]

Each round starts `translate` against a slow provider server, waits until the server has answered
some requests and has others open, and ends the program with SIGKILL. After the last round the
program runs to its end, every file is verified, and the server's log is held against the kills: a
unit answered twice must have been in flight at a kill between its two answers.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import NamedTuple, Protocol

from benchmarks.generate import make_clause
from dragoman.errors import DragomanError
from dragoman.model.document import FormatOptions
from dragoman.runs.verify_pair import verify_files

GRACE_SECONDS = 0.5
"""How long after the server has sent a reply its units still count as in flight: the way through
the socket, reading, checking and the checkpoint's commit on a busy machine."""

TRANSIT_SECONDS = 0.25
"""How long before its arrival a request may have left a program that was killed meanwhile: it waits
in the socket until the server reads it. A new program needs longer to start."""

LARGEST_BYTES = 1_000_000
"""Far above what `write_pages` writes."""

LONGEST_DELAY_SECONDS = 0.8
"""Between the replies and the kill: up to twice the server's latency."""

UNITS_PER_PAGE = 20
"""About 2 kB a page: one request each, so that replies and open requests are many."""

CONFIG = """---
project: kills
model: openai/slow
sources:
  "docs/**/*.md": "i18n/{locale}/{relpath}"
targets: [fr]
---
"""


class Exchange(NamedTuple):
    """One request as the server saw it; times are epoch seconds, `answered` None = never."""

    arrived: float
    answered: float | None
    texts: tuple[str, ...]


class Traffic(Protocol):
    """A provider server that answers slowly and remembers."""

    @property
    def base_url(self) -> str:
        """Where the OpenAI dialect is spoken."""
        ...

    def exchanges(self) -> Sequence[Exchange]:
        """Every request so far."""
        ...


@dataclass(frozen=True, slots=True)
class Kill:
    """One kill: when, and what the server had answered and had open in that round."""

    at: float
    answered: int
    open: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the log says. `unexplained` are texts paid twice that no kill explains: must be 0."""

    kills: int
    with_answers_and_open: int
    units_answered: int
    answered_twice: int
    answered_just_before: int
    """Of those, the ones answered before the kill, within the grace: on their way to the disk."""
    unexplained: int
    widest_gap_seconds: float
    """The longest time between a reply and the kill that explains its loss."""


@dataclass(frozen=True, slots=True)
class KillReport:
    """The verdict, and how the last run ended."""

    verdict: Verdict
    exit_code: int
    files: int
    verified: int
    pending_left: int

    def is_passed(self) -> bool:
        """Whether nothing was lost and nothing was paid twice."""
        return (
            self.exit_code == 0
            and self.verified == self.files
            and self.verdict.unexplained == 0
            and self.pending_left == 0
        )


@dataclass(frozen=True, slots=True)
class KillPlan:
    """How often and how to kill: `folder` is empty, `environment` is all the program sees."""

    folder: Path
    environment: dict[str, str]
    kills: int = 30
    files: int = 120
    seed: int = 1


def judge_kills(
    exchanges: Iterable[Exchange], kills: Sequence[Kill], grace_seconds: float = GRACE_SECONDS
) -> Verdict:
    """Whether every unit that was answered twice had been in flight at a kill, matched by time.

    >>> twice = [Exchange(1.0, 2.0, ("a",)), Exchange(5.0, 6.0, ("a",))]
    >>> judge_kills(twice, [Kill(1.5, 0, 1)]).unexplained
    0
    >>> judge_kills(twice, [Kill(3.0, 1, 0)]).unexplained
    1
    """
    answers: dict[str, list[Exchange]] = defaultdict(list)
    for one in sorted(exchanges):
        if one.answered is not None:
            for text in one.texts:
                answers[text].append(one)
    gaps: list[float] = []
    unexplained = 0
    for again in answers.values():
        for lost in again[:-1]:
            gap = measure_gap(lost, [kill.at for kill in kills])
            gaps.append(gap)
            unexplained += gap > grace_seconds
    return Verdict(
        kills=len(kills),
        with_answers_and_open=sum(kill.answered > 0 and kill.open > 0 for kill in kills),
        units_answered=len(answers),
        answered_twice=sum(len(again) > 1 for again in answers.values()),
        answered_just_before=sum(0 < gap <= grace_seconds for gap in gaps),
        unexplained=unexplained,
        widest_gap_seconds=round(max(gaps, default=0.0), 3),
    )


def measure_gap(lost: Exchange, kills: Iterable[float]) -> float:
    """Seconds from the reply to the nearest kill after the request left; 0 = a kill in flight.

    >>> measure_gap(Exchange(1.0, 2.0, ()), [0.5, 1.5]), measure_gap(Exchange(1.0, 2.0, ()), [2.25])
    (0.0, 0.25)
    """
    answered = lost.answered if lost.answered is not None else float("inf")
    after = [max(0.0, at - answered) for at in kills if at >= lost.arrived - TRANSIT_SECONDS]
    return min(after, default=float("inf"))


def run_kills(plan: KillPlan, traffic: Traffic) -> KillReport:
    """The report of all rounds and of the run that finished the work."""
    random = Random(plan.seed)  # noqa: S311 - a reproducible corpus
    write_pages(plan.folder / "docs", plan.files, random)
    (plan.folder / "L10N.md").write_text(CONFIG, encoding="utf-8")
    kills = [
        kill_once(plan, traffic, random.randint(1, 4), random.uniform(0, LONGEST_DELAY_SECONDS))
        for _ in range(plan.kills)
    ]
    last = start_program(plan, traffic, "translate", "--json")
    out, err = last.communicate()
    sys.stderr.write(err)
    report = json.loads(out) if out else {"files": []}
    targets = {file["path"]: file["target"] for file in report["files"]}
    verified = sum(is_verified(plan.folder, source, target) for source, target in targets.items())
    return KillReport(
        judge_kills(traffic.exchanges(), kills),
        last.returncode,
        plan.files,
        verified,
        len(list((plan.folder / ".dragoman").rglob("*.pending"))),
    )


def is_verified(folder: Path, source: str, target: str) -> bool:
    """Whether `dragoman verify` would accept the pair; hundreds of processes would take minutes."""
    options = FormatOptions(path=source)
    try:
        return verify_files(folder / source, folder / target, options, LARGEST_BYTES) > 0
    except DragomanError:
        return False


def write_pages(folder: Path, count: int, random: Random) -> None:
    """Pages in which every unit has its own number: one text is one unit in the server's log."""
    folder.mkdir(parents=True)
    for page in range(count):
        texts = (f"Unit **{page}.{at}** is {make_clause(random)}." for at in range(UNITS_PER_PAGE))
        (folder / f"{page:03}.md").write_text("\n\n".join(texts) + "\n", encoding="utf-8")


def kill_once(plan: KillPlan, traffic: Traffic, replies: int, delay_seconds: float) -> Kill:
    """One round, killed some time after `replies` were answered and while others are open."""
    before = len(traffic.exchanges())
    process = start_program(plan, traffic, "translate", quiet=True)

    def count() -> tuple[int, int]:
        mine = traffic.exchanges()[before:]
        answered = sum(one.answered is not None for one in mine)
        return answered, len(mine) - answered

    wait_until(lambda: process.poll() is not None or is_ripe(*count(), replies))
    # A kill at once would always meet replies on their way to the disk and nothing else.
    time.sleep(delay_seconds)
    wait_until(lambda: process.poll() is not None or count()[1] > 0)
    answered, still_open = count()
    process.kill()
    at = time.time()
    process.wait()
    return Kill(at, answered, still_open)


def is_ripe(answered: int, still_open: int, replies: int) -> bool:
    """Whether a round has what a kill should meet."""
    return answered >= replies and still_open > 0


def wait_until(is_true: Callable[[], bool], limit_seconds: float = 120) -> None:
    """Returns when `is_true` says so.

    Raises: TimeoutError after `limit_seconds`.
    """
    end = time.monotonic() + limit_seconds
    for _ in itertools.takewhile(lambda _: not is_true(), itertools.count()):
        if time.monotonic() > end:
            raise TimeoutError
        time.sleep(0.005)


def start_program(
    plan: KillPlan, traffic: Traffic, *arguments: str, quiet: bool = False
) -> subprocess.Popen[str]:
    """The program running in the plan's folder against the server."""
    output = subprocess.DEVNULL if quiet else subprocess.PIPE
    return subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-m", "dragoman", *arguments],
        cwd=plan.folder,
        env={
            "PATH": os.environ["PATH"],
            "PYTHONPATH": os.environ.get("PYTHONPATH", ""),
            "HOME": str(plan.folder),
            "OPENAI_BASE_URL": traffic.base_url,
            "OPENAI_API_KEY": "key-of-the-kills",
            **plan.environment,
        },
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=output,
        text=True,
    )


def print_report(report: KillReport) -> None:
    """Prints the report as JSON."""
    sys.stdout.write(json.dumps(asdict(report), indent=2) + "\n")


def read_arguments() -> argparse.Namespace:
    """The command line of this script."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--files", type=int, default=120)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()
