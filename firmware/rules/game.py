"""A game: a start and the plies made since. An immutable value; each change makes a new one."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias, assert_never

from firmware.errors import IllegalMove
from firmware.rules.bitboard import Bitboard
from firmware.rules.board import Color
from firmware.rules.draws import men_stand, same_balance
from firmware.rules.move import Move
from firmware.rules.movegen import legal_moves, results
from firmware.rules.outcome import Counter, Outcome, Reason
from firmware.rules.position import Position
from firmware.rules.ruleset import Ruleset, Stuck


@dataclass(frozen=True)
class Put:
    """A ply that is no legal move: side ``by`` acted, and now ``position`` stands, turn included.

    An irregular move that was accepted, a correction by the arbiter, the story after an outage.
    """

    position: Position
    by: Color


Ply: TypeAlias = Move | Put


@dataclass(frozen=True)
class Game:
    """What has been played, from the start position on. Make one with :meth:`start`."""

    ruleset: Ruleset
    positions: tuple[Position, ...]
    """The start, then the position after each ply."""
    plies: tuple[Ply, ...]
    tallies: tuple[tuple[int, ...], ...]
    """For each position, what each draw rule of the ruleset has counted so far."""

    @classmethod
    def start(cls, ruleset: Ruleset, position: Position | None = None) -> "Game":
        """A game that has just begun, from ``position`` or from the ruleset's own start."""
        first = Position.start(ruleset) if position is None else position.under(ruleset)
        tallies = tuple(rule.tally(0, (first,), anew=True) for rule in ruleset.draws)
        return cls(ruleset, (first,), (), (tallies,))

    @property
    def first(self) -> Position:
        """The position the game began with."""
        return self.positions[0]

    @property
    def position(self) -> Position:
        """The position that stands now."""
        return self.positions[-1]

    @property
    def turn(self) -> Color:
        """The side to move."""
        return self.position.turn

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """The legal moves."""
        return legal_moves(self.position)

    @cached_property
    def results(self) -> Mapping[Bitboard, tuple[Move, ...]]:
        """The legal moves by the picture each leads to."""
        return results(self.position)

    @cached_property
    def _played(self) -> dict[Move, "Game"]:
        """Games after moves that were asked for: a table asks again with every picture."""
        return {}

    def play(self, move: Move) -> "Game":
        """The game after a legal move. Raises :class:`IllegalMove` for any other."""
        if (known := self._played.get(move)) is not None:
            return known
        for legal in self.moves:
            if legal == move:
                self._played[legal] = self._extended(legal, self.position.after(legal))
                return self._played[legal]
        raise IllegalMove(
            f"square {move.origin} to {move.target} is not a legal move of {self.turn.name.lower()}"
        )

    def put(self, position: Position, by: Color) -> "Game":
        """The game after side ``by`` brought this position about otherwise than by a legal move."""
        position = position.under(self.ruleset)
        return self._extended(Put(position, by), position)

    def _extended(self, ply: Ply, position: Position) -> "Game":
        positions = (*self.positions, position)
        anew = isinstance(ply, Put) and not (
            men_stand(self.position, position) and same_balance(self.position, position)
        )
        tallies = tuple(
            rule.tally(tally, positions, anew=anew)
            for rule, tally in zip(self.ruleset.draws, self.tallies[-1], strict=True)
        )
        return Game(self.ruleset, positions, (*self.plies, ply), (*self.tallies, tallies))

    def take_back(self, plies: int = 1) -> "Game":
        """The game as it was some plies ago. Raises :class:`IllegalMove` if it is shorter."""
        if not 0 <= plies <= len(self.plies):
            raise IllegalMove(f"cannot take back {plies} plies of a game of {len(self.plies)}")
        kept = len(self.plies) - plies
        return Game(
            self.ruleset,
            self.positions[: kept + 1],
            self.plies[:kept],
            self.tallies[: kept + 1],
        )

    @property
    def counters(self) -> tuple[Counter, ...]:
        """The draw rules that are running, in the ruleset's order."""
        counters = (
            rule.counter(tally, self.ruleset.plies_a_move)
            for rule, tally in zip(self.ruleset.draws, self.tallies[-1], strict=True)
        )
        return tuple(counter for counter in counters if counter)

    @property
    def taken(self) -> tuple[int, int]:
        """How many pieces White and Black have captured.

        By a :class:`Put` a side has captured what the other has lost.
        """
        taken = [0, 0]
        for before, ply, after in zip(self.positions, self.plies, self.positions[1:], strict=False):
            if isinstance(ply, Move):
                taken[before.turn] += ply.captured.bit_count()
            else:
                foe = ply.by.other
                lost = before.pieces(foe).bit_count() - after.pieces(foe).bit_count()
                taken[ply.by] += max(0, lost)
        return taken[Color.WHITE], taken[Color.BLACK]

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the game has ended by the board alone: won, nothing can move, or by a draw rule."""
        decided = self.ruleset.decided
        if decided and (won := decided(self.position)):
            return Outcome(*won, self.ruleset.lost)
        if not self.moves:
            reason = Reason.NO_MOVES if self.position.own else Reason.NO_PIECES
            return Outcome(self._winner_if_stuck, reason, self.ruleset.lost)
        for counter in self.counters:
            if counter.count >= counter.limit:
                counted = self.ruleset.stuck is Stuck.COUNTED
                winner = self._ahead if counted else None
                return Outcome(winner, counter.reason, counter.article)
        return None

    @property
    def _winner_if_stuck(self) -> Color | None:
        """Who has won if the side on move cannot move."""
        match self.ruleset.stuck:
            case Stuck.LOSES:
                return self.turn.other
            case Stuck.WINS:
                return self.turn
            case Stuck.COUNTED:
                return self._ahead
            case never:
                assert_never(never)

    @property
    def _ahead(self) -> Color | None:
        """Who has captured more; None if neither."""
        white, black = self.taken
        if white == black:
            return None
        return Color.WHITE if white > black else Color.BLACK
