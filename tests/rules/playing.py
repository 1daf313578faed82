"""Positions and games of any variant, with moves written by letters as White sees the board."""

from firmware.notation.fen import parse_fen
from firmware.rules import Color, Game, Move, Position, Reason, find_variant, legal_moves


def at(key: str, fen: str) -> Position:
    return parse_fen(fen, find_variant(key))


def written(position: Position, move: Move) -> str:
    """Every landing of a move."""
    coords = position.ruleset.board.coords
    squares = (coords[square] for square in move.path)
    sign = "x" if move.captured else "-"
    return sign.join(f"{chr(ord('a') + file)}{rank + 1}" for file, rank in squares)


def moves(position: Position) -> set[str]:
    return {written(position, move) for move in legal_moves(position)}


def named(position: Position, text: str) -> Move:
    (move,) = (move for move in legal_moves(position) if written(position, move) == text)
    return move


def play(key: str, fen: str, texts: str) -> Game:
    ruleset = find_variant(key)
    game = Game.start(ruleset, parse_fen(fen, ruleset))
    for text in texts.split():
        game = game.play(named(game.position, text))
    return game


def won(game: Game) -> tuple[Color | None, Reason]:
    assert game.outcome is not None
    return game.outcome.winner, game.outcome.reason
