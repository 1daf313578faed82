"""``python -m firmware run`` and ``python -m firmware doctor``."""

import argparse
import os
import sys
import time
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

from firmware.errors import BusError, ConfigError, InputError, WiringError
from firmware.station.config import load_config
from firmware.station.doctor.finding import Finding
from firmware.station.places import DEFAULT_CONFIG, GAMES, JOURNAL, find_wiring
from firmware.station.storage import claim_folder, folder_is_claimed, make_folder


def add_parser(subparsers: Any) -> None:
    """Add both commands to argparse's sub-commands."""
    for name, text in (
        ("run", "run the board"),
        ("doctor", "check the board, and say what to do about each failure"),
    ):
        parser = subparsers.add_parser(name, help=text, description=text)
        parser.add_argument(
            "--config",
            type=Path,
            metavar="FILE",
            help=f"configuration (default: {DEFAULT_CONFIG} if it is there, else built-in values)",
        )
        if name == "doctor":
            parser.add_argument(
                "--walk", action="store_true", help="try every square, light, button and display"
            )
            parser.add_argument(
                "--report", type=Path, metavar="FILE", help="write what was found, for a bug report"
            )


def run(args: argparse.Namespace) -> int:
    """Carry out the command that was parsed; the exit code. Raises a ReedboardError."""
    path = args.config or (DEFAULT_CONFIG if DEFAULT_CONFIG.exists() else None)
    return _doctor(path, args.walk, args.report) if args.command == "doctor" else _run(path)


def _doctor(path: Path | None, walk: bool, report_to: Path | None) -> int:
    from firmware.devices.linux import open_bus, open_pins
    from firmware.station.doctor.examine import Host, examine
    from firmware.station.doctor.report import private_words, report

    findings = []
    for finding in chain(examine(path, Host(open_bus, open_pins)), _walk(path) if walk else ()):
        print(finding, flush=True)
        findings.append(finding)
    if report_to is not None:
        try:
            report_to.write_text(report(findings, private_words()), encoding="utf-8")
        except OSError as error:
            raise InputError(
                f"{report_to}: the report cannot be written ({error.strerror}); name another file."
            ) from error
    return 0 if all(finding.ok or finding.hint for finding in findings) else 1


def _walk(path: Path | None) -> Iterator[Finding]:
    from firmware.devices.linux import open_bus, open_pins
    from firmware.devices.wiring import load_wiring
    from firmware.station.doctor.person import Keyboard
    from firmware.station.doctor.throttling import answer_of, throttling
    from firmware.station.doctor.walk import Walk

    try:
        config = load_config(path)
        wiring = load_wiring(find_wiring(config.board.wiring))
        if folder_is_claimed(config.files.data_dir):
            yield Finding(False, "walk", "a station has the board: sudo systemctl stop reedboard")
            return
        bus = open_bus(config.board.bus)
    except (ConfigError, WiringError, BusError):
        yield Finding(False, "walk", "it cannot begin; do first what is said above")
        return
    pins = config.board.pins
    yield from Walk(
        wiring,
        bus,
        lambda: open_pins(pins),
        Keyboard(),
        time.monotonic_ns,
        lambda: throttling(Path("/"), answer_of),
    ).findings()
    bus.close()


def _run(path: Path | None) -> int:
    # The station's modules are imported once the configuration is known to be good.
    from firmware.devices.linux import open_bus, open_pins
    from firmware.devices.wiring import load_wiring
    from firmware.station.archive import inspect_journal
    from firmware.station.calendar import today_here
    from firmware.station.default_game import check_game
    from firmware.station.journal import open_journal
    from firmware.station.loop import Station
    from firmware.station.notify import Notify
    from firmware.station.runner import Runner, Waker
    from firmware.station.writer import WriterThread

    config = load_config(path)
    wiring = load_wiring(find_wiring(config.board.wiring))
    check_game(config, wiring.squares, str(path or "configuration"))
    data_dir = config.files.data_dir
    # What is there is looked at first; what is not there is made once the hardware is found.
    claim = claim_folder(make_folder(data_dir, "data")) if data_dir.exists() else None
    inspect_journal(data_dir / JOURNAL)
    pins = open_pins(config.board.pins)
    bus = open_bus(config.board.bus)
    make_folder(data_dir / GAMES, "data")
    make_folder(config.files.runtime_dir, "runtime")
    claim = claim or claim_folder(data_dir)
    journal = open_journal(data_dir / JOURNAL, boot=_boot_id(), started=today_here())
    writer = WriterThread(journal.writer)
    waker = Waker()
    station = Station(
        config,
        wiring,
        bus,
        pins,
        journal,
        clock_ns=time.monotonic_ns,
        today=today_here,
        on_edge=waker.ring,
        log=lambda line: print(line, file=sys.stderr, flush=True),
    )
    runner = Runner(
        station, waker, config.files.socket_path, Notify(os.environ), config.board.scan_ms
    )
    writer.start()
    runner.run()
    station.close()
    writer.stop()
    pins.close()
    bus.close()
    waker.close()
    claim.close()
    return 0


def _boot_id() -> str:
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except OSError:
        return ""
