"""What a run sends for each token it has translated: the figure of must show 9.

    python -m benchmarks.tokens [--files 200] [--seed 1]

Translates generated files, with guidance and a glossary, through the command line against the
provider server of the tests. Tokens are UTF-8 bytes / 4 of what that server received; cached ones
(the longest prefix shared with a request of the last five minutes) count a tenth. Beside it stands
the naive figure: the whole document with each unit.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks import words
from benchmarks.generate import generate_files
from dragoman.formats.tags import strip_tags
from dragoman.model.document import FormatOptions
from dragoman.runs.list_units import list_units
from tests.provider_server import (
    Exchange,
    ServerOptions,
    count_exchanges,
    expected_translation,
    run_provider,
)

CEILING = 1.8
CACHED_WEIGHT = 0.1
"""*Source:* issue 2, must show 9."""

SHORTEST_COPY = 24
"""Characters from which a text that is found twice was put there twice."""

RESULTS = Path("bench-results/tokens.json")
LARGEST_FILE_BYTES = 10_000_000
"""Far above what the generator writes."""

CONFIG = """---
project: tokens
model: openai/measured
sources:
  "docs/**/*.md": "i18n/{locale}/{relpath}"
  "docs/**/*.mdx": "i18n/{locale}/{relpath}"
glossary: glossary.csv
targets: [fr]
---
# Voice

Readers are administrators in a hurry. Write short, calm sentences and address the reader formally.
Names of commands, settings and files stay as they are. Prefer the active voice and the present.
Do not translate product names. Numbers keep their digits; units follow them after a blank.
"""


@dataclass(frozen=True, slots=True)
class TokenReport:
    """Ratios to the tokens of the units sent, and what they were made of."""

    files: int
    ratio: float
    ratio_without_cache: float
    naive: float
    requests: int
    units: int
    unit_text_bytes: int
    body_bytes: int
    cached_bytes: int
    whole_files_in_one_request: int
    repeated_texts: int
    """Units that such a request holds a second time, as context; must be 0."""

    def is_passed(self) -> bool:
        """Whether the run stayed below the ceiling and sent anything at all."""
        return self.units > 0 and self.ratio <= CEILING and self.repeated_texts == 0


def measure_tokens(
    folder: Path, files: int, seed: int, environment: Mapping[str, str]
) -> TokenReport:
    """The report of one run in the empty `folder`. Takes where the program finds its database.

    Raises: RuntimeError when the run fails.
    """
    write_repository(folder, files, seed)
    with run_provider(ServerOptions(keep_bodies=True)) as server:
        program = subprocess.run(
            [sys.executable, "-m", "dragoman", "translate", "--json"],
            cwd=folder,
            env={
                "PATH": os.environ["PATH"],
                "HOME": str(folder),
                "PYTHONPATH": os.environ.get("PYTHONPATH", ""),
                "OPENAI_BASE_URL": server.openai_url,
                "OPENAI_API_KEY": "key-of-the-tokens",
                **environment,
            },
            capture_output=True,
            text=True,
            check=False,
        )
        exchanges = server.list_exchanges()
    if program.returncode:
        raise RuntimeError(program.stdout[-2000:] + program.stderr[-2000:])
    return describe_run(folder, exchanges)


def write_repository(folder: Path, files: int, seed: int) -> None:
    """Generated sources, guidance, and a glossary whose terms the server's answers hold."""
    generate_files(folder / "docs", files, seed)
    (folder / "L10N.md").write_text(CONFIG, encoding="utf-8")
    terms = words.NOUNS.split()[::4]
    rows = [f"{term},{expected_translation(term)}" for term in terms]
    (folder / "glossary.csv").write_text("\n".join(["source,target", *rows]) + "\n", "utf-8")


def describe_run(folder: Path, exchanges: Sequence[Exchange]) -> TokenReport:
    """The report of what the server saw."""
    sums = count_exchanges(exchanges)
    documents = [
        list_units(path, FormatOptions(path=str(path.relative_to(folder))), LARGEST_FILE_BYTES)
        for path in sorted((folder / "docs").rglob("*.md*"))
    ]
    naive = sum(len(one.units) * len(one.source) for one in documents)
    texts_bytes = sum(count_bytes(unit.text for unit in one.units) for one in documents)
    whole = {frozenset(unit.text for unit in one.units) for one in documents}
    alone = [one for one in exchanges if frozenset(one.texts) in whole]
    weighed = sums["body_bytes"] - (1 - CACHED_WEIGHT) * sums["cached_bytes"]
    return TokenReport(
        files=len(documents),
        ratio=round(weighed / sums["unit_text_bytes"], 3),
        ratio_without_cache=round(sums["body_bytes"] / sums["unit_text_bytes"], 3),
        naive=round((naive + texts_bytes) / texts_bytes, 1),
        requests=sums["requests"],
        units=sums["units"],
        unit_text_bytes=sums["unit_text_bytes"],
        body_bytes=sums["body_bytes"],
        cached_bytes=sums["cached_bytes"],
        whole_files_in_one_request=len(alone),
        repeated_texts=sum(count_repeated(one) for one in alone),
    )


def count_repeated(one: Exchange) -> int:
    """Units of a request whose text stands in one of its other messages too, tags aside.

    Takes an exchange with its body. Short texts are left out: a word may well be in the guidance.
    """
    *others, _last = (message["content"] for message in json.loads(one.body)["messages"])
    rest = strip_tags("\n".join(others))
    return sum(len(text) >= SHORTEST_COPY and strip_tags(text) in rest for text in one.texts)


def count_bytes(texts: Iterable[str]) -> int:
    """UTF-8 bytes of all texts."""
    return sum(len(text.encode()) for text in texts)


def main() -> int:
    """0 when the ratio is below the ceiling; prints the report and writes it."""
    parser = argparse.ArgumentParser(prog="benchmarks.tokens", description=__doc__)
    parser.add_argument("--files", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="dragoman-tokens-") as place:
        Path(place).chmod(0o755)
        environment = {"DRAGOMAN_DATA_DIR": str(Path(place) / "data")}
        repository = Path(place) / "repository"
        report = measure_tokens(repository, chosen.files, chosen.seed, environment)
    text = json.dumps({**asdict(report), "ceiling": CEILING}, indent=2) + "\n"
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(text, encoding="utf-8")
    sys.stdout.write(text)
    return int(not report.is_passed())


if __name__ == "__main__":
    sys.exit(main())
