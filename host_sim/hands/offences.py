"""What hands do against the rules: a move that is none, and what the rules call it.

An *offence* is built from the rules alone: which men go where and which come off, the position that
then stands, and the name that the list of irregularities (FMJD rules for 64 squares, 5.4) has for
it. The firmware's own naming takes no part, so that it can be held against this. Where the list
leaves room, or legal play might explain what is seen, no offence is built.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from firmware.errors import InvalidPosition, TooManyCaptures
from firmware.rules import Color, Game, Move, Position, mask, squares, unforced_moves
from host_sim.hands.plan import Plan
from host_sim.hands.ranges import Tempo
from host_sim.hands.spots import Spots
from host_sim.script import commands as c

RARE_FIRST: Final = 0.6
"""Share of offences for which the kinds that few positions allow are tried first."""
TOUCHED_MS: Final = 50
"""With this added, a man is carried for longer than one is lifted by chance."""
RELEASED_MS: Final = 1300
"""A man that stands so long on a square was let go there."""
STOPPED_MS: Final = 31_000
"""Men left on the board for longer than anyone looks at his move once more."""
TRIES: Final = 4
"""Candidates of one kind that are looked at before the next kind is tried."""

Way = tuple[int, ...]
"""The squares that one man goes by, its origin first."""


@dataclass(frozen=True, slots=True)
class Offence:
    """One irregular way to use a turn."""

    name: str
    """As the list has it."""
    ways: tuple[Way, ...]
    """Men that are moved, one after the other."""
    off: tuple[int, ...]
    """Men that are then taken off the board."""
    after: Position
    """What stands then, the other side to move."""
    legal: Move | None = None
    """The legal move that is made all the same, where only the touching was irregular."""
    left: tuple[int, ...] = ()
    """Captured men that are left on the board, until it is too late to take them off."""

    @property
    def picture(self) -> int:
        """The squares filled after it."""
        return self.after.occupied

    @property
    def stopped(self) -> bool:
        """The captured men were left on before the press already."""
        return self.name == "removal_stopped"

    @property
    def is_simple(self) -> bool:
        """One man goes one way: on no square meanwhile does it stand where it may stay."""
        return len(self.ways) < 2 and all(len(way) == 2 for way in self.ways)

    def first_touched(self, game: Game) -> int | None:
        """The man that must move if this is rejected: the first one lifted that can."""
        movable = mask(move.origin for move in game.moves)
        lifted = (*(way[0] for way in self.ways), *self.off)
        return next((square for square in lifted if movable >> square & 1), None)


def offence(game: Game, tempo: Tempo) -> Offence | None:
    """An offence of any kind that can be committed here; None if dice and position give none."""
    builders = list(BUILDERS)
    for build in builders if tempo.chance(RARE_FIRST) else tempo.shuffled(builders):
        try:
            built = list(build(game))
            for _ in range(min(TRIES, len(built))):
                one = tempo.pick(built)
                sure = _one_capture if one.left else _plain
                if one.legal is not None or sure(game, one):
                    return one
        except TooManyCaptures:
            continue
    return None


def commit(plan: Plan, one: Offence, spots: Spots, tempo: Tempo, at_ms: int) -> int:
    """Add the acts of an offence from `at_ms` on, one man in the air at a time; when it is done."""
    for way in one.ways:
        for step, (origin, landing) in enumerate(pairwise(spots.names[sq] for sq in way)):
            plan.add(at_ms, c.Lift(origin))
            at_ms += tempo.draw("carry") + TOUCHED_MS
            plan.add(at_ms, c.Drop(landing, origin))
            if one.legal is not None:
                at_ms += RELEASED_MS
            else:
                at_ms += tempo.draw("touch" if step < len(way) - 2 else "adjust")
    for square in one.off:
        plan.add(at_ms, c.Take(spots.names[square]))
        at_ms += tempo.draw("remove")
    return at_ms


def undo(plan: Plan, one: Offence, spots: Spots, tempo: Tempo, at_ms: int) -> int:
    """Add the acts that put everything back; when that is done.

    The moved men first: with those taken off back before them, a legal capture might stand.
    """
    names = spots.names
    for way in reversed(one.ways):
        if way[0] == way[-1]:
            continue
        plan.add(at_ms, c.Lift(names[way[-1]]))
        at_ms += tempo.draw("carry")
        plan.add(at_ms, c.Drop(names[way[0]], names[way[-1]]))
        at_ms += tempo.draw("restore")
    for square in one.off:
        plan.add(at_ms, c.Drop(names[square], names[square]))
        at_ms += tempo.draw("restore")
    return at_ms


# ------------------------------------------------------------------------------------ each kind


def _quiet(game: Game) -> Iterator[Offence]:
    """A step though a capture is due."""
    if not _capture_due(game):
        return
    for move in unforced_moves(game.position):
        if not move.captured:
            yield from _offence(game, "quiet_when_capture_due", (_way(move),))


def _step(game: Game) -> Iterator[Offence]:
    """A man put where no rule takes it."""
    position, unforced = game.position, unforced_moves(game.position)
    for origin in squares(position.own):
        reached = mask(square for move in unforced if move.origin == origin for square in move.path)
        for other in unforced:
            if other.origin == origin and not other.captured:
                again = _made(game, ((origin, other.target),), (), position.turn)
                for second in unforced_moves(again) if again is not None else ():
                    reached |= mask(second.path) if second.origin == other.target else 0
        for target in squares(position.ruleset.board.full & ~position.occupied & ~reached):
            yield from _offence(game, "irregular_step", ((origin, target),))


def _foes_man(game: Game) -> Iterator[Offence]:
    """A man of the other side is moved."""
    position = game.position
    if not game.plies:
        return  # the board asks whether it is turned
    theirs = _made(game, (), (), position.turn.other)
    assert theirs is not None, "the same men with the other side to move"
    last = game.plies[-1] if game.plies else None
    for origin in squares(position.foe):
        # A step of its own would as well be the other side's second one.
        steps = mask(move.target for move in unforced_moves(theirs) if move.origin == origin)
        if isinstance(last, Move) and origin == last.target:
            continue
        for target in squares(position.ruleset.board.full & ~position.occupied & ~steps):
            yield from _offence(game, "foe_man_moved", ((origin, target),))


def _two_moves(game: Game) -> Iterator[Offence]:
    """Two men, one after the other, or one man twice."""
    position = game.position
    if _capture_due(game):
        return
    for first in game.moves:
        made = _made(game, (_way(first),), (), position.turn)
        if made is None:
            continue
        for second in unforced_moves(made):
            if second.captured:
                continue
            if second.origin == first.target:
                once = any(_way(one) == (first.origin, second.target) for one in game.moves)
                if not once and second.target != first.origin:
                    way = (first.origin, first.target, second.target)
                    yield from _offence(game, "two_moves", (way,))
            elif second.target != first.origin:
                yield from _offence(game, "two_moves", (_way(first), _way(second)))


def _men_removed(game: Game) -> Iterator[Offence]:
    """Men of the other side come off, and there was no capture."""
    position = game.position
    if _capture_due(game) or not game.plies:
        return  # before the first move the board asks whether it is turned
    for square in squares(position.foe):
        yield from _offence(game, "men_removed", (), (square,))
        for move in game.moves:
            if not move.king:
                yield from _offence(game, "men_removed", (_way(move),), (square,))


def _stopped(game: Game) -> Iterator[Offence]:
    """A stroke that is not taken to its end, with the men jumped off, or not, or others."""
    for move in game.moves:
        for jumps, landing in enumerate(move.path[1:-1], 1):
            way = move.path[: jumps + 1]
            if len(set(way)) < len(way):
                continue
            jumped, rest = move.order[:jumps], move.order[jumps:]
            for off in (jumped, jumped[1:], (*jumped, rest[-1])):
                name = _name_of_stop(game, move.origin, landing, mask(off))
                if name is not None:
                    yield from _offence(game, name, (way,), off)


def _lesser(game: Game) -> Iterator[Offence]:
    """A capture that would be legal but for one that is worth more."""
    legal = {(move.origin, move.target) for move in game.moves}
    for move in unforced_moves(game.position):
        if not move.captured or (move.origin, move.target) in legal or move in game.moves:
            continue
        if len(set(move.path)) == len(move.path) and not _stops(game, move.origin, move.target):
            yield from _offence(game, "wrong_count_captured", (move.path,), move.order)


def _wrong_man(game: Game) -> Iterator[Offence]:
    """A whole capture, and a man comes off that was not jumped."""
    for move in game.moves:
        if not move.captured or len(set(move.path)) < len(move.path):
            continue
        for square in squares(game.position.foe & ~move.captured):
            yield from _offence(game, "wrong_man_removed", (move.path,), (*move.order, square))
            off = (*move.order[:-1], square)
            yield from _offence(game, "wrong_man_removed", (move.path,), off)


def _own_man(game: Game) -> Iterator[Offence]:
    """A whole capture, and an own man comes off with it."""
    for move in game.moves:
        if not move.captured or len(set(move.path)) < len(move.path):
            continue
        for square in squares(game.position.own & ~(1 << move.origin)):
            yield from _offence(game, "own_man_removed", (move.path,), (*move.order, square))


def _left_on(game: Game) -> Iterator[Offence]:
    """A whole capture, and some of the captured men stay on the board."""
    for move in game.moves:
        if not move.captured or move.kept or len(set(move.path)) < len(move.path):
            continue
        for taken in range(len(move.order)):
            off, left = move.order[:taken], move.order[taken:]
            for name in ("removal_incomplete", *(["removal_stopped"] if off else [])):
                for one in _offence(game, name, (move.path,), off):
                    yield replace(one, left=left)


def _touched(game: Game) -> Iterator[Offence]:
    """Another man that could move is lifted first, or a move stood and was taken back."""
    if _capture_due(game):
        return
    crowned = _new_kings(game)
    for move in game.moves:
        if move.crowned:
            continue
        after = game.position.after(move)
        for other in game.moves:
            if other.origin in {move.origin} | crowned or {other.target} & {
                move.origin,
                move.target,
            }:
                continue
            touch = ((other.origin, other.origin), _way(move))
            yield Offence("other_man_touched", touch, (), after, move)
            back = ((other.origin, other.target, other.origin), _way(move))
            if game.play(other).outcome is None:
                yield Offence("move_taken_back", back, (), after, move)


BUILDERS: Final[tuple[Callable[[Game], Iterator[Offence]], ...]] = (
    _stopped,
    _left_on,
    _lesser,
    _wrong_man,
    _quiet,
    _own_man,
    _touched,
    _two_moves,
    _men_removed,
    _step,
    _foes_man,
)
"""Each kind of offence, those that few positions allow first."""


# ---------------------------------------------------------------------------------------- parts


def _capture_due(game: Game) -> bool:
    return any(move.captured for move in game.moves)


def _new_kings(game: Game) -> set[int]:
    """Squares of kings made in this game: who lifts one may be crowning it."""
    return {ply.target for ply in game.plies if isinstance(ply, Move) and ply.crowned}


def _way(move: Move) -> Way:
    return (move.origin, move.target)


def _stops(game: Game, origin: int, landing: int) -> list[tuple[int, int]]:
    """(jumped so far, captured by all of it) of legal captures that touch down there on the way."""
    return [
        (mask(move.order[:jumps]), move.captured)
        for move in game.moves
        if move.origin == origin
        for jumps, square in enumerate(move.path[1:-1], 1)
        if square == landing
    ]


def _name_of_stop(game: Game, origin: int, landing: int, off: int) -> str | None:
    """What the list says of a man that stops there with these men off; None if it is not sure."""
    if any(move.origin == origin and move.target == landing for move in game.moves):
        return None
    if any(_way(one) == (origin, landing) and not one.captured for one in _unforced(game)):
        return None
    stops = _stops(game, origin, landing)
    if any(off == jumped for jumped, _ in stops):
        return "wrong_count_captured"
    if any(not off & ~jumped for jumped, _ in stops):
        return "stroke_stopped"
    return "removed_before_end"


def _unforced(game: Game) -> Sequence[Move]:
    return unforced_moves(game.position)


def _offence(
    game: Game, name: str, ways: tuple[Way, ...], off: tuple[int, ...] = ()
) -> Iterator[Offence]:
    """The offence, if what stands after it is a position in which nobody has to be crowned."""
    after = _made(game, ways, off, game.turn.other)
    if after is not None:
        yield Offence(name, ways, off, after)


def _made(game: Game, ways: Sequence[Way], off: Sequence[int], turn: Color) -> Position | None:
    position = game.position
    white, black, kings = position.white, position.black, position.kings
    for way in ways:
        origin, target = 1 << way[0], 1 << way[-1]
        owner = position.owner(way[0])
        assert owner is not None, "a man is moved from where none stands"
        if not kings & origin and position.ruleset.board.far_row(owner) & mask(way[1:]):
            return None
        white = white & ~origin | target if white & origin else white
        black = black & ~origin | target if black & origin else black
        kings = kings & ~origin | target if kings & origin else kings
    left = ~mask(off)
    try:
        return Position.setup(position.ruleset, white & left, black & left, kings & left, turn)
    except InvalidPosition:
        return None


def _plain(game: Game, offence: Offence) -> bool:
    """No legal play explains the picture: no move, no capture with men still on, no reply."""
    picture = offence.picture
    if mask(offence.off) & mask(_new_kings(game)):
        return False
    for move in game.moves:
        result = game.position.occupied & ~move.clears | move.fills
        if not result & ~picture and not picture & ~result & ~move.captured:
            return False
        if not picture >> move.target & 1:
            continue
        after = game.play(move)
        ghosts = move.captured & picture
        for reply in after.moves:
            gone, new = (result | ghosts) & ~picture, picture & ~(result | ghosts)
            if not gone & ~(reply.clears | ghosts) and not new & ~mask(reply.path):
                return False
    return picture != game.position.occupied


def _one_capture(game: Game, offence: Offence) -> bool:
    """One capture explains the picture, with captured men still on, and no other move does."""
    picture, explaining = offence.picture, set()
    for move in game.moves:
        result = game.position.occupied & ~move.clears | move.fills
        if not result & ~picture and not picture & ~result & ~move.captured:
            explaining.add((move.origin, move.target, move.captured))
    return len(explaining) == 1
