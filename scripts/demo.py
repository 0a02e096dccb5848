"""Translates the sample documentation into two locales, proves every file, says where to look.

Works in build/demo only. Run again it sends nothing: everything is in the lock files.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
SAMPLES = ROOT / "examples" / "docs"
DEMO = ROOT / "build" / "demo"
PROGRAM = ROOT / ".venv" / "bin" / "dragoman"
LEAST_FILES = 12
LEAST_FLAVOURS = 5


def main() -> int:
    """The exit code: 0 when every file was translated and proven."""
    started = time.monotonic()
    copy_samples()
    print(f"Translating {SAMPLES.relative_to(ROOT)} in {DEMO.relative_to(ROOT)} (model: pseudo)\n")
    report = run_json("translate")
    outcomes: list[dict[str, Any]] = report["files"]
    proofs = prove_pairs([one for one in outcomes if one["state"] != "failed"])
    print_table(outcomes, proofs)
    for outcome in outcomes:
        if outcome["state"] == "failed":
            print(f"failed: {outcome['path']} ({outcome['locale']}): {outcome['message']}")
    print_summary(report, proofs, time.monotonic() - started)
    files = {outcome["path"] for outcome in outcomes}
    is_whole = len(files) >= LEAST_FILES and len(list_flavours()) >= LEAST_FLAVOURS
    is_proven = len(proofs) == len(outcomes) and all(count > 0 for count in proofs.values())
    return 0 if is_whole and is_proven else 1


def copy_samples() -> None:
    """Lays the sample sources into build/demo; translations and lock files there stay."""
    shutil.copytree(SAMPLES, DEMO, dirs_exist_ok=True)
    # A repository of its own: without it, the checkout around build/demo would be the repository.
    if not (DEMO / ".git").exists():
        if shutil.which("git"):
            subprocess.run(["git", "init", "--quiet", str(DEMO)], check=True)
        else:
            (DEMO / ".git").mkdir()


def list_flavours() -> set[str]:
    """The flavours that the samples' L10N.md files name, and GFM for the rest."""
    lines = (
        line for path in SAMPLES.rglob("L10N.md") for line in path.read_text("utf-8").splitlines()
    )
    return {"gfm"} | {line.partition(": ")[2] for line in lines if line.startswith("flavour: ")}


def run_json(*arguments: str) -> dict[str, Any]:
    """What a command prints as JSON. Exit code 1 means findings, which the caller looks at."""
    done = subprocess.run(
        [str(PROGRAM), *arguments, "--json"],
        cwd=DEMO,
        stdout=subprocess.PIPE,
        text=True,
        check=False,
        env={**os.environ, "PYTHONUTF8": "1"},
    )
    if done.returncode not in {0, 1} or not done.stdout.strip():
        sys.exit(f"dragoman {' '.join(arguments)} ended with exit code {done.returncode}")
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def prove_pairs(outcomes: list[dict[str, Any]]) -> dict[tuple[str, str], int]:
    """The units proven, by file and locale. Each proof is a process; a few run side by side."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        counts = list(pool.map(prove_pair, outcomes))
    names = [(outcome["path"], outcome["locale"]) for outcome in outcomes]
    return dict(zip(names, counts, strict=True))


def prove_pair(outcome: dict[str, Any]) -> int:
    """The units that `dragoman verify` proves for one file and locale, 0 when it refuses."""
    proof = run_json("verify", outcome["path"], outcome["target"])
    return int(proof["units"]) if proof["verified"] else 0


def print_table(outcomes: list[dict[str, Any]], proofs: dict[tuple[str, str], int]) -> None:
    """Prints one line per source: its units and, per locale, how many were proven."""
    by_source: dict[str, dict[str, dict[str, Any]]] = defaultdict(dict)
    for outcome in outcomes:
        by_source[outcome["path"]][outcome["locale"]] = outcome
    locales = sorted({outcome["locale"] for outcome in outcomes})
    width = max(map(len, by_source), default=4)
    print(f"{'source':<{width}}  units" + "".join(f"  {locale:>9}" for locale in locales))
    for source, row in sorted(by_source.items()):
        units = max(outcome["units"] for outcome in row.values())
        cells = [
            f"{proofs[source, locale]} proven" if proofs.get((source, locale)) else "failed"
            for locale in locales
        ]
        print(f"{source:<{width}}  {units:>5}" + "".join(f"  {cell:>9}" for cell in cells))
    print()


def print_summary(
    report: dict[str, Any], proofs: dict[tuple[str, str], int], seconds: float
) -> None:
    """Prints the closing lines: counts, where to look, what to try next."""
    outcomes = report["files"]
    shown = next((one for one in outcomes if one["path"].endswith(".mdx")), outcomes[0])
    place = DEMO.relative_to(ROOT)
    print(f"files {len({one['path'] for one in outcomes})}")
    print(f"locales {len({one['locale'] for one in outcomes})}")
    print(f"units {sum(one['units'] for one in outcomes)}")
    print(f"sent {report['sent']}")
    print(f"verified {sum(count > 0 for count in proofs.values())} of {len(outcomes)}")
    print(f"source {place / shown['path']}")
    print(f"target {place / shown['target']}")
    print(f"took {seconds:.0f} s; the pseudo model accents and lengthens, it does not translate")
    print(f"next: cd {place} && ../../.venv/bin/dragoman plan")


if __name__ == "__main__":
    sys.exit(main())
