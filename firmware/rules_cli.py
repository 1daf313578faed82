"""``python -m firmware rules``: what the rules know, for people and other programs.

It stands beside the rules and not among them, for it reads and writes notation.
"""

import argparse
import json
import re
from collections.abc import Iterator
from typing import Any

from firmware.notation.fen import parse_fen
from firmware.notation.movewrite import move_text
from firmware.notation.squares import square_name
from firmware.openings import drawn_openings
from firmware.rules import VARIANTS, Move, Position, Ruleset, find_variant, legal_moves, perft
from firmware.rules.describe import axes, draws, table
from firmware.rules.options import OPTIONS
from firmware.rules.presets import controls_of


def add_parser(subparsers: Any) -> None:
    """Add the command ``rules`` to argparse's sub-commands."""
    text = "list variants, legal moves, sizes of move trees"
    actions = subparsers.add_parser("rules", help=text, description=text).add_subparsers(
        dest="action", metavar="ACTION", required=True
    )
    actions.add_parser("list", help="the variants, one a line")
    actions.add_parser("table", help="all variants with what tells them apart, as Markdown")
    shown = actions.add_parser("show", help="one variant: its rules, options, time controls")
    actions.add_parser("openings", help="the drawn openings that come with the firmware")
    moves = actions.add_parser("moves", help="the legal moves, one a line, sorted")
    count = actions.add_parser("perft", help="how many ways there are to play 1, 2, ... plies")
    for parser in (shown, moves, count):
        parser.add_argument(
            "variant", metavar="VARIANT", help="such as russian, or pool+white_first with an option"
        )
    moves.add_argument("--json", action="store_true", help="one JSON object a line")
    count.add_argument("depth", metavar="DEPTH", type=plies, help="plies")
    for parser in (moves, count):
        parser.add_argument(
            "--fen", help="position; squares as numbers or letters (default: start)"
        )


def run(args: argparse.Namespace) -> int:
    """Carry out the action that was parsed; the exit code."""
    match args.action:
        case "list":
            for key, ruleset in VARIANTS.items():
                print(f"{key:<15} {ruleset.title}")
            return 0
        case "table":
            print(table(VARIANTS.values()), end="")
            return 0
        case "openings":
            for opening in drawn_openings():
                how = " ".join(opening.line) or " ".join(filter(None, opening.flown))
                print(f"{opening.label:<8} {how:<32} {opening.table}")
            return 0
        case "show":
            print("\n".join(_shown(find_variant(args.variant))))
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


def _shown(ruleset: Ruleset) -> Iterator[str]:
    for name, words in axes(ruleset).items():
        yield f"{name:<22}{words}".rstrip()
    yield f"{'text':<22}{ruleset.text}"
    for words in draws(ruleset):
        yield f"{'drawn by':<22}{words}"
    for option in OPTIONS:
        if option.is_for(ruleset):
            yield f"{'option ' + option.name:<30}{option.meaning}"
    for control in controls_of(ruleset):
        yield f"{'time control ' + control.name:<34}{control.control:<18}{control.title}"


def plies(text: str) -> int:
    """A number of plies, at least one."""
    if not (text.isascii() and text.isdecimal() and int(text) >= 1):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of plies; 1 is the least")
    return int(text)


def _written_moves(position: Position) -> Iterator[tuple[str, Move]]:
    moves = legal_moves(position)
    written = {move_text(position, move, moves): move for move in moves}
    yield from sorted(written.items(), key=lambda item: _in_order(item[0]))


def _in_order(text: str) -> list[tuple[int, str]]:
    """A key by which texts are sorted letter by letter and number by number: 4-9 before 31-27."""
    return [(int(part or 0), rest) for part, rest in re.findall(r"(\d*)(\D*)", text)]


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
