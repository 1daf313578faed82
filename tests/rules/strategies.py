"""Positions for laws that hold in all of them."""

from hypothesis import strategies as st

from firmware.rules import VARIANTS, Color, Position, Ruleset, legal_moves, squares

rulesets = st.sampled_from(list(VARIANTS.values()))
"""Every variant there is."""


@st.composite
def played(draw: st.DrawFn) -> Position:
    """A position that comes up in play, from the start on."""
    position = Position.start(draw(rulesets))
    for choice in draw(st.lists(st.integers(0, 255), max_size=60)):
        moves = legal_moves(position)
        if not moves:
            break
        position = position.after(moves[choice % len(moves)])
    return position


@st.composite
def diagrams(draw: st.DrawFn, most: int = 8) -> Position:
    """Any diagram of at most ``most`` pieces a side, rich in kings."""
    ruleset = draw(rulesets)
    size = ruleset.board.size
    order = draw(st.permutations(range(size)))
    white = sum(1 << square for square in order[: draw(st.integers(1, most))])
    black = sum(1 << square for square in order[most : most + draw(st.integers(1, most))])
    kings = draw(st.integers(0, (1 << size) - 1)) & (white | black)
    for color, pieces in ((Color.WHITE, white), (Color.BLACK, black)):
        kings |= pieces & ruleset.board.far_row(color)
    return Position.setup(ruleset, white, black, kings, draw(st.sampled_from(Color)))


positions = st.one_of(played(), diagrams())


def turned(position: Position) -> Position:
    """The same position with the board turned round and the colours exchanged."""
    ruleset = position.ruleset
    return Position.setup(
        ruleset,
        turned_mask(ruleset, position.black),
        turned_mask(ruleset, position.white),
        turned_mask(ruleset, position.kings),
        position.turn.other,
    )


def turned_mask(ruleset: Ruleset, mask: int) -> int:
    """A set of squares, seen from the other side of the board."""
    last = ruleset.board.size - 1
    return sum(1 << last - square for square in squares(mask))
