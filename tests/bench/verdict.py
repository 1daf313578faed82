"""How soon after a press the lights answer, in the simulator's time.

The verdict on a legal move is its trace: both colours on origin and target. Measured from the first
edge of the button to the end of the transfer that lights the last of those LEDs.
"""

import statistics
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from random import Random

from firmware.rules import Move, find_variant, squares
from host_sim.chips import Chip
from host_sim.chips.ht16k33 import Ht16k33
from host_sim.clock import MS
from host_sim.hands import TIDY, Style
from host_sim.machine import Machine
from host_sim.match import Match, Terms
from tests.bench.figure import Figure

TITLE = "From the button's edge to the light of the verdict, simulated time"

MOVES = 500
AT_MOST_MS = 20
DEBOUNCE_MS = 30
"""Until a change of the board is certain: three looks that agree, 10 ms apart."""

HASTY = replace(TIDY, press="press_at_once")
"""The button is hit while the reed under the man still bounces."""


def measure() -> Iterator[Figure]:
    """Yield median and worst for presses on a steady board, and just after a man was put down."""
    for name, style, at_most in (
        ("the board was steady", TIDY, AT_MOST_MS),
        ("a man landed just before", HASTY, AT_MOST_MS + DEBOUNCE_MS),
    ):
        delays = list(delays_ms(style))
        yield Figure(f"{name}: median of {MOVES} moves", statistics.median(delays), "ms")
        yield Figure(f"{name}: worst", max(delays), "ms", at_most=at_most)


def delays_ms(style: Style) -> Iterator[float]:
    """Yield the delay of each of ``MOVES`` moves of random games by hands of this style."""
    random = Random(1)
    counted = 0
    while counted < MOVES:
        with Machine("8x8", seed=counted) as machine:
            match = Match(machine, find_variant("russian"), random, style=style)
            match.set_up()
            match.start(Terms("3600"))
            while counted < MOVES:
                began_ns = machine.clock.now_ns
                move = match.choose()
                match.move(move, think_ms=300)
                machine.run_for_ms(200)
                if match.played.outcome is not None:
                    break  # the lights of a game that is over are out
                counted += 1
                yield (_trace_ns(machine, move, began_ns) - _edge_ns(machine, began_ns)) / MS


def _edge_ns(machine: Machine, since_ns: int) -> int:
    """When a button was first pressed after ``since_ns``."""
    buttons = (machine.wiring.left_button, machine.wiring.right_button)
    return min(
        edge.at_ns
        for pin in buttons
        for edge in machine.pins.history(pin)
        if edge.at_ns > since_ns and not edge.high
    )


def _trace_ns(machine: Machine, move: Move, since_ns: int) -> int:
    """When the trace of ``move`` stood complete for the first time after ``since_ns``."""
    station = machine.station
    assert station is not None
    trace = station.session.layout.to_physical(1 << move.origin | 1 << move.target)
    wanted: dict[int, int] = defaultdict(int)
    for square in squares(trace):
        for led in (machine.wiring.red[square], machine.wiring.green[square]):
            wanted[led.address] |= 1 << 16 * led.com + led.row
    return max(_lit_ns(machine.adapter.chips[at], leds, since_ns) for at, leds in wanted.items())


def _lit_ns(chip: Chip, leds: int, since_ns: int) -> int:
    """When all of ``leds`` and nothing else first shone on ``chip`` after ``since_ns``."""
    assert isinstance(chip, Ht16k33)
    return next(lit.at_ns for lit in chip.history if lit.at_ns > since_ns and lit.leds == leds)
