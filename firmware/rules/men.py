"""All men of one side at once: their steps and first jumps, ready to be found by lanes."""

from collections.abc import Mapping
from typing import NamedTuple

from firmware.rules.bitboard import Bitboard
from firmware.rules.lanes import Lanes
from firmware.rules.move import Move
from firmware.rules.pieces import Jump, Pieces


class FirstJump(NamedTuple):
    """A man's first jump."""

    bit: int
    """Its bit in the lanes."""
    man: Bitboard
    """Where the man comes from."""
    jump: Jump
    beyond: Bitboard
    """Where a second man could be taken."""
    move: Move
    """The capture, if it ends with this jump."""


class Men(NamedTuple):
    """Lanes for men, and what each bit found in them stands for, by its ``bit_length()``."""

    copies: int
    """A factor that puts men into the lanes of jumps and steps alike."""
    jumps: Lanes
    jump_at: Mapping[int, FirstJump]
    steps: Lanes
    step_at: Mapping[int, tuple[int, Move]]
    """The step's bit and the finished move."""


def men_of(pieces: Pieces) -> Men:
    """Lanes for the men among these pieces."""
    step_hops, jump_hops = tuple(pieces.man_steps()), tuple(pieces.man_jumps())
    base = max(0, *(hop.to - hop.origin for hop in (*step_hops, *jump_hops)))
    steps = Lanes.build(pieces.size, base, step_hops)
    jumps = Lanes.build(pieces.size, base, jump_hops)
    jump_at = {}
    for length, hop in jumps.at.items():
        place = pieces.man_place(hop.to, pieces.heading(hop.direction))
        victim = 1 << hop.over
        jump_at[length] = FirstJump(
            bit=1 << length - 1,
            man=1 << hop.origin,
            jump=((hop.origin,), victim, (place,), victim),
            beyond=pieces.victims[place] & ~victim,
            move=pieces.captures[(hop.origin, place), victim],
        )
    step_at = {
        length: (1 << length - 1, pieces.man_step(hop.origin, hop.to))
        for length, hop in steps.at.items()
    }
    # Both kinds of lanes start at the same base, so the greater factor holds the smaller one.
    return Men(max(steps.copies, jumps.copies), jumps, jump_at, steps, step_at)
