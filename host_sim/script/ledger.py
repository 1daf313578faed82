"""The game as a listener of the board's events knows it.

Every expectation about moves is judged on this replay, not on the board's own memory, so a feed
that lost, doubled or misplaced a move shows. Plies are final moves, and positions
that were settled though no legal move led to them: a withdrawn or taken-back move
is gone, and a restart that says nothing adds nothing.
"""

from collections.abc import Sequence

from firmware.errors import AmbiguousMove, IllegalMove, ScriptError
from firmware.notation.fen import parse_fen
from firmware.notation.movetext import parse_move
from firmware.notation.pdn import numbered_moves
from firmware.rules import Game, Move, Position, find_variant
from firmware.table import events as ev
from firmware.table.inputs import GameSetup

Played = tuple[Position, Move]
"""A move and the position in which it was played."""


class Ledger:
    """One game's final moves, and how many of them have been expected."""

    def __init__(self, setup: GameSetup) -> None:
        self.broken: str | None = None
        """What the board said that cannot be, if it did."""
        self._begin(setup)

    def _begin(self, setup: GameSetup) -> None:
        ruleset = find_variant(setup.variant)
        fen = setup.fen
        self.game = Game.start(ruleset, None if fen is None else parse_fen(fen, ruleset))
        self._expected = 0

    def heard(self, event: ev.Event) -> None:
        """One more event."""
        match event:
            case ev.MoveMade():
                self._made(event)
            case ev.GameWanted():
                self._begin(event.setup)
            case ev.MoveWithdrawn():
                self.keep(event.ply - 1)
            case ev.TakenBack():
                self.keep(event.plies)
            case ev.Settled():
                self._settled(event)

    def keep(self, plies: int) -> None:
        """No more than so many plies stand; a move made anew after this counts anew."""
        over = len(self.game.plies) - plies
        if over > 0:
            self.game = self.game.take_back(over)
        self._expected = min(self._expected, plies)

    def new_moves(self) -> tuple[Played, ...]:
        """The moves since the last call."""
        since, self._expected = self._expected, len(self.game.plies)
        return _moves(self.game, since)

    def all_moves(self) -> tuple[Played, ...]:
        """All moves."""
        return _moves(self.game, 0)

    @property
    def text(self) -> str:
        """Numbers and moves."""
        return numbered_moves(self.game)

    def _made(self, event: ev.MoveMade) -> None:
        wanted = len(self.game.plies) + 1
        if event.ply != wanted or event.move not in self.game.moves:
            self.broken = self.broken or (
                f"the board said {event.text} as ply {event.ply}, which cannot follow {self.text!r}"
            )
            return
        self.game = self.game.play(event.move)

    def _settled(self, event: ev.Settled) -> None:
        """A position that is part of the game, though no legal move led to it."""
        if event.ply != len(self.game.plies) + 1:
            self.broken = self.broken or f"the board settled a position as ply {event.ply}"
            return
        self.game = self.game.put(parse_fen(event.fen, self.game.ruleset), event.color)


def difference(texts: Sequence[str], moves: Sequence[Played]) -> bool:
    """Whether the texts mean other moves than these, each read where it is played.

    Raises ScriptError for a text that several legal moves fit.
    """
    if len(texts) != len(moves):
        return True
    for text, (position, move) in zip(texts, moves, strict=True):
        try:
            meant = parse_move(position, text)
        except IllegalMove:
            return True
        except AmbiguousMove as error:
            raise ScriptError(f"{error}") from None
        if meant != move:
            return True
    return False


def _moves(game: Game, since: int) -> tuple[Played, ...]:
    plies = zip(game.positions[since:], game.plies[since:], strict=False)
    return tuple((position, ply) for position, ply in plies if isinstance(ply, Move))
