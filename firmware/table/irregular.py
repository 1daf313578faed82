"""The name of an irregular press.

An irregularity is a name; the number beside it belongs to a rule text and is looked up there
(`NUMBERS`), for the same thing is numbered otherwise, or not at all, from text to text. The names
are those of the FMJD rules for 64 squares, 5.4.1 to 5.4.14.

Naming reads one table from the top: what is *gone* (filled at rest, now empty), what is *new*
(empty at rest, now filled), and what the hand was seen to do on the way. The first line that fits
has it. A line may speak of moves that the position does not allow: those that would be legal but
for compulsion, precedence and the duty to go on (`unforced_moves`). No line looks at time or at
whose hand it was; a picture that no line fits has no name, and is a disturbed board.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from firmware.errors import InvalidPosition, TooManyCaptures
from firmware.rules import Move, Position, mask, results, unforced_moves

TWO_MOVES: Final = "two_moves"
IRREGULAR_STEP: Final = "irregular_step"
OTHER_MAN_TOUCHED: Final = "other_man_touched"
MOVE_TAKEN_BACK: Final = "move_taken_back"
FOE_MAN_MOVED: Final = "foe_man_moved"
QUIET_WHEN_CAPTURE_DUE: Final = "quiet_when_capture_due"
MEN_REMOVED: Final = "men_removed"
WRONG_COUNT_CAPTURED: Final = "wrong_count_captured"
STROKE_STOPPED: Final = "stroke_stopped"
REMOVED_BEFORE_END: Final = "removed_before_end"
REMOVAL_INCOMPLETE: Final = "removal_incomplete"
WRONG_MAN_REMOVED: Final = "wrong_man_removed"
REMOVAL_STOPPED: Final = "removal_stopped"
OWN_MAN_REMOVED: Final = "own_man_removed"

IRREGULARITIES: Final = (
    TWO_MOVES,
    IRREGULAR_STEP,
    OTHER_MAN_TOUCHED,
    MOVE_TAKEN_BACK,
    FOE_MAN_MOVED,
    QUIET_WHEN_CAPTURE_DUE,
    MEN_REMOVED,
    WRONG_COUNT_CAPTURED,
    STROKE_STOPPED,
    REMOVED_BEFORE_END,
    REMOVAL_INCOMPLETE,
    WRONG_MAN_REMOVED,
    REMOVAL_STOPPED,
    OWN_MAN_REMOVED,
)
"""In the order of the clauses 5.4.1 to 5.4.14 of the FMJD rules for 64 squares."""

MAN_MISSING: Final = "man_missing"
"""Pressed with a man still in the hand: no clause speaks of it before the man has landed."""

NUMBERS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "FMJD rules for 64 squares": MappingProxyType(
            {name: f"5.4.{number}" for number, name in enumerate(IRREGULARITIES, 1)}
        )
    }
)
"""Rule text -> name -> clause. Texts that list irregularities without numbers are left out."""


def number_of(name: str, text: str) -> str | None:
    """The clause of a rule text about an irregularity; None if the text does not number it."""
    return NUMBERS.get(text, {}).get(name)


@dataclass(frozen=True, slots=True)
class Facts:
    """What a press is judged by."""

    position: Position
    """Before the press."""
    moves: tuple[Move, ...]
    """Its legal moves."""
    rest: int
    """The picture it had with no hand on the board."""
    picture: int
    """What the board shows now, on the game's squares."""
    outside: int = 0
    """Squares the game does not use that are filled: a man there is missing from the game."""
    lifted: int = 0
    """Squares of the rest picture that were seen empty, put back or not."""
    landed: int = 0
    """Squares empty at rest that were seen filled."""

    @property
    def gone(self) -> int:
        """Squares filled at rest and empty now."""
        return self.rest & ~self.picture

    @property
    def new(self) -> int:
        """Squares empty at rest and filled now."""
        return self.picture & ~self.rest


def name_of_move(move: Move, touched: int | None, undone: Move | None) -> str | None:
    """What is irregular about a legal move by what the hand did before; None if nothing is.

    `touched` is the square of the first man touched that could move, `undone` a move that had
    stood at rest and was taken back. The latter speaks first: its man was touched first as well,
    and the hand had let it go.
    """
    if undone is not None and undone.origin != move.origin:
        return MOVE_TAKEN_BACK
    if touched is not None and touched != move.origin:
        return OTHER_MAN_TOUCHED
    return None


def name_of_picture(facts: Facts) -> str | None:
    """The name of a picture that is neither at rest nor a legal or pending move; None: disturbed.

    It has no name either where there are too many captures to work them all out.
    """
    try:
        return _first_line(facts)
    except TooManyCaptures:
        return None


def _first_line(facts: Facts) -> str | None:
    own_gone, foe_gone = facts.gone & facts.position.own, facts.gone & facts.position.foe
    new = facts.new
    moved = new.bit_count() == 1
    if moved and (name := _of_one_man(facts, own_gone, foe_gone, new)) is not None:
        return name
    if _two_moves(facts):
        return TWO_MOVES
    if moved and not own_gone and foe_gone.bit_count() == 1:
        return FOE_MAN_MOVED
    if (name := _removed(facts, own_gone, new)) is not None:
        return name
    if moved and facts.gone == own_gone and own_gone.bit_count() == 1:
        return IRREGULAR_STEP
    return None if wrongly_ranked(facts) is None else IRREGULAR_STEP


def wrongly_ranked(facts: Facts) -> int | None:
    """The square of a man whose crown the board may have wrong; None if that explains nothing.

    With its crown set, or lifted, what the board shows is a legal move of that man. In a game
    without kings, or on a square where a rank cannot be, there is no such position.
    """
    position, gone = facts.position, facts.gone & facts.position.own
    if gone.bit_count() != 1 or facts.outside:
        return None
    kings = position.kings ^ gone
    white, black = position.white, position.black
    try:
        other = Position.setup(position.ruleset, white, black, kings, position.turn)
        moves = results(other).get(facts.picture, ())
    except (InvalidPosition, TooManyCaptures):
        return None
    return gone.bit_length() - 1 if any(1 << move.origin == gone for move in moves) else None


def _of_one_man(facts: Facts, own_gone: int, foe_gone: int, new: int) -> str | None:
    """One own man moved to the new square, perhaps capturing: the lines about its stroke."""
    unforced = [move for move in _unforced(facts) if 1 << move.target == new]
    fitting = [move for move in unforced if own_gone == 1 << move.origin]
    if any(not move.captured and not foe_gone for move in fitting):
        return QUIET_WHEN_CAPTURE_DUE
    ends = [move for move in facts.moves if move.captured and 1 << move.target == new]
    for move in ends:
        if own_gone == 1 << move.origin and foe_gone & ~move.captured:
            return WRONG_MAN_REMOVED
    for move in ends:
        if own_gone >> move.origin & 1 and own_gone.bit_count() > 1 and foe_gone == move.captured:
            return OWN_MAN_REMOVED
    for jumped, whole in _stops(facts.moves, own_gone, new):
        if foe_gone == jumped:
            return WRONG_COUNT_CAPTURED
        if not foe_gone & ~jumped:
            return STROKE_STOPPED
        if not foe_gone & ~whole:
            return REMOVED_BEFORE_END
    for move in fitting:
        if move.captured and not foe_gone & ~move.captured:
            goes_on = any(
                legal.origin == move.origin and not move.captured & ~legal.captured
                for legal in facts.moves
            )
            stopped = goes_on and foe_gone != move.captured
            return STROKE_STOPPED if stopped else WRONG_COUNT_CAPTURED
    if own_gone.bit_count() == 1 and foe_gone:
        square = own_gone.bit_length() - 1
        if _jumps(facts.position, square, new.bit_length() - 1, foe_gone):
            return WRONG_COUNT_CAPTURED
    return None


def _jumps(position: Position, square: int, target: int, left: int) -> bool:
    """A man jumps over all of `left` and ends on `target`, each being off before the next jump."""
    if not left:
        return square == target
    for move in unforced_moves(position):
        if move.origin != square or move.captured.bit_count() != 1 or move.captured & ~left:
            continue
        made = position.after(move)
        again = Position.setup(position.ruleset, made.white, made.black, made.kings, position.turn)
        if _jumps(again, move.target, target, left & ~move.captured):
            return True
    return False


def _stops(moves: Iterable[Move], own_gone: int, new: int) -> Iterator[tuple[int, int]]:
    """(men jumped so far, men of the whole stroke) where a legal capture's inner landing is new."""
    for move in moves:
        if own_gone != 1 << move.origin:
            continue
        for jumps, landing in enumerate(move.path[1:-1], 1):
            if 1 << landing == new:
                yield mask(move.order[:jumps]), move.captured


def _unforced(facts: Facts) -> tuple[Move, ...]:
    return unforced_moves(facts.position)


def _two_moves(facts: Facts) -> bool:
    """Two steps of one side explain the picture, the first legal but for a capture due.

    Two men, both seen lifted, or one man seen standing in between.
    """
    position = facts.position
    if facts.gone & position.foe or facts.gone.bit_count() > 2:
        return False
    for first in _unforced(facts):
        if first.captured or not facts.lifted >> first.origin & 1:
            continue
        if not (facts.picture | facts.landed) & first.fills:
            continue
        made = position.after(first)
        again = Position.setup(position.ruleset, made.white, made.black, made.kings, position.turn)
        for second in unforced_moves(again):
            shown = again.occupied & ~second.clears | second.fills == facts.picture
            seen = second.origin == first.target or facts.lifted >> second.origin & 1
            if shown and seen and not second.captured:
                return True
    return False


def _removed(facts: Facts, own_gone: int, new: int) -> str | None:
    """A legal quiet move or none, and further men gone without a capture."""
    if not facts.gone or new.bit_count() > 1:
        return None
    if not new:
        if own_gone != facts.gone or own_gone.bit_count() != 1:
            return MEN_REMOVED
        if facts.outside:
            return IRREGULAR_STEP
        movable = any(own_gone == 1 << move.origin for move in _unforced(facts))
        return MAN_MISSING if movable else MEN_REMOVED
    fits = any(
        own_gone >> move.origin & 1 and move.fills == new and not move.captured
        for move in _unforced(facts)
    )
    return MEN_REMOVED if fits and facts.gone.bit_count() > 1 else None
