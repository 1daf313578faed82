"""Register-level model of the MCP23017 16-bit I/O expander (Microchip DS20001952).

The 22 registers are kept in the order of BANK=0, port A and B side by side, whatever addresses
IOCON.BANK gives them. How an address becomes a register, and which address follows it, is looked
up in one of four tables, chosen when IOCON is written: BANK and SEQOP are the whole of it.

Where the data sheet is silent the model does the plain thing: addresses between the banks
(0Bh-0Fh and beyond the last) read as zero and swallow what is written, and the sequential pointer
passes over them one by one.

Interrupts are judged whenever the chip is spoken to, and whenever `observe` is called: a pulse
between two such moments is not seen. That is enough for a firmware that polls.
"""

from collections.abc import Callable
from typing import Final

IODIRA: Final = 0x00
IODIRB: Final = 0x01
IPOLA: Final = 0x02
IPOLB: Final = 0x03
GPINTENA: Final = 0x04
GPINTENB: Final = 0x05
DEFVALA: Final = 0x06
DEFVALB: Final = 0x07
INTCONA: Final = 0x08
INTCONB: Final = 0x09
IOCON: Final = 0x0A
"""One register; 0Bh is its second address (section 3.5.6)."""
GPPUA: Final = 0x0C
GPPUB: Final = 0x0D
INTFA: Final = 0x0E
INTFB: Final = 0x0F
INTCAPA: Final = 0x10
INTCAPB: Final = 0x11
GPIOA: Final = 0x12
GPIOB: Final = 0x13
OLATA: Final = 0x14
OLATB: Final = 0x15

BANK: Final = 0x80
MIRROR: Final = 0x40
SEQOP: Final = 0x20
ODR: Final = 0x04
INTPOL: Final = 0x02

_REGISTERS = 22
_NOWHERE = 22
"""Stands for an address without a register."""


def _addresses(bank: bool) -> list[int]:
    """Register behind each of the 256 addresses (table 3-1)."""
    found = [_NOWHERE] * 256
    for register in range(_REGISTERS):
        found[(register & 1) << 4 | register >> 1 if bank else register] = register
    return found


def _followers(bank: bool, seqop: bool) -> list[int]:
    """Address after each address (section 3.2.1)."""
    if seqop:
        pair = not bank
        return [address ^ 1 if pair and address < _REGISTERS else address for address in range(256)]
    last = 0x1A if bank else 0x15
    return [0 if address == last else (address + 1) & 0xFF for address in range(256)]


_REGISTER = {bank: _addresses(bank) for bank in (False, True)}
_NEXT = {
    (bank, seqop): _followers(bank, seqop) for bank in (False, True) for seqop in (False, True)
}

# Where a written byte goes: GPIO modifies the output latch (3.5.10), INTF and INTCAP are read-only.
_STORED = [*range(_REGISTERS), _NOWHERE]
_STORED[IOCON + 1] = IOCON
_STORED[GPIOA], _STORED[GPIOB] = OLATA, OLATB
for _read_only in (INTFA, INTFB, INTCAPA, INTCAPB):
    _STORED[_read_only] = _NOWHERE


class Mcp23017:
    """One expander. `outside` gives the level of its sixteen pins as the wires around it see them.

    Sixteen-bit values carry port A in bits 0-7 and port B in bits 8-15.
    """

    pointer: int
    """The address of the next byte."""
    driven_low: int
    """Pins that are outputs and hold 0 V."""
    pull_ups: int
    """Pins with the internal pull-up of 100 k on (GPPU)."""

    _registers: bytearray
    _opening: bool
    _iodir: int
    _olat: int
    _ipol: int
    _gpinten: int
    _register: list[int]
    _next: list[int]
    _last: list[int]
    """What each port read when its interrupt was last cleared."""

    def __init__(self, outside: Callable[[], int] = lambda: 0xFFFF) -> None:
        self.outside = outside
        self.reset()

    # The bus

    def start(self, reading: bool) -> None:
        """The address was acknowledged; when writing, the next byte is the register address."""
        self._opening = not reading

    def receive(self, byte: int) -> None:
        """A register address, or a byte for the register that the pointer names (3.2.2.1)."""
        if self._opening:
            self._opening = False
            self.pointer = byte
            return
        register = _STORED[self._register[self.pointer]]
        if register != _NOWHERE:
            self.poke(register, byte)
        self.pointer = self._next[self.pointer]

    def send(self) -> int:
        """The byte that the pointer names; the pointer moves on (3.2.2.2)."""
        register = self._register[self.pointer]
        self.pointer = self._next[self.pointer]
        if self._gpinten:
            return self._read_watching(register)
        if register == GPIOA:
            return self._pins() & 0xFF
        if register == GPIOB:
            return self._pins() >> 8
        return self._registers[register]

    def stop(self) -> None:
        """Nothing is latched at a stop: each byte took effect with its acknowledge."""

    # The supply

    def reset(self) -> None:
        """Power-on reset: all pins inputs, every other register zero (section 3.1, table 3-1)."""
        self._registers = bytearray(_REGISTERS + 1)
        self.pointer = 0
        self._opening = False
        self._last = [0, 0]
        for register in (IODIRA, IODIRB):
            self._registers[register] = 0xFF
        for register in (IODIRA, IPOLA, GPINTENA, IOCON, GPPUA, OLATA):
            self._follow(register)

    # The pins

    def observe(self) -> None:
        """Look for an interrupt condition now, as when a pin has moved."""
        for port in (0, 1):
            self._judge(port)

    def interrupt(self, port: int) -> bool:
        """Whether INTA (port 0) or INTB (port 1) is asserted, whatever its polarity."""
        pending = self._registers[INTFA + port]
        if self._registers[IOCON] & MIRROR:
            pending |= self._registers[INTFB - port]
        return pending != 0

    def interrupt_level(self, port: int) -> bool | None:
        """The level of INTA or INTB; None is a released open drain (IOCON.ODR, IOCON.INTPOL)."""
        iocon, asserted = self._registers[IOCON], self.interrupt(port)
        if iocon & ODR:
            return False if asserted else None
        return asserted == bool(iocon & INTPOL)

    # The registers, as an oscilloscope on the die would see them

    def peek(self, register: int) -> int:
        """A register by its BANK=0 address, without any effect of reading it."""
        if register in (GPIOA, GPIOB):
            return self._port(register - GPIOA)
        return self._registers[IOCON if register == IOCON + 1 else register]

    def poke(self, register: int, byte: int) -> None:
        """Put a byte into a register by its BANK=0 address: a write, or noise that upsets it."""
        self._registers[register] = byte
        self._follow(register & ~1)

    def _follow(self, register: int) -> None:
        """Bring what is derived from a pair of registers up to date."""
        registers = self._registers
        value = registers[register] | registers[register + 1] << 8
        if register == OLATA:
            self._olat = value
            self.driven_low = ~(self._iodir | value) & 0xFFFF
        elif register == IODIRA:
            self._iodir = value
            self._olat = registers[OLATA] | registers[OLATB] << 8
            self.driven_low = ~(value | self._olat) & 0xFFFF
        elif register == IPOLA:
            self._ipol = value
        elif register == GPPUA:
            self.pull_ups = value
        elif register == GPINTENA:
            self._gpinten = value
            self._last = [self._port(0), self._port(1)] if value else [0, 0]
        elif register == IOCON:
            # Bit 0 is unimplemented and reads as zero; both addresses show one register.
            registers[IOCON] &= 0xFE
            registers[IOCON + 1] = registers[IOCON]
            bank, seqop = bool(registers[IOCON] & BANK), bool(registers[IOCON] & SEQOP)
            self._register = _REGISTER[bank]
            self._next = _NEXT[bank, seqop]

    def _pins(self) -> int:
        """GPIOB and GPIOA: levels of inputs, latches of outputs, inverted where IPOL says so."""
        iodir = self._iodir
        return (self.outside() & iodir | self._olat & ~iodir) ^ self._ipol

    def _port(self, port: int) -> int:
        return self._pins() >> 8 * port & 0xFF

    # Interrupts (section 3.6)

    def _read_watching(self, register: int) -> int:
        """Read while interrupts are enabled: GPIO and INTCAP clear what they report."""
        port = register & 1
        self.observe()
        value = self.peek(register)
        if register in (GPIOA, GPIOB, INTCAPA, INTCAPB):
            self._registers[INTFA + port] = 0
            self._last[port] = self._port(port)
        return value

    def _judge(self, port: int) -> None:
        """Latch the first change: INTF and INTCAP keep it until the port or INTCAP is read."""
        registers = self._registers
        if registers[INTFA + port] or not registers[GPINTENA + port]:
            return
        value = self._port(port)
        compared = registers[INTCONA + port]
        against = registers[DEFVALA + port] & compared | self._last[port] & ~compared
        causes = (value ^ against) & registers[GPINTENA + port]
        if causes:
            registers[INTFA + port] = causes
            registers[INTCAPA + port] = value
