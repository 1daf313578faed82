"""The source keeps the rules of ``tests/architecture.py``, and each of them can be broken."""

import re
import subprocess
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from firmware.rules.variants import VARIANTS
from tests import architecture
from tests.architecture import Source

ROOT = Path(__file__).resolve().parent.parent
CODE = ("firmware", "host_sim", "hardware", "tests")

VARIANT_NAMES = {name for ruleset in VARIANTS.values() for name in (ruleset.key, ruleset.title)}

Rule = Callable[[Source], Iterator[str]]


def asks_for_a_variant(source: Source) -> Iterator[str]:
    if not architecture.within(source.module, "tests"):
        yield from architecture.asks_for_a_variant(source, VARIANT_NAMES)


EVERYWHERE: tuple[Rule, ...] = (
    architecture.imports_against_the_arrows,
    architecture.impure_pure_layers,
    architecture.third_party_in_firmware,
    asks_for_a_variant,
    architecture.long_functions,
    architecture.mocks,
    architecture.sleeping_tests,
    architecture.swallowed_errors,
    architecture.unexplained_silence,
)


@cache
def python_sources() -> tuple[Source, ...]:
    """Every Python file of the project, read and parsed once for all rules."""
    found = []
    for path in sorted(path for top in CODE for path in (ROOT / top).rglob("*.py")):
        is_package = path.name == "__init__.py"
        relative = (path.parent if is_package else path.with_suffix("")).relative_to(ROOT)
        found.append(Source(".".join(relative.parts), path.read_text("utf-8"), is_package))
    return tuple(found)


def tracked_files() -> list[Path]:
    """The files of the project by git's word, those not yet added included."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        listing = subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout
    except (FileNotFoundError, subprocess.CalledProcessError):
        pytest.skip("needs git and a clone to know which files belong to the project")
    return [ROOT / name for name in listing.decode().split("\0") if name]


@pytest.mark.parametrize("rule", EVERYWHERE, ids=lambda rule: rule.__name__)
def test_the_source_keeps(rule: Rule) -> None:
    sources = python_sources()
    assert len(sources) > 20
    assert [finding for source in sources for finding in rule(source)] == []


def test_no_tracked_file_names_a_path_of_one_machine() -> None:
    findings: list[str] = []
    for path in tracked_files():
        try:
            text = path.read_text("utf-8")
        except (UnicodeDecodeError, FileNotFoundError):
            continue  # a picture, or a file deleted but not yet committed as such
        findings += architecture.machine_paths(str(path.relative_to(ROOT)), text)
    assert findings == []


def newcomer_folders() -> list[Path]:
    """The root, each top-level folder, and each layer of the firmware that has code."""
    layers = [path.parent for path in sorted((ROOT / "firmware").glob("*/__init__.py"))]
    return [ROOT, *(ROOT / top for top in CODE), *layers]


@pytest.mark.parametrize("folder", newcomer_folders(), ids=lambda folder: folder.name)
def test_a_folder_that_a_newcomer_opens_says_what_it_is(folder: Path) -> None:
    readme = folder / "README.md"
    assert readme.is_file(), f"{folder.relative_to(ROOT)} has no README.md"
    assert readme.read_text("utf-8").startswith("# ")


def test_every_relative_link_of_a_readme_leads_to_a_file() -> None:
    readmes = [path for path in tracked_files() if path.suffix == ".md" and path.is_file()]
    assert readmes
    assert [
        f"{readme.relative_to(ROOT)}: {target}"
        for readme in readmes
        for target in re.findall(r"\]\(([^)#\s]+)", readme.read_text("utf-8"))
        if ":" not in target and not (readme.parent / target).exists()
    ] == []


BROKEN: list[tuple[Rule, str, str]] = [
    (
        architecture.imports_against_the_arrows,
        "firmware.rules.game",
        "import firmware.table.session",
    ),
    (architecture.imports_against_the_arrows, "firmware.rules.game", "from ..notation import fen"),
    (
        architecture.imports_against_the_arrows,
        "firmware.notation.fen",
        "from firmware import table",
    ),
    (architecture.imports_against_the_arrows, "firmware.devices.matrix", "import firmware.rules"),
    (architecture.imports_against_the_arrows, "firmware.table.lights", "from ..devices import bus"),
    (architecture.imports_against_the_arrows, "firmware.station.loop", "import host_sim.world"),
    (architecture.imports_against_the_arrows, "firmware.__main__", "from host_sim import demo"),
    (architecture.imports_against_the_arrows, "firmware.errors", "import firmware.rules"),
    (architecture.impure_pure_layers, "firmware.rules.draws", "import random"),
    (architecture.impure_pure_layers, "firmware.notation.pdn", "from os import environ"),
    (architecture.impure_pure_layers, "firmware.table.clock", "def now():\n    import time"),
    (architecture.impure_pure_layers, "firmware.table.session", "import asyncio.events"),
    (architecture.impure_pure_layers, "firmware.table.session", "from logging import getLogger"),
    (architecture.impure_pure_layers, "firmware.table.session", "import threading"),
    (architecture.impure_pure_layers, "firmware.rules.board", "import numpy"),
    (architecture.impure_pure_layers, "firmware.notation.pdn", "text = open('game.pdn').read()"),
    (
        architecture.third_party_in_firmware,
        "firmware.devices.buttons",
        "from gpiozero import Button",
    ),
    (architecture.third_party_in_firmware, "firmware.devices.bus", "import smbus2"),
    (architecture.third_party_in_firmware, "firmware.station.loop", "import lgpio"),
    (architecture.third_party_in_firmware, "firmware.devices.linux", "import numpy"),
    (asks_for_a_variant, "firmware.table.session", "if ruleset.key == 'russian': pass"),
    (asks_for_a_variant, "firmware.table.session", "if ruleset.title != 'Some game': pass"),
    (asks_for_a_variant, "firmware.table.session", "if name in ('russian', 'brazilian'): pass"),
    (asks_for_a_variant, "firmware.table.session", "match key:\n    case 'english': pass"),
    (asks_for_a_variant, "firmware.notation.pdn", "if ruleset.notation.gametype == '25': pass"),
    (asks_for_a_variant, "host_sim.hands", "x = 1 if variant.key.startswith('int') else 0"),
    (architecture.long_functions, "firmware.rules.board", "def rays():\n" + "    x = 1\n" * 70),
    (architecture.mocks, "tests.test_clock", "from unittest.mock import patch"),
    (architecture.mocks, "tests.test_clock", "from unittest import mock"),
    (architecture.mocks, "tests.test_clock", "import mock"),
    (architecture.sleeping_tests, "tests.test_clock", "import time\ntime.sleep(1)"),
    (architecture.sleeping_tests, "tests.test_clock", "from time import sleep"),
    (architecture.swallowed_errors, "host_sim.world", "try: pass\nexcept: pass"),
    (architecture.swallowed_errors, "host_sim.world", "try: pass\nexcept Exception: pass"),
    (
        architecture.unexplained_silence,
        "host_sim.world",
        "x = y  # type: " + "ignore[attr-defined]",
    ),
    (architecture.unexplained_silence, "host_sim.world", "import x  # no" + "qa: F401"),
]


@pytest.mark.parametrize(("rule", "module", "text"), BROKEN)
def test_a_broken_rule_is_found(rule: Rule, module: str, text: str) -> None:
    assert list(rule(Source(module, text))) != []


KEPT: list[tuple[Rule, str, str]] = [
    (architecture.imports_against_the_arrows, "firmware.table.session", "from ..rules import Game"),
    (
        architecture.imports_against_the_arrows,
        "firmware.__main__",
        "from firmware.station import run",
    ),
    (architecture.imports_against_the_arrows, "host_sim.machine", "import firmware.devices.linux"),
    (architecture.impure_pure_layers, "firmware.station.loop", "import time"),
    (architecture.impure_pure_layers, "firmware.rules.movegen", "import functools, enum"),
    (architecture.third_party_in_firmware, "firmware.devices.linux", "import smbus2"),
    (asks_for_a_variant, "host_sim.soak", "if variant == 'all': pass"),
    (asks_for_a_variant, "firmware.notation.pdn", "if mine.gametype == other.gametype: pass"),
    (architecture.long_functions, "host_sim.world", "def step():\n" + "    x = 1\n" * 69),
    (architecture.unexplained_silence, "host_sim.world", "x = y  # type: ignore  # no stubs there"),
]


@pytest.mark.parametrize(("rule", "module", "text"), KEPT)
def test_a_kept_rule_is_silent(rule: Rule, module: str, text: str) -> None:
    assert list(rule(Source(module, text))) == []


@pytest.mark.parametrize("path", ["home/alice/board", "work/main", "Users/bob/x", "root/.ssh"])
def test_a_path_of_one_machine_is_found(path: str) -> None:
    assert list(architecture.machine_paths("README.md", f"see (/{path})")) != []


@pytest.mark.parametrize(
    "text",
    ["/var/lib/reedboard", "/home/pi/games", "and/or", "firmware/work", "https://a.b/home/x"],
)
def test_other_paths_are_not_taken_for_one_of_a_machine(text: str) -> None:
    assert list(architecture.machine_paths("README.md", text)) == []
