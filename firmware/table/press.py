"""What a clock press means, given what the board shows.

A legal or pending picture is decided at once. Anything else may still become one while a man is
landing, so it is decided only when the landing time has run out (`expired`); so is a move by which
a man leaves the board, for that man may be landing as well. Only the side on move can make a move
by pressing; the other side's press counts when the picture shows that its reply to an unpressed
move is already there.
"""

from dataclasses import dataclass

from firmware.rules import Color
from firmware.table.belief import Belief
from firmware.table.inference import Kind, Story


@dataclass(frozen=True, slots=True)
class Accept:
    """The side on move has made a move; more than one story if the men gone do not yet tell."""

    stories: tuple[Story, ...]


@dataclass(frozen=True, slots=True)
class AcceptBoth:
    """A move nobody pressed, and the reply that was pressed now."""

    first: Story
    replied: tuple[Story, ...]


@dataclass(frozen=True, slots=True)
class TakeOff:
    """No move, but captured men still stand: the side that captured is to take them off."""


@dataclass(frozen=True, slots=True)
class Cleared:
    """The captured men are off, as was demanded."""


@dataclass(frozen=True, slots=True)
class Refuse:
    """The press does not count, and people should know why."""

    reason: str


@dataclass(frozen=True, slots=True)
class Ignore:
    """The press means nothing; a note is enough."""

    note: str


@dataclass(frozen=True, slots=True)
class Wait:
    """Not decided yet."""


Verdict = Accept | AcceptBoth | TakeOff | Cleared | Refuse | Ignore | Wait


def judge(
    belief: Belief, color: Color, clearing: Color | None, expired: bool, strict_removal: bool
) -> Verdict:
    """The verdict on a press by `color`.

    `clearing` is the side that was told to take captured men off and whose clock therefore runs.
    `strict_removal` asks for all captured men to be off before the press.
    """
    reading = belief.reading
    if clearing is color:
        if reading.kind is Kind.REST and not belief.owed:
            return Cleared()
        return Refuse("captured_men_still_on") if expired else Wait()
    if color is not belief.turn:
        if reading.replied and len({first.last for first, _ in reading.replied}) == 1:
            first = reading.replied[0][0]
            return AcceptBoth(first, tuple(second for _, second in reading.replied))
        return Ignore("press_not_on_move") if expired else Wait()
    if reading.kind is Kind.PENDING and strict_removal:
        return Refuse("captured_men_still_on") if expired else Wait()
    if reading.kind in (Kind.LEGAL, Kind.PENDING):
        stands = all(story.last.fills for story in reading.after)
        return Accept(reading.after + reading.longer) if stands or expired else Wait()
    if not expired:
        return Wait()
    if len(reading.after) == 1:
        return Accept(reading.after)
    match reading.kind:
        case Kind.REST if belief.owed:
            return Ignore("take_off_demanded") if clearing is not None else TakeOff()
        case Kind.REST:
            return Refuse("press_without_move")
        case Kind.ON_THE_WAY:
            return Refuse("move_not_finished")
        case _:
            return Refuse("not_a_legal_move")
