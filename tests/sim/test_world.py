"""Reeds and men: what a magnet does to a contact, and when."""

from itertools import pairwise
from random import Random

import pytest

from firmware.errors import HandError
from firmware.rules import Color
from host_sim.clock import MS, NEVER, SECOND, US
from host_sim.reeds import FIGURES
from host_sim.world import Off, World, point_of

SQUARES = tuple(f"{file}{rank}" for rank in range(8, 0, -1) for file in "abcdefgh")
FLAT = FIGURES.ring(0, turned=False)
BETWEEN = (FLAT.operate + FLAT.release) / 2
BIT = {square: 1 << index for index, square in enumerate(SQUARES)}

Edges = list[tuple[int, int]]
"""(time in ns, picture after it), only where the picture changed."""


def world(seed: int = 1) -> World:
    return World(SQUARES, Random(seed))


def run(board: World) -> Edges:
    """Jump from event to event until all is still."""
    edges: Edges = []
    while (at_ns := board.next_edge_ns()) != NEVER:
        before = board.closed
        if board.advance_to(at_ns) != before:
            edges.append((at_ns, board.closed))
    return edges


def steady(edges: Edges) -> Edges:
    """The edges after which the picture stayed for longer than any bounce lasts."""
    nexts = [at_ns for at_ns, _ in edges[1:]] + [NEVER]
    return [
        edge
        for edge, next_ns in zip(edges, nexts, strict=True)
        if next_ns - edge[0] > FIGURES.bounce_max_ns
    ]


def names(picture: int) -> set[str]:
    return {square for square in SQUARES if picture & BIT[square]}


def test_a_board_without_men_is_still() -> None:
    board = world()
    assert board.next_edge_ns() == NEVER
    assert board.advance_to(SECOND) == 0


def test_a_man_put_down_closes_its_reed_and_no_other() -> None:
    board = world()
    board.add(Color.WHITE, "c3", at_ns=5 * MS)
    assert board.advance_to(5 * MS - 1) == 0
    assert board.advance_to(7 * MS) == BIT["c3"]


@pytest.mark.parametrize("seed", range(40))
def test_a_closing_contact_bounces_for_at_most_a_millisecond(seed: int) -> None:
    # Coto RI-02: operate including bounce 0.3 ms typical; other makers: up to 1 ms.
    board = world(seed)
    board.add(Color.WHITE, "c3", at_ns=5 * MS)
    edges = run(board)
    first, last = edges[0], edges[-1]
    assert first == (5 * MS, BIT["c3"]), "the first touch is at once"
    assert last[1] == BIT["c3"], "it ends closed"
    assert last[0] - first[0] <= 1 * MS
    assert len(edges) % 2 == 1, "closed, open, closed ..."


def test_most_contacts_bounce() -> None:
    def edges(seed: int) -> int:
        board = world(seed)
        board.add(Color.WHITE, "c3")
        return len(run(board))

    counts = [edges(seed) for seed in range(40)]
    assert {1, 3, 5, 7} == set(counts)


@pytest.mark.parametrize("seed", range(20))
def test_an_opening_contact_opens_once_within_70_microseconds(seed: int) -> None:
    # Coto RI-02: release 70 us at most. The man is out of reach 2 to 6 ms after the hand moves.
    board = world(seed)
    man = board.add(Color.WHITE, "c3")
    run(board)
    board.lift(man, at_ns=SECOND)
    edges = run(board)
    assert len(edges) == 1
    at_ns, closed = edges[0]
    assert closed == 0
    assert 2 * MS <= at_ns - SECOND <= 6 * MS + 70 * US


@pytest.mark.parametrize(
    ("offset", "felt"),
    [(0.0, True), (FLAT.operate - 0.01, True), (FLAT.operate + 0.01, False), (0.5, False)],
)
def test_a_man_is_felt_within_the_operate_radius(offset: float, felt: bool) -> None:
    board = world()
    board.add(Color.BLACK, (2.0 + offset, 2.0))
    run(board)
    assert bool(board.closed & BIT["c3"]) is felt


def test_a_king_upside_down_is_felt_by_the_ring_of_its_own_height() -> None:
    turned = FIGURES.ring(0, turned=True)
    assert turned != FLAT
    for offset, felt in ((turned.operate - 0.005, True), (turned.operate + 0.005, False)):
        board = world()
        board.add(Color.WHITE, (2.0 + offset, 2.0), king=True)
        run(board)
        assert bool(board.closed & BIT["c3"]) is felt


def test_a_man_turned_over_where_it_lies_is_felt_by_its_new_ring() -> None:
    turned = FIGURES.ring(0, turned=True)
    board = world()
    man = board.add(Color.WHITE, (2.0 + (turned.operate + FLAT.operate) / 2, 2.0))
    run(board)
    assert board.closed == BIT["c3"]
    board.turn_over(man, SECOND)
    run(board)
    assert board.closed == BIT["c3"], "between the radii: kept"
    board.turn_over(man, 2 * SECOND)
    board.lift(man, 3 * SECOND)
    run(board)
    assert board.closed == 0


def test_a_man_on_top_of_three_others_is_out_of_reach() -> None:
    assert FIGURES.ring(3, turned=False).operate == 0
    assert FIGURES.ring(9, turned=True).release == 0


def test_hysteresis_a_reed_keeps_what_it_has_between_the_two_radii() -> None:
    board = world()
    man = board.add(Color.WHITE, "c3")
    history = []
    offsets = (BETWEEN, FLAT.release + 0.01, BETWEEN, FLAT.operate - 0.01, BETWEEN)
    for step, offset in enumerate(offsets):
        board.slide(man, [(2.0 + offset, 2.0)], at_ns=(step + 1) * SECOND, leg_ns=100 * MS)
        run(board)
        history.append(board.closed == BIT["c3"])
    assert history == [True, False, False, True, True]


def test_a_slide_crosses_each_circle_at_its_computed_time() -> None:
    # One square in 100 ms: out of c1 at its release radius, into d1 at its operate radius.
    board = world()
    man = board.add(Color.WHITE, "c1")
    run(board)
    board.slide(man, ["d1"], at_ns=SECOND, leg_ns=100 * MS)
    edges = steady(run(board))
    assert [names(closed) for _, closed in edges] == [set(), {"d1"}]
    opened_ns, closed_ns = edges[0][0], edges[1][0]
    leaves_ns, enters_ns = FLAT.release * 100 * MS, (1 - FLAT.operate) * 100 * MS
    assert leaves_ns - 1 <= opened_ns - SECOND <= leaves_ns + 70 * US
    assert enters_ns - 1 <= closed_ns - SECOND <= enters_ns + MS


@pytest.mark.parametrize("seed", range(10))
def test_a_man_dragged_along_a_diagonal_is_felt_once_on_every_square(seed: int) -> None:
    # A drag over b2 and c3 touches no light square: their centres are 0.71 away.
    board = world(seed)
    man = board.add(Color.WHITE, "a1")
    run(board)
    board.slide(man, ["d4", "f2"], at_ns=SECOND, leg_ns=240 * MS)
    felt = [names(closed) for _, closed in steady(run(board))]
    path: list[set[str]] = [{"b2"}, {"c3"}, {"d4"}, {"e3"}, {"f2"}]
    assert [squares for squares in felt if squares] == path
    assert man.place is not Off.HAND
    assert board.man_on("f2") is man


def test_a_slide_that_ends_between_two_squares_leaves_both_empty() -> None:
    board = world()
    man = board.add(Color.WHITE, "c3")
    run(board)
    board.slide(man, [(2.5, 3.0)], at_ns=SECOND, leg_ns=100 * MS)
    run(board)
    assert board.closed == 0


def test_one_of_two_stacked_men_lifted_leaves_the_reed_closed() -> None:
    board = world()
    lower = board.add(Color.WHITE, "e5")
    upper = board.add(Color.WHITE, "a1")
    board.lift(upper, at_ns=SECOND)
    board.put_on_top(upper, lower, at_ns=SECOND + 300 * MS)
    run(board)
    assert board.men_on("e5") == (lower, upper)
    board.lift("e5", at_ns=2 * SECOND)
    assert upper.place is Off.HAND, "a hand takes the uppermost"
    assert run(board) == []
    assert board.closed == BIT["e5"]


def test_a_man_comes_down_when_the_one_under_it_is_taken() -> None:
    board = world()
    lower = board.add(Color.WHITE, "e5")
    upper = board.add(Color.WHITE, "e5", at_ns=100 * MS)
    run(board)
    board.lift(lower, at_ns=SECOND)
    run(board)
    assert board.closed == BIT["e5"]
    assert board.men_on("e5") == (upper,)
    board.put_aside(upper, at_ns=2 * SECOND)
    run(board)
    assert board.closed == 0
    assert upper.place is Off.ASIDE


def test_a_dragged_man_carries_what_lies_on_it() -> None:
    board = world()
    lower = board.add(Color.WHITE, "a1")
    upper = board.add(Color.WHITE, "a1", at_ns=100 * MS)
    board.slide(lower, ["b2"], at_ns=SECOND, leg_ns=200 * MS)
    run(board)
    assert board.men_on("b2") == (lower, upper)
    assert board.closed == BIT["b2"]


def test_a_man_too_far_to_close_a_reed_keeps_closed_one_that_another_closed() -> None:
    board = world()
    board.add(Color.BLACK, (2.0 + BETWEEN, 2.0))
    run(board)
    assert board.closed == 0
    near = board.add(Color.WHITE, (1.79, 2.0), at_ns=SECOND)
    run(board)
    assert board.closed == BIT["c3"]
    board.lift(near, at_ns=2 * SECOND)
    run(board)
    assert board.closed == BIT["c3"]


def test_a_stuck_reed_reads_the_same_whatever_stands_on_it() -> None:
    board = world()
    board.stick("c3", closed=False, at_ns=0)
    board.stick("d4", closed=True, at_ns=0)
    man = board.add(Color.WHITE, "c3", at_ns=MS)
    run(board)
    assert board.closed == BIT["d4"]
    board.free("c3", at_ns=SECOND)
    board.free("d4", at_ns=SECOND)
    run(board)
    assert board.closed == BIT["c3"]
    assert board.man_on("c3") is man


def test_a_hand_cannot_lower_a_man_before_it_has_lifted_it() -> None:
    board = world()
    man = board.add(Color.WHITE, "c3")
    run(board)
    board.lift(man, at_ns=SECOND)
    board.place(man, "c3", at_ns=SECOND + 1)
    edges = steady(run(board))
    assert edges[-1][1] == BIT["c3"]
    assert edges[-1][0] >= SECOND + FIGURES.lift_min_ns


def test_what_no_hand_can_do_is_refused() -> None:
    board = world()
    man = board.add(Color.WHITE, "c3")
    with pytest.raises(HandError, match="no man on d4"):
        board.lift("d4", at_ns=0)
    with pytest.raises(HandError, match="lift it first"):
        board.place(man, "d4", at_ns=0)
    board.lift(man, at_ns=0)
    with pytest.raises(HandError, match="in a hand"):
        board.slide(man, ["d4"], at_ns=0, leg_ns=MS)
    with pytest.raises(HandError, match="no reed"):
        board.stick("k1", closed=True, at_ns=0)


def test_squares_are_named_by_coordinate_on_any_board() -> None:
    assert point_of("a1") == (0.0, 0.0)
    assert point_of("j10") == (9.0, 9.0)


def busy_hands(board: World, seed: int) -> None:
    """A minute of lifting, sloppy placing and dragging, planned ahead."""
    random = Random(seed)
    men = [board.add(Color.WHITE, square) for square in SQUARES[40::3]]
    at_ns = SECOND
    for _ in range(120):
        man = men[random.getrandbits(16) % len(men)]
        at_ns += random.getrandbits(29)
        if man.place is Off.HAND:
            spot = (7.4 * random.random(), 7.4 * random.random())
            board.place(man, spot, at_ns)
        elif random.random() < 0.5:
            board.lift(man, at_ns)
        else:
            goal = (7.4 * random.random(), 7.4 * random.random())
            board.slide(man, [goal], at_ns, leg_ns=50 * MS + random.getrandbits(27))


@pytest.mark.parametrize("seed", range(5))
def test_jumping_to_the_next_edge_changes_nothing(seed: int) -> None:
    jumping, creeping = world(seed), world(seed)
    busy_hands(jumping, seed)
    busy_hands(creeping, seed)
    trace = [(0, 0), *run(jumping), (jumping.now_ns + SECOND, jumping.closed)]
    step_ns = 1_440_000
    for (since_ns, closed), (until_ns, _) in pairwise(trace):
        for at_ns in range(-(-since_ns // step_ns) * step_ns, until_ns, step_ns):
            assert creeping.advance_to(at_ns) == closed
    assert creeping.next_edge_ns() == NEVER


def test_the_same_seed_gives_the_same_edges() -> None:
    def trace(seed: int) -> Edges:
        board = world(seed)
        busy_hands(board, 7)
        return run(board)

    assert trace(3) == trace(3)
    assert trace(3) != trace(4)
