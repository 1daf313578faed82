"""From what a file says to what was played: the moves of a PDN game, judged by the rules.

Two things in real files fit more than one game: a short capture that two captures share, and a
move nobody wrote down. Both are settled by what follows: each reading is tried, and the one that
lets the rest be replayed is the one meant. If none does, the error of the reading that came
farthest is told; if more than one does, the doubt itself is. Doubts inside doubts and the plies
tried are bounded, so that no file can make the search explode.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from firmware.errors import AmbiguousMove, InvalidFen, InvalidPdn, ReedboardError
from firmware.notation.explain import ambiguous, illegal
from firmware.notation.fen import is_null_move, null_move, parse_fen
from firmware.notation.movetext import matching, read_move, supposed_way
from firmware.notation.pdn_game import (
    Item,
    PdnComment,
    PdnGame,
    PdnMove,
    PdnSetup,
    PdnUnknown,
    PdnVariation,
)
from firmware.notation.tokens import Place
from firmware.rules import Game, Move, Position, Ruleset

LONGEST = 5000
"""Plies of the longest game that is replayed; the longest known ones have a few hundred."""
DEEPEST_DOUBT = 4
"""Doubtful moves that may have to be settled together."""
TRIED = 20_000
"""Plies played in trying, all readings of one game together."""


@dataclass(frozen=True, slots=True)
class Line:
    """What came of following the items: the game, the items that made plies, what stopped it."""

    game: Game
    sources: frozenset[int]
    error: ReedboardError | None = None
    reached: int = 0
    """The item that could not be followed."""


def follow(game: PdnGame, ruleset: Ruleset) -> Line:
    """The main line of a game as far as it can be followed. Raises ``InvalidFen`` for its start."""
    start, first = _start(game, ruleset)
    return _Search(game.items).follow(Game.start(ruleset, start), first, depth=0)


def _start(game: PdnGame, ruleset: Ruleset) -> tuple[Position | None, int]:
    """The position the game begins with (None: the ruleset's own), and the item after it.

    Without a FEN tag, a set-up before any move is the start (PDN 3.0, setup commands).
    """
    tag = game.tag("FEN")
    if tag and game.value("FEN"):
        return _parse_fen(tag.value, ruleset, tag.place), 0
    for index, item in enumerate(game.items):
        if isinstance(item, PdnSetup):
            return _parse_fen(item.fen, ruleset, item.place), index + 1
        if isinstance(item, PdnMove | PdnUnknown):
            break
    return None, 0


class _Search:
    """Follows the items of a game through all their readings."""

    def __init__(self, items: Sequence[Item]) -> None:
        self._items = items
        self._tried = 0
        # Whether a move that has to be legal comes after each item, before the next set-up.
        self._move_follows = [False] * len(items)
        follows = False
        for at in reversed(range(len(items))):
            self._move_follows[at] = follows
            if isinstance(items[at], PdnMove | PdnSetup):
                follows = isinstance(items[at], PdnMove)

    def follow(self, game: Game, index: int, depth: int) -> Line:
        """The line from this item to the end, or to what cannot be followed."""
        sources: set[int] = set()
        for at in range(index, len(self._items)):
            try:
                readings = self._readings(game, at)
            except ReedboardError as error:
                placed = type(error)(f"{self._items[at].place}: {error}")
                return Line(game, frozenset(sources), placed, at)
            if len(readings) != 1:
                line = self._settled(game, at, readings, depth)
                return Line(line.game, line.sources | sources, line.error, line.reached)
            if readings[0] is not game:
                sources.add(at)
                game = readings[0]
        return Line(game, frozenset(sources))

    def _readings(self, game: Game, at: int) -> tuple[Game, ...]:
        """The game after this item for each way to read it; the same one if it adds no ply."""
        item = self._items[at]
        match item:
            case PdnMove():
                self._count(game)
                written = read_move(game.ruleset, item.text)
                moves = matching(game.position, game.moves, written)
                if not moves:
                    way = supposed_way(game.position, written)
                    raise illegal(game.position, game.moves, item.text, way)
                return tuple(game.play(move) for move in moves)
            case PdnSetup():
                self._count(game)
                return (game.put(_set_up(item.fen, game), game.turn),)
            case PdnUnknown():
                if not self._move_follows[at]:
                    return (game,)
                return (game, *(game.play(move) for move in game.moves))
            case PdnComment() | PdnVariation():
                return (game,)

    def _settled(self, game: Game, at: int, readings: Sequence[Game], depth: int) -> Line:
        """The one reading of a doubtful item that lets the rest be followed."""
        item = self._items[at]
        if depth == DEEPEST_DOUBT:
            doubts = f"{item.place}: more than {DEEPEST_DOUBT} doubtful moves hang together here"
            return Line(game, frozenset(), AmbiguousMove(doubts), at)
        lines = []
        for reading in readings:
            line = self.follow(reading, at + 1, depth + 1)
            source = frozenset({at}) if reading is not game else frozenset()
            lines.append(Line(line.game, line.sources | source, line.error, line.reached))
        fitting = [line for line in lines if not line.error]
        if not fitting:
            return max(lines, key=lambda line: line.reached)
        # A gap before Black's first move is no move: that reading comes first, being simpler.
        if len(fitting) == 1 or (readings[0] is game and not lines[0].error):
            return fitting[0]
        return Line(game, frozenset(), self._doubt(item, game, fitting), at)

    def _doubt(self, item: Item, game: Game, fitting: Sequence[Line]) -> AmbiguousMove:
        plies = [line.game.plies[len(game.plies)] for line in fitting]
        moves = [ply for ply in plies if isinstance(ply, Move)]
        text = item.text if isinstance(item, PdnMove | PdnUnknown) else ""
        return AmbiguousMove(f"{item.place}: {ambiguous(game.position, moves, text)}")

    def _count(self, game: Game) -> None:
        self._tried += 1
        if len(game.plies) >= LONGEST:
            raise InvalidPdn(f"a game of more than {LONGEST} plies is not replayed")
        if self._tried > TRIED:
            raise AmbiguousMove("the doubtful moves before this one leave too many readings to try")


def _set_up(fen: str, game: Game) -> Position:
    if is_null_move(fen):
        return null_move(fen, game.position)
    return parse_fen(fen, game.ruleset)


def _parse_fen(fen: str, ruleset: Ruleset, place: Place) -> Position:
    try:
        return parse_fen(fen, ruleset)
    except InvalidFen as error:
        raise InvalidFen(f"{place}: {error}") from error
