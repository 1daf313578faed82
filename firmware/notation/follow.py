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
from functools import cached_property
from typing import Final

from firmware.errors import AmbiguousMove, IllegalMove, InvalidFen, InvalidPdn, ReedboardError
from firmware.notation.explain import ambiguous, illegal
from firmware.notation.fen import is_null_move, null_move, parse_fen
from firmware.notation.movetext import in_full, matching, reader, supposed_way
from firmware.notation.pdn_game import (
    Item,
    PdnGame,
    PdnMove,
    PdnSetup,
    PdnUnknown,
)
from firmware.notation.tokens import Place
from firmware.rules import Game, Move, Ply, Position, Put, Ruleset, legal_moves

LONGEST = 5000
"""Plies of the longest game that is replayed; the longest known ones have a few hundred."""
DEEPEST_DOUBT = 4
"""Doubtful moves that may have to be settled together."""
TRIED = 10_000
"""Plies played in trying: all readings of one game together, then all of its variations."""


_UNFIT: Final = IllegalMove("no legal move fits")
"""Stops most readings that are tried, so what to say of it is found out only when it is told."""


@dataclass(frozen=True)
class Line:
    """What came of following the items: the plies, the items that made them, what stopped it."""

    base: Game
    """The game that was followed on from."""
    plies: tuple[Ply, ...]
    position: Position
    """Where it stopped."""
    sources: frozenset[int]
    stopped: ReedboardError | None
    reached: Item | None
    """The item that could not be followed; None if all could be."""
    index: int
    """Its number."""

    @cached_property
    def game(self) -> Game:
        """The game with these plies."""
        game = self.base
        for ply in self.plies:
            match ply:
                case Move():
                    game = game.play(ply)
                case Put():
                    game = game.put(ply.position, ply.by)
        return game

    @cached_property
    def error(self) -> ReedboardError | None:
        """What stopped it, place and reason; None if nothing did."""
        if self.stopped is not _UNFIT:
            return self.stopped
        assert isinstance(self.reached, PdnMove)
        text, position = self.reached.text, self.position
        way = supposed_way(position, reader(position.ruleset)(text))
        told = illegal(position, legal_moves(position), text, way)
        return IllegalMove(f"{self.reached.place}: {told}")


_TOO_LONG = f"a game of more than {LONGEST} plies is not replayed"


class Budget:
    """How many plies may still be tried."""

    def __init__(self, plies: int = TRIED) -> None:
        self.left = plies


def follow(game: PdnGame, ruleset: Ruleset, budget: Budget | None = None) -> Line:
    """The main line of a game as far as it can be followed. Raises ``InvalidFen`` for its start."""
    start, first = _start(game, ruleset)
    return follow_on(game.items, Game.start(ruleset, start), budget or Budget(), first)


def follow_on(items: Sequence[Item], game: Game, budget: Budget, first: int = 0) -> Line:
    """The same for items, from the one numbered ``first`` on, and from where ``game`` stands.

    All variations of a game share one ``budget``.
    """
    search = _Search(items, game.ruleset, budget)
    path = search.follow(_Path(game.position), first, depth=0)
    most = LONGEST - len(game.plies)
    if len(path.plies) > most:
        at = path.sources[most]
        path.stopped(at, InvalidPdn(f"{items[at].place}: {_TOO_LONG}"))
        del path.plies[most:], path.sources[most:]
    return Line(
        base=game,
        plies=tuple(path.plies),
        position=path.position,
        sources=frozenset(path.sources),
        stopped=path.error,
        reached=items[path.reached] if path.error else None,
        index=path.reached,
    )


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


class _Path:
    """One way to read the items so far."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.plies: list[Ply] = []
        self.sources: list[int] = []
        self.error: ReedboardError | None = None
        self.reached = 0

    def go(self, at: int, ply: Ply) -> None:
        """Goes on by the ply of the item numbered ``at``."""
        self.position = self.position.after(ply) if isinstance(ply, Move) else ply.position
        self.plies.append(ply)
        self.sources.append(at)

    def branch(self, at: int, ply: Ply | None) -> _Path:
        """The path that goes on by one of several readings."""
        path = _Path(self.position)
        path.plies, path.sources = self.plies.copy(), self.sources.copy()
        if ply is not None:
            path.go(at, ply)
        return path

    def stopped(self, at: int, error: ReedboardError) -> _Path:
        """The same, at an end."""
        self.error, self.reached = error, at
        return self


class _Search:
    """Follows the items of a game through all their readings."""

    def __init__(self, items: Sequence[Item], ruleset: Ruleset, budget: Budget) -> None:
        self._items = items
        self._read = reader(ruleset)
        self._budget = budget

    def follow(self, path: _Path, index: int, depth: int) -> _Path:
        """The path from this item to the end, or to what cannot be followed."""
        items, read = self._items, self._read
        for at in range(index, len(items)):
            item, position = items[at], path.position
            readings: Sequence[Ply | None]
            try:
                if isinstance(item, PdnMove):  # as nearly all are
                    readings = matching(position, legal_moves(position), read(item.text))
                else:
                    readings = self._readings(item, position, at)
            except ReedboardError as error:
                return path.stopped(at, type(error)(f"{item.place}: {error}"))
            if not readings:
                return path.stopped(at, _UNFIT)
            if len(readings) > 1:
                return self._settled(path, at, readings, depth)
            if readings[0] is not None:
                path.go(at, readings[0])
        return path

    def _readings(self, item: Item, position: Position, at: int) -> Sequence[Ply | None]:
        """The plies that another item than a move can mean; None for no ply."""
        if isinstance(item, PdnSetup):
            return (Put(_set_up(item.fen, position), position.turn),)
        if isinstance(item, PdnUnknown) and self._move_follows[at]:
            return (None, *legal_moves(position))
        return (None,)

    @cached_property
    def _move_follows(self) -> list[bool]:
        """Whether a move that has to be legal comes after each item, before the next set-up."""
        following = []
        follows = False
        for item in reversed(self._items):
            following.append(follows)
            if isinstance(item, PdnMove | PdnSetup):
                follows = isinstance(item, PdnMove)
        return following[::-1]

    def _settled(self, path: _Path, at: int, readings: Sequence[Ply | None], depth: int) -> _Path:
        """The way on by the one reading of a doubtful item that lets the rest be followed."""
        item = self._items[at]
        if depth == DEEPEST_DOUBT:
            doubts = f"{item.place}: more than {DEEPEST_DOUBT} doubtful moves hang together here"
            return path.stopped(at, AmbiguousMove(doubts))
        paths: list[_Path] = []
        for reading in readings:
            if self._budget.left < 0:
                many = f"{item.place}: doubtful moves leave too many readings to try"
                return path.stopped(at, AmbiguousMove(many))
            paths.append(self.follow(path.branch(at, reading), at + 1, depth + 1))
            self._budget.left -= 1 + len(paths[-1].plies) - len(path.plies)
        fitting = [way for way in paths if not way.error]
        if not fitting:
            return max(paths, key=lambda way: way.reached)
        # A gap before Black's first move is no move, and a text in full means that move.
        simple = self._simplest(path, item, readings)
        if simple is not None and not paths[simple].error:
            return paths[simple]
        if len(fitting) == 1:
            return fitting[0]
        return path.stopped(at, self._doubt(item, path, fitting))

    def _simplest(self, path: _Path, item: Item, readings: Sequence[Ply | None]) -> int | None:
        """Which reading is the one to be taken unless the rest of the game forbids it."""
        if readings[0] is None:
            return 0
        moves = [ply for ply in readings if isinstance(ply, Move)]
        if not isinstance(item, PdnMove) or len(moves) < len(readings):
            return None
        exact = in_full(path.position, moves, self._read(item.text))
        return moves.index(exact[0]) if len(exact) == 1 else None

    def _doubt(self, item: Item, path: _Path, fitting: Sequence[_Path]) -> AmbiguousMove:
        plies = [way.plies[len(path.plies)] for way in fitting]
        moves = [ply for ply in plies if isinstance(ply, Move)]
        text = item.text if isinstance(item, PdnMove | PdnUnknown) else ""
        return AmbiguousMove(f"{item.place}: {ambiguous(path.position, moves, text)}")


def _set_up(fen: str, position: Position) -> Position:
    if is_null_move(fen):
        return null_move(fen, position)
    return parse_fen(fen, position.ruleset)


def _parse_fen(fen: str, ruleset: Ruleset, place: Place) -> Position:
    try:
        return parse_fen(fen, ruleset)
    except InvalidFen as error:
        raise InvalidFen(f"{place}: {error}") from error
