"""The checks can fail: each planted bug is found by the check that is named beside it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mutants.hunt import FOUND
from tests.mutants.planted import BUGS, Bug, Soak, Suite

ROOT = Path(__file__).parents[2]
COPIED = ("firmware", "hardware", "host_sim", "tests", "pyproject.toml", "README.md", "Makefile")
TIMEOUT_S = 240
"""Far longer than any check takes."""
TEST_FAILED = 1
"""pytest's exit code when tests ran and some failed."""


@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: bug.name)
def test_a_bug_can_be_planted(bug: Bug) -> None:
    """What it replaces stands in its file once: the list has kept up with the code."""
    assert (ROOT / bug.file).read_text(encoding="utf-8").count(bug.right) == 1
    assert bug.right != bug.wrong


def test_there_are_bugs_of_every_part() -> None:
    files = {bug.file.rsplit("/", 1)[1] for bug in BUGS}
    assert {"debounce.py", "inference.py", "presses.py", "press.py", "matrix.py"} <= files
    assert len(BUGS) >= 20
    assert sum(isinstance(bug.finds, Soak) for bug in BUGS) >= 10


@pytest.mark.slow
@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: bug.name)
def test_a_planted_bug_is_found(bug: Bug, tmp_path: Path) -> None:
    copy_into(tmp_path)
    file = tmp_path / bug.file
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace(bug.right, bug.wrong), encoding="utf-8")
    done = check(bug.finds, tmp_path)
    wanted = FOUND if isinstance(bug.finds, Soak) else TEST_FAILED
    assert done.returncode == wanted, done.stdout + done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("soak", sorted({bug.finds for bug in BUGS if isinstance(bug.finds, Soak)}))
def test_without_a_bug_the_same_games_find_nothing(soak: Soak) -> None:
    done = check(soak, ROOT)
    assert done.returncode == 0, done.stdout + done.stderr


def copy_into(folder: Path) -> None:
    """The project without what tools have left in it."""
    ignore = shutil.ignore_patterns("__pycache__", ".*_cache")
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=ignore)
        else:
            shutil.copy(source, folder / name)


def check(finds: Soak | Suite, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a check on the project in this folder."""
    if isinstance(finds, Soak):
        arguments = ["tests.mutants.hunt", str(finds.games), str(finds.seed), finds.policy]
        arguments += ["faults"] if finds.faults else []
    else:
        arguments = ["pytest", "-x", "-q", "-p", "no:cacheprovider", finds.path]
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    command = [sys.executable, "-m", *arguments]
    return subprocess.run(
        command,
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=TIMEOUT_S,
    )
