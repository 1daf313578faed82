"""What can go wrong between the processor and the chips, as values, and the book of what is wrong.

A fault is a plan: it begins at an exact time and, where it lasts, ends by itself. The book is asked
only when something in it is due (`next_ns`), so a bus without faults pays one comparison a message.
"""

import heapq
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, assert_never

from host_sim.chips import Chip
from host_sim.clock import NEVER


@dataclass(frozen=True, slots=True)
class Nack:
    """The chip does not acknowledge its address: unplugged, or a broken wire."""

    at_ns: int
    for_ns: int
    chip: int


@dataclass(frozen=True, slots=True)
class BrownOut:
    """The chip loses its supply: its registers fall to power-on values, and while it lasts (it may
    be over at once) the chip does not acknowledge."""

    at_ns: int
    for_ns: int
    chip: int


@dataclass(frozen=True, slots=True)
class StuckSda:
    """Something holds SDA low: no transfer is possible."""

    at_ns: int
    for_ns: int


@dataclass(frozen=True, slots=True)
class ConstantData:
    """The chip acknowledges, but whatever is read from it is `value`."""

    at_ns: int
    for_ns: int
    chip: int
    value: int


@dataclass(frozen=True, slots=True)
class LostPullUps:
    """The resistors that hold the chip's read lines up lose their supply."""

    at_ns: int
    for_ns: int
    chip: int


@dataclass(frozen=True, slots=True)
class BitError:
    """In the next transfer with the chip, data byte number `byte` (counted through the whole
    transfer, written and read alike) arrives with the bits of `mask` inverted."""

    at_ns: int
    chip: int
    byte: int
    mask: int


@dataclass(frozen=True, slots=True)
class Upset:
    """Noise puts `value` into a register (BANK=0 address): a lost pull-up setting, BANK=1, ..."""

    at_ns: int
    chip: int
    register: int
    value: int


Fault = Nack | BrownOut | StuckSda | ConstantData | LostPullUps | BitError | Upset
_Lasting = Nack | BrownOut | StuckSda | ConstantData | LostPullUps


class Noise:
    """What happens to the data bytes of one chip in one transfer."""

    __slots__ = ("_constant", "_errors", "_passed")

    def __init__(self, constant: int | None, errors: Sequence[BitError]) -> None:
        self._constant = constant
        self._errors = errors
        self._passed = 0

    def written(self, byte: int) -> int:
        """What the chip receives when the master writes `byte`."""
        for one in self._errors:
            if one.byte == self._passed:
                byte ^= one.mask
        self._passed += 1
        return byte

    def read(self, byte: int) -> int:
        """What the master reads when the chip sends `byte`."""
        return self.written(byte if self._constant is None else self._constant)


class Registers(Protocol):
    """A chip whose registers can be upset."""

    def poke(self, register: int, byte: int) -> None:
        """Put a byte into a register."""


class PullUps(Protocol):
    """The part of the wires that can lose its pull-ups."""

    def lose_pull_ups(self, chip: int) -> None:
        """The resistors of a chip's pins lose their supply."""

    def restore_pull_ups(self, chip: int) -> None:
        """They have it again."""


class Faults:
    """What is wrong with one bus, now and later; `Upset` reaches the chips in `upsettable`."""

    def __init__(
        self,
        chips: Mapping[int, Chip],
        upsettable: Mapping[int, Registers],
        pull_ups: PullUps | None = None,
    ) -> None:
        self._chips = chips
        self._upsettable = upsettable
        self._pull_ups = pull_ups
        self._planned: list[tuple[int, int, Fault]] = []
        self._plans = 0
        self._lasting: list[_Lasting] = []
        self.next_ns = NEVER
        """When the next fault begins or ends."""
        self.sda_stuck = False
        self.silent: frozenset[int] = frozenset()
        """Addresses that do not acknowledge."""
        self._unpulled: frozenset[int] = frozenset()
        self._constant: dict[int, int] = {}
        self._bit_errors: dict[int, list[BitError]] = {}

    def plan(self, *faults: Fault) -> None:
        """Let these happen at their times; one whose time is past begins with the next transfer."""
        for fault in faults:
            self._plans += 1
            heapq.heappush(self._planned, (fault.at_ns, self._plans, fault))
            self.next_ns = min(self.next_ns, fault.at_ns)

    def clear(self) -> None:
        """Forget all plans and end what lasts."""
        self._planned.clear()
        self._bit_errors.clear()
        self._lasting.clear()
        self._sum_up()

    def advance_to(self, now_ns: int) -> None:
        """Begin and end whatever is due by `now_ns`."""
        while self._planned and self._planned[0][0] <= now_ns:
            self._begin(heapq.heappop(self._planned)[2])
        self._lasting = [one for one in self._lasting if one.at_ns + one.for_ns > now_ns]
        self._sum_up()

    def noise_on(self, chip: int) -> Noise | None:
        """What spoils the data of the transfer with this chip that begins now, if anything does."""
        if not self._constant and not self._bit_errors:
            return None
        return Noise(self._constant.get(chip), self._bit_errors.pop(chip, ()))

    def _begin(self, fault: Fault) -> None:
        match fault:
            case Nack() | StuckSda() | ConstantData() | LostPullUps():
                self._lasting.append(fault)
            case BrownOut(chip=chip):
                self._chips[chip].reset()
                self._lasting.append(fault)
            case BitError(chip=chip):
                self._bit_errors.setdefault(chip, []).append(fault)
            case Upset(chip=chip, register=register, value=value):
                self._upsettable[chip].poke(register, value)
            case _:
                assert_never(fault)

    def _sum_up(self) -> None:
        lasting = self._lasting
        self.sda_stuck = any(isinstance(one, StuckSda) for one in lasting)
        self.silent = frozenset(one.chip for one in lasting if isinstance(one, Nack | BrownOut))
        self._constant = {one.chip: one.value for one in lasting if isinstance(one, ConstantData)}
        self._pull(frozenset(one.chip for one in lasting if isinstance(one, LostPullUps)))
        ends = [one.at_ns + one.for_ns for one in lasting]
        begins = self._planned[0][0] if self._planned else NEVER
        self.next_ns = min([begins, *ends])

    def _pull(self, lost: frozenset[int]) -> None:
        """Take the pull-ups from these chips and give them back to the others."""
        if lost == self._unpulled:
            return
        assert self._pull_ups is not None, "this bus has no matrix"
        for chip in lost - self._unpulled:
            self._pull_ups.lose_pull_ups(chip)
        for chip in self._unpulled - lost:
            self._pull_ups.restore_pull_ups(chip)
        self._unpulled = lost
