"""A position: which pieces stand where, and whose turn it is. An immutable value."""

from typing import NamedTuple

from firmware.errors import InvalidPosition
from firmware.rules.bitboard import Bitboard, Square
from firmware.rules.board import Color
from firmware.rules.move import Move
from firmware.rules.ruleset import Crowning, Ruleset
from firmware.rules.side import Side, side_of

_new = tuple.__new__


class Position(NamedTuple):
    """A diagram with the side to move, as that side sees it.

    **Equality** is the one of the repetition rule: same pieces on the same squares, the same side
    to move, and the same of whatever else the rules ask for (:class:`Side`). How often or by which
    moves it was reached plays no part. The generator never asks how a position arose;
    :meth:`setup` is the door for diagrams.
    """

    own: Bitboard
    """Pieces of the side to move."""
    foe: Bitboard
    """Pieces of the other side."""
    kings: Bitboard
    """Kings of both sides."""
    side: Side

    @classmethod
    def setup(
        cls,
        ruleset: Ruleset,
        white: Bitboard,
        black: Bitboard,
        kings: Bitboard,
        turn: Color,
        ply: int = 0,
    ) -> "Position":
        """The position with these pieces; ``kings`` says which of them are kings.

        ``ply`` counts the plies already made in this turn, in games where a turn has several.
        Raises :class:`InvalidPosition` with every reason why no game can come to it.
        """
        if reasons := _objections(ruleset, white, black, kings):
            raise InvalidPosition("impossible position: " + "; ".join(reasons))
        own, foe = (white, black) if turn is Color.WHITE else (black, white)
        return cls(own, foe, kings, side_of(ruleset, turn, ply))

    @classmethod
    def start(cls, ruleset: Ruleset) -> "Position":
        """The position a game begins with."""
        white, black = ruleset.start
        return cls.setup(ruleset, white, black, 0, ruleset.first, ruleset.opening_ply)

    @property
    def ruleset(self) -> Ruleset:
        """The game this is a position of."""
        return self.side.ruleset

    @property
    def turn(self) -> Color:
        """The side to move."""
        return self.side.color

    @property
    def white(self) -> Bitboard:
        """White's pieces."""
        return self.own if self.side.color is Color.WHITE else self.foe

    @property
    def black(self) -> Bitboard:
        """Black's pieces."""
        return self.foe if self.side.color is Color.WHITE else self.own

    @property
    def occupied(self) -> Bitboard:
        """All pieces: the picture a board with reeds shows."""
        return self.own | self.foe

    @property
    def men(self) -> Bitboard:
        """The men of both sides."""
        return (self.own | self.foe) & ~self.kings

    def pieces(self, color: Color) -> Bitboard:
        """The pieces of one colour."""
        return self.own if self.side.color is color else self.foe

    def owner(self, square: Square) -> Color | None:
        """Whose piece stands there."""
        if self.own >> square & 1:
            return self.side.color
        return self.side.color.other if self.foe >> square & 1 else None

    def is_king(self, square: Square) -> bool:
        """Whether a king stands there."""
        return bool(self.kings >> square & 1)

    def after(self, move: Move) -> "Position":
        """The position this move leads to. Applies the move and does not judge it."""
        own, foe, kings, side = self
        own ^= move.flips
        foe ^= move.foe_flips
        kings = kings & move.ranks ^ move.king_flips
        after = side.next_by_king if move.king else side.next_by_man
        if after is None:
            after = side.after(move, own & ~kings, foe & ~kings)
            if after.color is side.color:
                own, foe = foe, own
        return _new(Position, (foe, own, kings, after))

    def __repr__(self) -> str:
        return (
            f"Position.setup(find_variant({self.ruleset.key!r}), {self.white:#x}, {self.black:#x}, "
            f"{self.kings:#x}, Color.{self.turn.name}, {self.side.ply})"
        )

    def under(self, ruleset: Ruleset) -> "Position":
        """The same diagram and turn in another game on the same board."""
        diagram = Position.setup(ruleset, self.white, self.black, self.kings, self.turn)
        return diagram._replace(side=self.side.under(ruleset))


def _objections(ruleset: Ruleset, white: Bitboard, black: Bitboard, kings: Bitboard) -> list[str]:
    board = ruleset.board
    reasons = []
    if (white | black | kings) & ~board.full:
        reasons.append(f"a piece stands outside the {board.size} squares of the board")
    if both := white & black:
        reasons.append(f"{both.bit_count()} square(s) hold a white and a black piece at once")
    if kings & ~(white | black):
        reasons.append("a king is named on an empty square")
    for color, pieces in ((Color.WHITE, white), (Color.BLACK, black)):
        name, most = color.name.capitalize(), ruleset.men[color]
        if pieces.bit_count() > most:
            reasons.append(f"{name} has {pieces.bit_count()} pieces, at most {most} are possible")
        if stuck := pieces & ~kings & ruleset.crowned_on(color):
            reasons.append(
                f"{name} has {stuck.bit_count()} man (men) on the row where men are crowned"
            )
    if kings and ruleset.crowning is Crowning.LEAVES:
        reasons.append(f"{ruleset.title} has no kings")
    return reasons
