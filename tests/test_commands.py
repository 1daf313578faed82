"""What a command line says where the machine is not as it should be."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.parametrize("command", ["firmware run", "firmware doctor", "host_sim demo"])
def test_a_python_without_the_libraries_is_told_where_they_are(command: str) -> None:
    # -S: no site-packages, as with a system's own Python.
    module, *arguments = command.split()
    done = subprocess.run(
        [sys.executable, "-S", "-m", module, *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert ".venv/bin/python" in done.stderr
    assert "Traceback" not in done.stderr
