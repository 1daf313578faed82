"""The diode matrix: what the expanders' pins see of closed reeds, with good and bad diodes."""

import pytest

from firmware.rules import Color
from host_sim.chips.mcp23017 import GPIOA, GPPUA, IODIRA, OLATA
from host_sim.clock import MS
from host_sim.network import Diode
from tests.devices.fakes import BOARDS
from tests.sim.rig import Rig, build


def scan(rig: Rig, board: str = "8x8") -> set[str]:
    """The squares that read full, each drive line pulled low in turn by hand."""
    wiring = BOARDS[board]
    drives = sum(1 << pin for pin in wiring.drives)
    reader = rig.expanders[wiring.read_chip]
    set_pair(rig, wiring.drive_chip, IODIRA, 0xFFFF & ~drives)
    full = set()
    for square, drive, read in zip(wiring.squares, wiring.drive, wiring.read, strict=True):
        set_pair(rig, wiring.drive_chip, OLATA, drives & ~(1 << drive))
        levels = reader.peek(GPIOA) | reader.peek(GPIOA + 1) << 8
        if not levels >> read & 1:
            full.add(square)
    return full


def set_pair(rig: Rig, chip: int, register: int, value: int) -> None:
    rig.expanders[chip].poke(register, value & 0xFF)
    rig.expanders[chip].poke(register + 1, value >> 8)


def stand(rig: Rig, *squares: str) -> None:
    for square in squares:
        rig.world.add(Color.WHITE, square, rig.clock.now_ns)
    rig.settle()


@pytest.mark.parametrize("board", ["8x8", "10x10", "12x12"])
def test_every_square_is_seen_alone(board: str) -> None:
    for square in BOARDS[board].squares:
        rig = build(board)
        stand(rig, square)
        assert scan(rig, board) == {square}


@pytest.mark.parametrize("board", ["8x8", "10x10", "12x12"])
def test_with_diodes_a_full_board_but_one_square_shows_that_one_empty(board: str) -> None:
    squares = BOARDS[board].squares
    rig = build(board)
    stand(rig, *squares[1:])
    assert scan(rig, board) == set(squares[1:])


def test_with_diodes_three_corners_make_no_ghost() -> None:
    rig = build()
    stand(rig, "c3", "f3", "c6")
    assert scan(rig) == {"c3", "f3", "c6"}


def test_without_diodes_three_corners_make_a_ghost_at_the_fourth() -> None:
    # c3 and f3 share a drive line, c3 and c6 a read line; current goes f3, c3, c6 the long way.
    rig = build()
    rig.network.set_diodes(Diode.SHORTED)
    stand(rig, "c3", "f3", "c6")
    assert scan(rig) == {"c3", "f3", "c6", "f6"}


def test_without_diodes_a_lone_man_or_two_make_no_ghost() -> None:
    rig = build()
    rig.network.set_diodes(Diode.SHORTED)
    stand(rig, "c3", "f6")
    assert scan(rig) == {"c3", "f6"}


def test_one_shorted_diode_lets_current_back_through_its_own_square_only() -> None:
    # With only c3 shorted, the way back is c6 -> c3 -> f3; the way f3 -> c3 needs no short.
    squares = BOARDS["8x8"].squares
    rig = build()
    stand(rig, "c3", "f3", "c6")
    rig.network.set_diode(squares.index("c3"), Diode.SHORTED)
    assert scan(rig) == {"c3", "f3", "c6", "f6"}
    rig.network.set_diode(squares.index("c3"), Diode.GOOD)
    rig.network.set_diode(squares.index("f3"), Diode.SHORTED)
    assert scan(rig) == {"c3", "f3", "c6"}


def test_a_square_with_an_open_diode_always_reads_empty() -> None:
    rig = build()
    stand(rig, "c3", "f3")
    rig.network.set_diode(BOARDS["8x8"].squares.index("c3"), Diode.OPEN)
    assert scan(rig) == {"f3"}


def test_a_chip_fresh_from_reset_sees_an_empty_board() -> None:
    # All pins inputs, no line driven: every read line is pulled high.
    rig = build()
    stand(rig, *BOARDS["8x8"].squares)
    chip = rig.expanders[0x20]
    chip.reset()
    assert (chip.peek(GPIOA), chip.peek(GPIOA + 1)) == (0xFF, 0xFF)


def test_without_pull_ups_lines_read_low_unless_the_chips_own_are_on() -> None:
    rig = build()
    rig.network.lose_pull_ups(0x20)
    assert scan(rig) == set(BOARDS["8x8"].squares)
    reads = sum(1 << pin for pin in BOARDS["8x8"].reads)
    set_pair(rig, 0x20, GPPUA, reads)
    assert scan(rig) == set()
    set_pair(rig, 0x20, GPPUA, 0)
    rig.network.restore_pull_ups(0x20)
    assert scan(rig) == set()


def test_reading_follows_the_reeds_in_time() -> None:
    rig = build()
    rig.world.add(Color.WHITE, "c3", 50 * MS)
    assert scan(rig) == set()
    rig.clock.advance_to(52 * MS)
    assert scan(rig) == {"c3"}
