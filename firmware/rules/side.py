"""Whose turn it is, and all else that a diagram does not show but the rules ask for.

In most games that is a colour. Where a turn has several plies it is also which of them comes now,
and where a king may not move for ever it is how often each side's king has. A :class:`Side` is that
state, one object for each, so that sides compare by identity and a position stays four fields.
"""

from functools import cache
from typing import TYPE_CHECKING, TypeAlias

from firmware.rules.bitboard import Square
from firmware.rules.board import Color

if TYPE_CHECKING:
    from firmware.rules.move import Move
    from firmware.rules.ruleset import Ruleset

Run: TypeAlias = tuple[Square, int] | None
"""A king that has just moved quietly: where it stands, and how many times in a row; None: none."""

Runs: TypeAlias = tuple[Run, Run]
"""White's and Black's."""

NO_RUNS: Runs = (None, None)


class Side:
    """A game seen from the colour on move: what a position needs to say whose turn it is."""

    __slots__ = (
        "_with_runs",
        "color",
        "next",
        "next_by_king",
        "next_by_man",
        "ply",
        "ruleset",
        "runs",
    )

    color: Color
    ply: int
    """Plies already made in this turn."""
    runs: Runs
    """Kept where :attr:`Ruleset.king_run` limits them."""
    next: "Side"
    """The side whose ply comes after this one's, no king having run."""
    next_by_man: "Side | None"
    """That side, if it comes after every move of a man and is the other colour's; else None."""
    next_by_king: "Side | None"
    """The same for moves of a king."""
    ruleset: "Ruleset"

    def __init__(self, ruleset: "Ruleset", color: Color, ply: int, runs: Runs = NO_RUNS) -> None:
        self.ruleset, self.color, self.ply, self.runs = ruleset, color, ply, runs
        self._with_runs: dict[Runs, Side] = {NO_RUNS: self} if runs == NO_RUNS else {}

    def follow_with(self, after: "Side") -> None:
        """Say which side's ply comes next."""
        self.next = after
        by_man = after.color is not self.color and self.runs == NO_RUNS
        self.next_by_man = after if by_man else None
        self.next_by_king = after if by_man and self.ruleset.king_run is None else None

    def with_runs(self, runs: Runs) -> "Side":
        """The one object for this side after these runs; asked of the side without any."""
        side = self._with_runs.get(runs)
        if side is None:
            side = self._with_runs[runs] = Side(self.ruleset, self.color, self.ply, runs)
            side.follow_with(self.next)
        return side

    @property
    def banned(self) -> Square | None:
        """The square of a king that has run as often as it may, and may only capture now."""
        run = self.runs[self.color]
        return run[0] if run and run[1] == self.ruleset.king_run else None

    def after(self, move: "Move", own_men: int, foe_men: int) -> "Side":
        """The side to move after this one's move, which leaves the sides these men.

        A run ends with any other move of that side, with the king's capture, and with the last man.
        """
        if self.ruleset.king_run is None:
            return self.next
        color = self.color
        own, foe = self.runs[color], self.runs[1 - color]
        if foe and (not foe_men or move.captured >> foe[0] & 1):
            foe = None
        if move.king and own_men and not move.captured:
            own = move.target, own[1] + 1 if own and own[0] == move.origin else 1
        else:
            own = None
        return self.next.with_runs((foe, own) if color else (own, foe))

    def under(self, ruleset: "Ruleset") -> "Side":
        """The side with the same turn in another game."""
        if ruleset == self.ruleset:
            return self
        return side_of(ruleset, self.color, min(self.ply, ruleset.turn_plies - 1))

    def __repr__(self) -> str:
        return f"<{self.color.name} of {self.ruleset.key}, ply {self.ply}, runs {self.runs}>"


def sides_of(ruleset: "Ruleset") -> tuple[Side, Side]:
    """White and Black at the beginning of a turn; equal rulesets share them."""
    return side_of(ruleset, Color.WHITE), side_of(ruleset, Color.BLACK)


def side_of(ruleset: "Ruleset", color: Color, ply: int = 0, runs: Runs = NO_RUNS) -> Side:
    """The one object for a colour that has made some plies of its turn, kings having run so."""
    return _cycle(ruleset)[color, ply].with_runs(runs)


@cache
def _cycle(ruleset: "Ruleset") -> dict[tuple[Color, int], Side]:
    """The plies of both turns, each side knowing the next."""
    keys = [(color, ply) for color in Color for ply in range(ruleset.turn_plies)]
    sides = {key: Side(ruleset, *key) for key in keys}
    for key, after in zip(keys, (*keys[1:], keys[0]), strict=True):
        sides[key].follow_with(sides[after])
    return sides
