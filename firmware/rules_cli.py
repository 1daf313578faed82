"""``python -m firmware rules``: what the rules know, for people and other programs.

It stands beside the rules and not among them, for it reads and writes notation.
"""

import argparse
import json
from collections.abc import Iterator
from typing import Any

from firmware.notation.fen import parse_fen
from firmware.notation.movewrite import move_text
from firmware.notation.squares import square_name
from firmware.rules import VARIANTS, Move, Position, find_variant, legal_moves, perft


def add_parser(subparsers: Any) -> None:
    """Add the command ``rules`` to argparse's sub-commands."""
    text = "list variants, legal moves, sizes of move trees"
    actions = subparsers.add_parser("rules", help=text, description=text).add_subparsers(
        dest="action", metavar="ACTION", required=True
    )
    actions.add_parser("list", help="the variants, one a line")
    moves = actions.add_parser("moves", help="the legal moves, one a line, sorted")
    count = actions.add_parser("perft", help="how many ways there are to play 1, 2, ... plies")
    for parser in (moves, count):
        parser.add_argument("variant", metavar="VARIANT", help="such as russian; see rules list")
    moves.add_argument("--json", action="store_true", help="one JSON object a line")
    count.add_argument("depth", metavar="DEPTH", type=plies, help="plies")
    for parser in (moves, count):
        parser.add_argument(
            "--fen", help="position; squares as numbers or letters (default: start)"
        )


def run(args: argparse.Namespace) -> int:
    """Carry out the action that was parsed; the exit code."""
    if args.action == "list":
        for key, ruleset in VARIANTS.items():
            print(f"{key:<15} {ruleset.title}")
        return 0
    ruleset = find_variant(args.variant)
    position = Position.start(ruleset) if args.fen is None else parse_fen(args.fen, ruleset)
    if args.action == "perft":
        for depth in range(1, args.depth + 1):
            print(depth, perft(position, depth), flush=True)
    else:
        for text, move in _written_moves(position):
            print(_as_json(position, text, move) if args.json else text)
    return 0


def plies(text: str) -> int:
    """A number of plies, at least one; argparse names the function in its message."""
    depth = int(text)
    if depth < 1:
        raise argparse.ArgumentTypeError(f"{depth} plies: at least 1 is needed")
    return depth


def _written_moves(position: Position) -> Iterator[tuple[str, Move]]:
    moves = legal_moves(position)
    written = {move_text(position, move, moves): move for move in moves}
    yield from sorted(written.items())


def _as_json(position: Position, text: str, move: Move) -> str:
    def names(squares: tuple[int, ...]) -> list[str]:
        return [square_name(position.ruleset, square) for square in squares]

    origin, *_, target = names(move.path)
    return json.dumps(
        {
            "from": origin,
            "to": target,
            "captured": names(move.order),
            "path": names(move.path),
            "text": text,
        }
    )
