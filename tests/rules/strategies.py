"""Positions for laws that hold in all of them."""

from hypothesis import strategies as st

from firmware.rules import VARIANTS, Color, Crowning, Position, Ruleset, legal_moves, squares

rulesets = st.sampled_from(list(VARIANTS.values()))
"""Every variant there is."""


@st.composite
def played(draw: st.DrawFn, among: st.SearchStrategy[Ruleset] = rulesets) -> Position:
    """A position that comes up in play, from the start on."""
    position = Position.start(draw(among))
    for choice in draw(st.lists(st.integers(0, 255), max_size=60)):
        moves = legal_moves(position)
        if not moves:
            break
        position = position.after(moves[choice % len(moves)])
    return position


@st.composite
def diagrams(
    draw: st.DrawFn, most: int = 8, among: st.SearchStrategy[Ruleset] = rulesets
) -> Position:
    """Any diagram of at most ``most`` pieces a side, rich in kings."""
    ruleset = draw(among)
    size = ruleset.board.size
    order = draw(st.permutations(range(size)))
    most = min(most, *ruleset.men)
    white = sum(1 << square for square in order[: draw(st.integers(1, most))])
    black = sum(1 << square for square in order[most : most + draw(st.integers(1, most))])
    kings = draw(st.integers(0, (1 << size) - 1)) & (white | black)
    if ruleset.crowning is Crowning.LEAVES:
        kings, white = 0, white & ~ruleset.crowned_on(Color.WHITE)
        black &= ~ruleset.crowned_on(Color.BLACK)
    for color, pieces in ((Color.WHITE, white), (Color.BLACK, black)):
        kings |= pieces & ruleset.crowned_on(color)
    turn, ply = draw(st.sampled_from(Color)), draw(st.integers(0, ruleset.turn_plies - 1))
    return Position.setup(ruleset, white, black, kings, turn, ply)


positions = st.one_of(played(), diagrams())


def turned(position: Position) -> Position:
    """The same position with the board turned round and the colours exchanged."""
    ruleset, side = position.ruleset, position.side
    last = ruleset.board.size - 1
    diagram = Position.setup(
        ruleset,
        turned_mask(ruleset, position.black),
        turned_mask(ruleset, position.white),
        turned_mask(ruleset, position.kings),
        position.turn.other,
        side.ply,
    )
    white, black = (run and (last - run[0], run[1]) for run in side.runs)
    return diagram._replace(side=diagram.side.with_runs((black, white)))


def turned_mask(ruleset: Ruleset, mask: int) -> int:
    """A set of squares, seen from the other side of the board."""
    last = ruleset.board.size - 1
    return sum(1 << last - square for square in squares(mask))
