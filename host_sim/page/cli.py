"""``python -m host_sim``: the board as a page in the browser, to play with."""

import argparse
from pathlib import Path
from typing import Any, Final

from firmware.console.listening import address_of, listen
from firmware.errors import ExtraMissing
from firmware.rules import find_variant
from firmware.table.policy import POLICIES, find_policy
from host_sim.script.language import read_line
from host_sim.script.setting import Setting

HOST: Final = "127.0.0.1"
PORT: Final = 8400
MESSAGE_MAX: Final = 512 * 1024
"""A scenario or a recorded game may be dropped on the page."""


def add_parser(subparsers: Any) -> None:
    """Add the command to argparse's sub-commands."""
    text = "the board as a page in the browser (what happens without a command)"
    parser = subparsers.add_parser("page", help=text, description=text)
    parser.add_argument("--board", metavar="B", help="such as 8x8 (default: the game's own)")
    parser.add_argument("--variant", metavar="V", default="russian", help="the game")
    parser.add_argument("--clock", metavar="C", default="300", help="seconds, 300+3, or none")
    parser.add_argument("--policy", choices=list(POLICIES), default="casual")
    parser.add_argument("--port", type=int, default=PORT, metavar="N", help=f"default: {PORT}")
    parser.add_argument(
        "--socket", type=Path, metavar="PATH", help="the station's socket, for a console"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of hands and contacts")


def run(args: argparse.Namespace) -> int:
    """Serve the page until Ctrl-C. Raises ReedboardError for what is not understood."""
    try:
        from firmware.console.serving import server_of
        from host_sim.page.server import Table, app_for
    except ModuleNotFoundError as error:
        raise ExtraMissing(
            f"the page needs {error.name!r}, which is not installed; "
            "run 'make sim' in the project's folder, or there: pip install '.[console]'"
        ) from None
    setting = _setting(args)
    listener = listen(HOST, args.port)
    table = Table(setting, args.seed, args.socket)
    table.bench.start()
    print(f"The board is at {address_of(listener)}  (Ctrl-C ends)", flush=True)
    server_of(app_for(table), MESSAGE_MAX).run(sockets=[listener])
    return 0


def _setting(args: argparse.Namespace) -> Setting:
    setting = Setting(ruleset=find_variant(args.variant), policy=find_policy(args.policy).name)
    for line in [f"clock {args.clock}"] + ([f"board {args.board}"] if args.board else []):
        read = read_line(setting, line)
        assert isinstance(read, Setting)
        setting = read
    return setting
