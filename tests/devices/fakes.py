"""Fakes at the seam of the drivers: a bus of register files, and pins that a test moves."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

import hardware
from firmware.devices.wiring import Wiring, load_wiring
from firmware.errors import BusError, NoAcknowledge

TWO_CHIPS = hardware.WIRING / "12x12.toml"

BOARDS = {
    "8x8": load_wiring(hardware.WIRING / "8x8.toml"),
    "10x10": load_wiring(hardware.WIRING / "10x10.toml"),
    "12x12": load_wiring(TWO_CHIPS),
}


class Chip(Protocol):
    """What a chip does when it is addressed."""

    def write(self, payload: bytes) -> None:
        """Takes the bytes after the address."""

    def read(self, count: int) -> bytes:
        """Gives bytes from where the pointer stands."""


@dataclass(frozen=True)
class Transfer:
    """One call as it went over the wires."""

    address: int
    payload: bytes
    read: int

    @property
    def bits(self) -> int:
        """SCL pulses, with one for each start and stop (NXP UM10204, figures 11 to 13)."""
        written = 1 + 9 + 9 * len(self.payload) if self.payload else 0
        answered = 1 + 9 + 9 * self.read if self.read else 0
        return written + answered + 1


class FakeCall:
    """A Call that runs against the fake bus's chips."""

    def __init__(self, bus: "FakeBus", address: int, payload: bytes, read: int) -> None:
        self._bus = bus
        self.address = address
        self.payload = bytearray(payload)
        self.data = bytearray(read)

    def run(self) -> None:
        self._bus.carry_out(self)


class FakeBus:
    """An I2CBus. `trouble` may raise, or look on, before each transfer; `noise` may turn bits."""

    def __init__(self, chips: dict[int, Chip]) -> None:
        self.chips = chips
        self.transfers: list[Transfer] = []
        self.prepared = 0
        self.trouble: Callable[[Transfer], None] = lambda transfer: None
        self.noise: Callable[[Transfer, bytes], bytes] = lambda transfer, data: data

    def prepare(self, address: int, payload: bytes, read: int = 0) -> FakeCall:
        self.prepared += 1
        return FakeCall(self, address, payload, read)

    def close(self) -> None:
        self.chips = {}

    def carry_out(self, call: FakeCall) -> None:
        transfer = Transfer(call.address, bytes(call.payload), len(call.data))
        self.transfers.append(transfer)
        self.trouble(transfer)
        chip = self.chips.get(call.address)
        if chip is None:
            raise NoAcknowledge(f"no chip at {call.address:#04x}")
        if call.payload:
            chip.write(bytes(call.payload))
        if call.data:
            call.data[:] = self.noise(transfer, chip.read(len(call.data)))

    def fails(self, error: BusError, after: int = 0) -> None:
        """From now on, `after` transfers succeed and all later ones raise `error`."""
        left = after

        def trouble(transfer: Transfer) -> None:
            nonlocal left
            if left == 0:
                raise error
            left -= 1

        self.trouble = trouble

    def heals(self) -> None:
        """From now on, every transfer succeeds."""
        self.trouble = lambda transfer: None
        self.noise = lambda transfer, data: data


class FakeMcp23017:
    """The 22 registers, in the order of BANK = 0 (Microchip DS20001952, table 3-1)."""

    IODIR, IPOL, GPINTEN, IOCON, GPPU, GPIO, OLAT = 0x00, 0x02, 0x04, 0x0A, 0x0C, 0x12, 0x14

    def __init__(self) -> None:
        self.levels: Callable[[], int] = lambda: 0xFFFF
        self.registers = bytearray(22)
        self.pointer = 0
        self.reset()

    def reset(self) -> None:
        """Power-on reset."""
        self.registers[:] = bytes(22)
        self.registers[0:2] = b"\xff\xff"
        self.pointer = 0

    def pair(self, register: int) -> int:
        """A register pair, port A low."""
        return int.from_bytes(self.registers[register : register + 2], "little")

    def set_pair(self, register: int, value: int) -> None:
        """What noise, or a reset of some bits, leaves in a register pair."""
        self.registers[register : register + 2] = value.to_bytes(2, "little")

    def driven_low(self) -> int:
        """Pins that are outputs and low."""
        return ~(self.pair(self.IODIR) | self.pair(self.OLAT)) & 0xFFFF

    def write(self, payload: bytes) -> None:
        self.pointer = payload[0]
        for byte in payload[1:]:
            register = self._register()
            if register is not None:
                self._store(register, byte)
            self._advance()

    def read(self, count: int) -> bytes:
        answer = bytearray()
        for _ in range(count):
            register = self._register()
            answer.append(0 if register is None else self._load(register))
            self._advance()
        return bytes(answer)

    @property
    def _bank(self) -> bool:
        return bool(self.registers[self.IOCON] & 0x80)

    def _register(self) -> int | None:
        if not self._bank:
            return self.pointer if self.pointer < 22 else None
        offset, port = self.pointer & 0x0F, self.pointer >> 4
        return 2 * offset + port if offset < 11 and port < 2 else None

    def _advance(self) -> None:
        if not self.registers[self.IOCON] & 0x20:
            self.pointer = (self.pointer + 1) % 22
        elif not self._bank:
            self.pointer ^= 1

    def _store(self, register: int, byte: int) -> None:
        if register in (self.IOCON, self.IOCON + 1):
            self.registers[self.IOCON] = self.registers[self.IOCON + 1] = byte & 0xFE
        elif register in (self.GPIO, self.GPIO + 1):
            self.registers[register + 2] = byte
        else:
            self.registers[register] = byte

    def _load(self, register: int) -> int:
        if register not in (self.GPIO, self.GPIO + 1):
            return self.registers[register]
        inputs = self.pair(self.IODIR)
        pins = (self.levels() & inputs | self.pair(self.OLAT) & ~inputs) ^ self.pair(self.IPOL)
        return pins >> (8 * (register - self.GPIO)) & 0xFF


class FakeBoard:
    """Reeds with perfect diodes between one or two expanders, and men that stand on them."""

    def __init__(self, wiring: Wiring) -> None:
        self.wiring = wiring
        self.men = 0
        self.expanders = {
            address: FakeMcp23017() for address in (wiring.drive_chip, wiring.read_chip)
        }
        self.driver = self.expanders[wiring.drive_chip]
        self.reader = self.expanders[wiring.read_chip]
        self.reader.levels = self._read_levels
        self.bus = FakeBus(dict(self.expanders))

    def _read_levels(self) -> int:
        low = self.driver.driven_low()
        levels = 0xFFFF
        for square, (drive, read) in enumerate(
            zip(self.wiring.drive, self.wiring.read, strict=True)
        ):
            if self.men >> square & 1 and low >> drive & 1:
                levels &= ~(1 << read)
        return levels


class FakeHt16k33:
    """RAM, and the settings that decide whether anything of it is seen."""

    def __init__(self) -> None:
        self.ram = bytearray(b"\xa5" * 16)  # anything may stand there after power-on
        self.reset()

    def reset(self) -> None:
        """Power-on: RAM holds anything, nothing is shown."""
        self.ram[:] = b"\xa5" * 16
        self.oscillator = self.on = False
        self.brightness = 16

    def write(self, payload: bytes) -> None:
        command, *rest = payload
        match command & 0xF0:
            case 0x00:
                for place, byte in enumerate(rest, command):
                    self.ram[place % 16] = byte
            case 0x20:
                self.oscillator = bool(command & 1)
            case 0x80:
                self.on = bool(command & 1)
            case 0xA0:
                assert command & 1 == 0, "ROW15 is a row, not the interrupt"
            case 0xE0:
                self.brightness = 1 + (command & 0x0F)
            case _:
                raise AssertionError(f"no such command: {command:#04x}")

    def read(self, count: int) -> bytes:
        return bytes(self.ram[:count])

    @property
    def lit(self) -> set[tuple[int, int]]:
        """(COM, ROW) of every LED that shines."""
        if not (self.oscillator and self.on):
            return set()
        return {
            (com, row)
            for com in range(8)
            for row in range(16)
            if self.ram[2 * com + row // 8] >> row % 8 & 1
        }


@dataclass
class FakeInput:
    """An InputPin which a test pulls down and lets go."""

    state: bool = True
    edge: Callable[[int, bool], None] = lambda at_ms, level: None

    def watch(self, edge: Callable[[int, bool], None]) -> None:
        self.edge = edge

    def close_at(self, at_ms: int) -> None:
        """The contact closes: the pin goes low."""
        self.state = False
        self.edge(at_ms, False)

    def open_at(self, at_ms: int) -> None:
        """The contact opens: the pull-up wins."""
        self.state = True
        self.edge(at_ms, True)


@dataclass
class FakeOutput:
    """An OutputPin that remembers what it was told."""

    levels: list[bool] = field(default_factory=list)

    def drive(self, level: bool) -> None:
        self.levels.append(level)
