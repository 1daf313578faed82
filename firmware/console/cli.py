"""``python -m firmware console``: the page for spectators, players and arbiters."""

import argparse
import sys
from getpass import getpass
from pathlib import Path
from typing import Any

from firmware.console.listening import address_of, listen
from firmware.errors import ExtraMissing, InputError
from firmware.station.config import Config, load_config
from firmware.station.places import DEFAULT_CONFIG, GAMES


def add_parser(subparsers: Any) -> None:
    """Add the command to argparse's sub-commands."""
    text = "the page for spectators, players and arbiters"
    parser = subparsers.add_parser("console", help=text, description=text)
    parser.add_argument("--config", type=Path, metavar="FILE", help="as for run")
    parser.add_argument("--host", metavar="H", help="address to listen at")
    parser.add_argument("--port", type=int, metavar="N", help="port to listen at")
    parser.add_argument(
        "--board",
        action="append",
        metavar="NAME=PLACE",
        help="a station's socket, or board N of another console as http://HOST:PORT#N;"
        " several times for several boards (default: this machine's station)",
    )
    parser.add_argument("--set-pin", action="store_true", help="print the line to be configured")


def run(args: argparse.Namespace) -> int:
    """Serve until Ctrl-C. Raises ReedboardError for what is not understood."""
    from firmware.console.door import Door, hash_pin, new_pin

    if args.set_pin:
        line = f'pin = "{hash_pin(_typed_pin())}"'
        print("# in section [console] of the configuration:", line, sep="\n")
        return 0
    try:
        from firmware.console.app import app_for
        from firmware.console.qr import qr_text
        from firmware.console.serving import server_of
    except ModuleNotFoundError as error:
        raise ExtraMissing(
            f"the console needs {error.name!r}, which is not installed; "
            "run 'make venv' in the project's folder and start it with .venv/bin/python, "
            "or there: pip install '.[console]'"
        ) from None
    from firmware.console.archive import Archive
    from firmware.console.hall import Hall

    path = args.config or (DEFAULT_CONFIG if DEFAULT_CONFIG.exists() else None)
    config = load_config(path)
    settings = config.console
    pin = "" if settings.pin else new_pin()
    hall = Hall(
        Door(settings.pin or hash_pin(pin)),
        Archive(config.files.data_dir / GAMES),
        settings.open_games,
    )
    hall.seat(_places(args, config), settings.delay_minutes * 60.0, settings.confirm_results)
    port = settings.port if args.port is None else args.port
    listener = listen(args.host or settings.host, port)
    address = address_of(listener)
    if sys.stdout.isatty():
        print(qr_text(address))
    print(f"The console is at {address}  (Ctrl-C ends)", flush=True)
    if pin:
        print(
            f"The arbiter's PIN is {pin}, until the next start; --set-pin makes a lasting one.",
            flush=True,
        )
    server_of(app_for(hall, address)).run(sockets=[listener])
    return 0


def _typed_pin() -> str:
    """Unseen at a terminal, else a line of standard input; empty where there is none."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n")
    try:
        return getpass("PIN, 4 to 12 digits: ")
    except EOFError:
        return ""


def _places(args: argparse.Namespace, config: Config) -> list[Any]:
    from firmware.console.hall import Place

    if not args.board:
        return [Place("1", config.files.socket_path)]
    places = []
    for text in args.board:
        name, equals, at = text.partition("=")
        if not (equals and name.strip() and at):
            raise InputError(f"--board {text!r} is not understood; write NAME=PLACE")
        if at.startswith(("http://", "https://")):
            address, _, number = at.partition("#")
            if number and not number.isdecimal():
                raise InputError(f"--board {text!r}: what stands after # must be a board's number")
            places.append(Place(name.strip(), address, int(number or 1)))
        else:
            places.append(Place(name.strip(), Path(at).expanduser()))
    return places
