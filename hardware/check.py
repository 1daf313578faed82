"""``python -m hardware.check``: what KiCad and ngspice say of the generated files.

ERC of both schematics, DRC of both boards with schematic parity, every net of KiCad's own netlist
against the generator's, and the margins of all SPICE decks. Exit 0 if all hold, 1 if not, 2 if a
program is missing. ``--install`` gets what is missing first, where that can be done; with ``--ci``
a program that can't be had is said and is no failure.
"""

import argparse
import json
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from hardware import tools
from hardware.gen import spice
from hardware.gen.hub import hub
from hardware.gen.model import Board
from hardware.gen.tile import tile

KICAD = Path(__file__).parent / "kicad"
SPICE = Path(__file__).parent / "spice"

Finding = tuple[bool, str]
"""Whether it holds, and the line that says so."""


def main(arguments: list[str] | None = None) -> int:
    """Run the command; return its exit code."""
    parser = argparse.ArgumentParser(prog="python -m hardware.check", description=__doc__)
    parser.add_argument("--install", action="store_true", help="install KiCad and ngspice if root")
    parser.add_argument("--ci", action="store_true", help="a missing program is no failure")
    options = parser.parse_args(arguments)
    if options.install:
        tools.install()
    missing = False
    findings: list[Finding] = []
    for name, version, checks in (
        ("KiCad 9", tools.kicad(), boards),
        ("ngspice", tools.ngspice(), margins),
    ):
        if version is None:
            missing = True
            print(f"SKIP  {name} is not here: its checks were not run")
            continue
        print(f"      with {name}: {version}")
        for finding in checks():
            findings.append(finding)
            print(f"{'OK  ' if finding[0] else 'FAIL'}  {finding[1]}")
    if missing:
        print(tools.HOW)
    if not all(ok for ok, _ in findings):
        return 1
    return 2 if missing and not options.ci else 0


def boards() -> Iterator[Finding]:
    """ERC, DRC and netlist of both boards."""
    with tempfile.TemporaryDirectory() as folder:
        for board in (tile(), hub()):
            yield _erc(board, Path(folder))
            yield _drc(board, Path(folder))
            yield _netlist(board, Path(folder))


def _erc(board: Board, folder: Path) -> Finding:
    report = folder / "erc.json"
    _kicad("sch", "erc", report, KICAD / f"{board.name}.kicad_sch", "--severity-all")
    sheets: list[dict[str, Any]] = json.loads(report.read_text())["sheets"]
    count = sum(len(sheet["violations"]) for sheet in sheets)
    return count == 0, f"{board.name}: ERC, {count} violations"


def _drc(board: Board, folder: Path) -> Finding:
    report = folder / "drc.json"
    source = KICAD / f"{board.name}.kicad_pcb"
    _kicad("pcb", "drc", report, source, "--severity-all", "--schematic-parity")
    found: dict[str, Any] = json.loads(report.read_text())
    counts = {
        "violations": len(found["violations"]),
        "unconnected": len(found["unconnected_items"]),
        "differences from the schematic": len(found["schematic_parity"]),
    }
    said = ", ".join(f"{count} {what}" for what, count in counts.items())
    return not any(counts.values()), f"{board.name}: DRC, {said}"


def _kicad(kind: str, check: str, report: Path, source: Path, *options: str) -> None:
    report.unlink(missing_ok=True)
    done = tools.run("kicad-cli", kind, check, "--format", "json", *options, "-o", report, source)
    assert report.is_file(), f"kicad-cli {kind} {check} wrote no report: {done.stderr}"


def _netlist(board: Board, folder: Path) -> Finding:
    """KiCad's netlist of the schematic against the circuit it was drawn from."""
    out = folder / "netlist.xml"
    source = KICAD / f"{board.name}.kicad_sch"
    tools.run("kicad-cli", "sch", "export", "netlist", "--format", "kicadxml", "-o", out, source)
    root = ElementTree.parse(out).getroot()
    theirs = {
        (str(net.get("name")).lstrip("/"), str(node.get("ref")), str(node.get("pin")))
        for net in root.iter("net")
        for node in net.iter("node")
        if not str(net.get("name")).startswith("unconnected-")
    }
    ours = {(net, ref, pin) for net in board.nets() for ref, pin in board.pins_of(net)}
    wrong = len(theirs ^ ours)
    return wrong == 0, f"{board.name}: netlist, {len(ours)} pins on nets, {wrong} differ"


def margins() -> Iterator[Finding]:
    """What every deck gives, against its limits."""
    results = {name: simulate(SPICE / f"{name}.cir") for name in spice.decks()}
    for limit in spice.LIMITS:
        value = results[limit.deck].get(limit.name)
        bounds = f"{limit.low:g} to {limit.high:g} {limit.unit}"
        if value is None:
            yield False, f"{limit.deck}: {limit.name} was not computed"
            continue
        holds = limit.low <= value <= limit.high
        line = f"{limit.deck}: {limit.name} {value:.3g} {limit.unit}, {bounds}: {limit.why}"
        yield holds, line


def simulate(deck: Path) -> dict[str, float]:
    """The results that a deck prints."""
    said = tools.run("ngspice", "-b", deck).stdout
    found = re.findall(r"^(\w+)\s*=\s*([-+\d.eE]+)", said, re.MULTILINE)
    return {name: float(value) for name, value in found}


if __name__ == "__main__":
    sys.exit(main())
