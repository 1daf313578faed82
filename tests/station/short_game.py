"""A whole game of nineteen plies, as what hands do.

A helping opponent loses all twelve men. The fourth move crowns at its end, the seventh takes three
men and is crowned on the way, kings take two and two.
"""

from typing import NamedTuple

from firmware.notation.movewrite import move_text
from firmware.notation.pdn_read import read_pdn
from firmware.notation.replay import replay
from firmware.notation.squares import square_names
from firmware.rules import Color, Game, Move, find_variant

MOVES = (
    "1. a3-b4 d6-c5 2. b4:d6 c7:e5 3. e3-f4 b8-c7 4. f4:b8 h6-g5 5. g3-h4 d8-c7 6. b8:h6 f6-g5"
    " 7. h4:a5 f8-e7 8. h6:a3 h8-g7 9. a5-b6 a7:c5 10. a3:h6"
)


class Turn(NamedTuple):
    """One ply: what is done with men, the button that is then pressed, and the move's text."""

    number: int
    text: str
    lift: str
    deeds: tuple[str, ...]
    """The man is put down, then captured men are taken off."""
    button: str


def short_game() -> Game:
    """The game."""
    (written,) = read_pdn(MOVES)
    return replay(written, find_variant("russian"))


def turns(game: Game) -> list[Turn]:
    """Its plies, in order."""
    names = square_names(game.ruleset).names
    found = []
    for number, (move, before) in enumerate(zip(game.plies, game.positions, strict=False), 1):
        assert isinstance(move, Move)
        found.append(
            Turn(
                number,
                move_text(before, move),
                f"lift {names[move.origin]}",
                (f"drop {names[move.target]}", *(f"aside {names[man]}" for man in move.order)),
                "left" if before.turn is Color.WHITE else "right",
            )
        )
    return found
