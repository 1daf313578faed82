"""``python -m firmware run`` and ``python -m firmware doctor``."""

import argparse
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from firmware.errors import ConfigError, ReedboardError
from firmware.station.config import Config, load_config
from firmware.station.places import DEFAULT_CONFIG, GAMES, JOURNAL, find_wiring
from firmware.station.storage import claim_folder, make_folder

FIRST_YEAR: Final = 2025
"""A clock that shows an earlier year has not been set since the power came."""


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
    from firmware.station.journal import open_journal
    from firmware.station.loop import Station
    from firmware.station.notify import Notify
    from firmware.station.runner import Runner, Waker
    from firmware.station.writer import WriterThread

    config = load_config(path)
    wiring = load_wiring(find_wiring(config.board.wiring))
    _check_game(config, wiring.squares)
    data_dir = make_folder(config.files.data_dir, "data")
    make_folder(data_dir / GAMES, "data")
    make_folder(config.files.runtime_dir, "runtime")
    claim = claim_folder(data_dir)
    journal = open_journal(data_dir / JOURNAL, boot=_boot_id(), started=_today())
    pins = open_pins(config.board.pins)
    bus = open_bus(config.board.bus)
    writer = WriterThread(journal.writer)
    waker = Waker()
    station = Station(
        config,
        wiring,
        bus,
        pins,
        journal,
        clock_ns=time.monotonic_ns,
        today=_today,
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


def _check_game(config: Config, squares: Sequence[str]) -> None:
    """Find out now, not at the first game, whether section [game] can be played on this board."""
    from firmware.station.loop import default_setup
    from firmware.table.inputs import NewGame
    from firmware.table.session import Session

    try:
        Session(squares).feed(NewGame(default_setup(config, {}), 0))
    except ReedboardError as error:
        raise ConfigError(f"configuration, section [game]: {error}") from error


def _boot_id() -> str:
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except OSError:
        return ""


def _today() -> str:
    """Date and time of the wall clock in ISO 8601; empty while it has not been set."""
    now = time.localtime()
    return time.strftime("%Y-%m-%dT%H:%M:%S%z", now) if now.tm_year >= FIRST_YEAR else ""
