from __future__ import annotations

import os
import select
import sys
import tempfile
from datetime import timedelta
from pathlib import Path

import pytest

from dragoman.publishing.commands import Validation, run_validation, scrub_environment
from tests.sources.trees import write_tree

ENVIRONMENT = {
    "PATH": os.environ["PATH"],
    "OPENAI_API_KEY": "sk-secret",
    "MY_OWN_NAME_FOR_IT": "secret",
    "DRAGOMAN_DATABASE_URL": "postgresql://u:secret@h/d",
    "LC_ALL": "C.UTF-8",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write_tree(
        tmp_path / "repository",
        {
            "docs/a.md": "source",
            "docs/de/a.md": "old target",
            ".git/config": "private",
            "docs/check.txt": "x",
        },
    )


def validate(root: Path, *scripts: str, **changes: object) -> Validation:
    values: dict[str, object] = {
        "root": root,
        "source": "docs/a.md",
        "target": "docs/de/a.md",
        "locale": "de",
        "candidate": b"candidate",
        "commands": [((sys.executable, "-c", script), "docs") for script in scripts],
        "environment": ENVIRONMENT,
    }
    return Validation(**{**values, **changes})  # type: ignore[arg-type]  # the test knows


async def test_a_command_that_exits_with_zero_accepts(root: Path):
    assert await run_validation(validate(root, "pass", "print('fine')")) is None
    assert await run_validation(validate(root)) is None


async def test_a_refusing_command_s_output_is_the_reason(root: Path):
    script = "import sys; print('out'); print('err', file=sys.stderr); sys.exit(3)"
    reason = await run_validation(validate(root, "pass", script, "print('never')"))
    assert reason is not None
    assert "exit 3" in reason
    assert {"out", "err"} <= set(reason.splitlines())
    assert "never" not in reason.splitlines()


async def test_the_candidate_stands_at_its_path_in_a_copy_without_git(root: Path):
    script = (
        "import os, pathlib, sys\n"
        "target = pathlib.Path('de/a.md')\n"
        "print(target.read_text(), pathlib.Path('a.md').read_text(), os.path.exists('../.git'))\n"
        "print(os.environ['DRAGOMAN_SOURCE_PATH'], os.environ['DRAGOMAN_TARGET_PATH'],"
        " os.environ['DRAGOMAN_LOCALE'])\n"
        "target.write_text('spoiled'); os.remove('check.txt'); sys.exit(1)"
    )
    reason = await run_validation(validate(root, script))
    assert reason is not None
    assert reason.splitlines()[-2:] == ["candidate source False", "docs/a.md docs/de/a.md de"]
    assert (root / "docs/de/a.md").read_text() == "old target"
    assert (root / "docs/check.txt").exists()


async def test_a_new_target_gets_its_directories(root: Path):
    script = "import pathlib; assert pathlib.Path('../i18n/fr/a.md').read_text() == 'candidate'"
    assert await run_validation(validate(root, script, target="i18n/fr/a.md")) is None
    assert not (root / "i18n").exists()


async def test_commands_see_no_key_whatever_its_name(root: Path):
    script = "import os, sys; print(sorted(os.environ)); sys.exit('secret' in str(os.environ))"
    assert await run_validation(validate(root, script)) is None
    assert scrub_environment(ENVIRONMENT) == {"PATH": ENVIRONMENT["PATH"], "LC_ALL": "C.UTF-8"}


async def test_no_shell_reads_the_words(root: Path):
    words = ((sys.executable, "-c", "import sys; sys.exit(sys.argv[1])", "$HOME; `id` *"), "")
    reason = await run_validation(validate(root, commands=[words]))
    assert reason is not None
    assert reason.endswith("$HOME; `id` *")


async def test_a_command_that_does_not_exist_refuses(root: Path):
    reason = await run_validation(validate(root, commands=[(("no-such-program",), "")]))
    assert reason == "no-such-program: could not be started (FileNotFoundError)"


async def test_a_command_beyond_its_time_is_killed_with_its_children(root: Path, tmp_path: Path):
    pids = tmp_path / "pids"
    words = ("sh", "-c", f"sleep 1000 & echo $! > {pids}; echo started; wait")
    limit = timedelta(seconds=1)
    reason = await run_validation(validate(root, commands=[(words, "")], time_limit=limit))
    assert reason is not None
    assert "still running after 1 s" in reason
    assert reason.endswith("started")
    assert has_ended(int(pids.read_text()))


def has_ended(pid: int) -> bool:
    """Whether the process ends within ten seconds (it was sent its signal already)."""
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([handle], [], [], 10)[0])
    finally:
        os.close(handle)


async def test_a_child_left_in_the_background_does_not_hold_the_command(root: Path):
    child = "import signal; signal.pause()"
    script = (
        "import subprocess, sys; "
        f"subprocess.Popen([sys.executable, '-c', {child!r}]); print('done'); sys.exit(1)"
    )
    reason = await run_validation(validate(root, script))
    assert reason is not None
    assert reason.endswith("done")


async def test_output_is_capped_with_its_beginning_and_end(root: Path):
    script = "print('first'); print('x' * 5_000_000); print('last'); raise SystemExit(1)"
    reason = await run_validation(validate(root, script))
    assert reason is not None
    assert "first" in reason
    assert reason.endswith("last")
    assert "bytes left out" in reason
    assert len(reason) < 17_000


async def test_absolute_links_into_the_repository_lead_to_the_copy(root: Path):
    (root / "docs/link.txt").symlink_to(root / "docs/check.txt")
    os.mkfifo(root / "docs/pipe")
    script = "open('link.txt', 'w').write('spoiled')"
    assert await run_validation(validate(root, script)) is None
    assert (root / "docs/check.txt").read_text() == "x"


async def test_each_validation_has_a_copy_of_its_own_and_leaves_nothing(
    root: Path, tmp_path: Path, monkeypatch
):
    folder = tmp_path / "copies"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    script = f"import os; assert {str(folder)!r} in os.getcwd(); open('made', 'x')"
    for _ in range(2):
        assert await run_validation(validate(root, script)) is None
    assert not (root / "docs/made").exists()
    assert list(folder.iterdir()) == []
