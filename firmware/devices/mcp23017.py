"""The MCP23017 port expander: its registers, and one chip held to its settings.

Source: Microchip DS20001952. Addresses are those of ``IOCON.BANK = 0``, where each register is a
pair, port A at the even address and port B above it. With ``IOCON.SEQOP = 1`` the address pointer
toggles within the pair (section 3.2.1), so every access here is a pair, A first. Values of a pair
are 16 bits, port A low: bit n is pin n, GPA0 = 0 to GPB7 = 15.
"""

from dataclasses import dataclass
from typing import Final

from firmware.devices.bus import Call, I2CBus
from firmware.errors import SettingsLost

IODIR: Final = 0x00  # 1 = input; all ones after a reset
IPOL: Final = 0x02  # 1 = GPIO shows the opposite of the pin
GPINTEN: Final = 0x04  # 1 = changes are signalled on INT
IOCON: Final = 0x0A  # one register under both addresses of the pair
GPPU: Final = 0x0C  # 1 = pull-up of about 100 k
GPIO: Final = 0x12  # read: the pins; write: OLAT
OLAT: Final = 0x14  # what outputs drive

SEQOP: Final = 0x20  # IOCON: the pointer stays within the pair
IOCON_IN_BANK_1: Final = 0x05  # where IOCON stands while IOCON.BANK = 1; GPINTENB otherwise


@dataclass(frozen=True, slots=True)
class Setting:
    """A register pair that can be read back, and what must stand there."""

    name: str
    call: Call
    wanted: bytes

    def check(self) -> None:
        """Reads the pair. Raises SettingsLost where it differs, BusError where it cannot."""
        self.call.run()
        if self.call.data != self.wanted:
            raise SettingsLost(
                f"the MCP23017 at {self.call.address:#04x} has {self.name} = "
                f"{self.call.data.hex()}, not {self.wanted.hex()} as set: its supply or the bus "
                "was disturbed; check the 100 nF at the chip and the cable if this comes back"
            )


class Mcp23017:
    """One chip: `inputs` are read with pull-ups, all other pins are outputs that rest at `idle`."""

    def __init__(self, bus: I2CBus, address: int, inputs: int, idle: int) -> None:
        assert idle & inputs == 0, "an input's latch is written 0, or its echo could not be told"
        self.address = address
        self.outputs = 0xFFFF & ~inputs
        self.idle = idle
        self._bus = bus
        self._start = (
            # Noise may have set IOCON.BANK, which moves every register. If it did, the first write
            # clears it; if not, it clears GPINTENB, which is unused.
            bus.prepare(address, bytes([IOCON_IN_BANK_1, 0])),
            bus.prepare(address, bytes([IOCON, SEQOP])),
            # The latches before the directions, so that no pin drives a level nobody asked for.
            self._write(OLAT, idle),
            self._write(IPOL, 0),
            self._write(GPINTEN, 0),
            self._write(GPPU, inputs),
            self._write(IODIR, inputs),
        )
        self.direction = self._setting("IODIR", IODIR, inputs)
        """Tells a reset at once: no chip used here has inputs only, and a reset chip has."""
        self.settings = (
            self._setting("IOCON", IOCON, SEQOP << 8 | SEQOP),
            self._setting("IPOL", IPOL, 0),
            self._setting("GPPU", GPPU, inputs),
        )

    def _write(self, register: int, value: int) -> Call:
        return self._bus.prepare(self.address, bytes([register, *value.to_bytes(2, "little")]))

    def _setting(self, name: str, register: int, value: int) -> Setting:
        call = self._bus.prepare(self.address, bytes([register]), 2)
        return Setting(name, call, value.to_bytes(2, "little"))

    def set_up(self) -> None:
        """Writes every setting, whatever state the chip is in, and reads them back.

        Raises BusError, or SettingsLost when a setting did not take.
        """
        for call in self._start:
            call.run()
        for setting in (*self.settings, self.direction):
            setting.check()
