"""Playing on with squares that cannot be seen.

A masked square's contact is not believed, so a picture stands for several: one for each way in
which the masked squares may be filled. Whichever of them the game explains is what the board shows.
Where the hand may still be at work nothing is taken for done: standing at rest comes before being
on the way, and that before a move. Only a press says that a move has been made; then every move
that one of the pictures shows is meant, and if there are several, people are asked which.

So no verdict rests on a masked square: a man that is missing there, or one too many, is not seen,
and a move that differs from another there alone is never guessed.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from firmware.table.belief import Belief
from firmware.table.inference import Kind, Story, consistent

MOST: Final = 6
"""Masked squares, at most: beyond this a board is to be mended."""

_ORDER: Final = (
    Kind.REST,
    Kind.ON_THE_WAY,
    Kind.LEGAL,
    Kind.PENDING,
    Kind.REPLIED,
    Kind.REPLYING,
    Kind.ASTRAY,
)


def pictures(picture: int, masked: int) -> Iterator[int]:
    """All pictures that this one may stand for."""
    filled = masked
    while True:
        yield picture & ~masked | filled
        if not filled:
            return
        filled = (filled - 1) & masked


def explained(belief: Belief, picture: int, masked: int) -> int:
    """The picture that the belief explains best, the nearest to how the men stood at rest."""

    def order(one: int) -> tuple[int, int, int]:
        kind = belief.saw(one).reading.kind
        return _ORDER.index(kind), ((one ^ belief.rest) & masked).bit_count(), one

    return min(pictures(picture, masked), key=order)


def saw(belief: Belief, picture: int, masked: int) -> Belief:
    """The belief with one more picture, which `explained` has completed.

    Accounts that differ on masked squares alone all stay: no picture tells them apart.
    """
    after = belief.saw(picture)
    if not masked or after.reading.kind is not Kind.REST:
        return after
    stories = consistent(belief.stories, picture)
    same = tuple(story for story in stories if not (story.rest ^ picture) & ~masked)
    return replace(after, stories=same)


def pressed(belief: Belief, masked: int) -> Belief:
    """The belief when the side on move has pressed: a move was made, if any picture shows one."""
    shown = [belief.saw(one) for one in pictures(belief.seen.picture, masked)]
    legal = [one for one in shown if one.reading.kind is Kind.LEGAL]
    moves: dict[object, Story] = {}
    for one in legal:
        for story in one.reading.after:
            moves.setdefault(story.last, story)
    if not legal or belief.owed:
        return belief
    reading = replace(legal[0].reading, after=tuple(moves.values()))
    return replace(legal[0], reading=reading)
