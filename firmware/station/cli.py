"""``python -m firmware run`` and ``python -m firmware doctor``."""

import argparse
import os
import sys
import time
from pathlib import Path
from typing import Any

from firmware.station.config import load_config
from firmware.station.places import DEFAULT_CONFIG, GAMES, JOURNAL, find_wiring
from firmware.station.storage import claim_folder, make_folder


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


def run(args: argparse.Namespace) -> int:
    """Carry out the command that was parsed; the exit code. Raises a ReedboardError."""
    path = args.config or (DEFAULT_CONFIG if DEFAULT_CONFIG.exists() else None)
    return _doctor(path) if args.command == "doctor" else _run(path)


def _doctor(path: Path | None) -> int:
    from firmware.devices.linux import open_bus, open_pins
    from firmware.station.doctor import Host, examine

    healthy = True
    for finding in examine(path, Host(open_bus, open_pins)):
        print(finding, flush=True)
        healthy = healthy and (finding.ok or finding.hint)
    return 0 if healthy else 1


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
