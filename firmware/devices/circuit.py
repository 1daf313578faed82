"""Two looks at the matrix's own parts, which no picture of the board shows; for the doctor.

*Resistors.* The chip's own pull-ups of about 100 k hide a missing one: everything works, only too
slowly, and fails on a damp day. So they are switched off, each read line is pulled to ground for a
moment and let go. With its 22 k and 150 pF it is high again after some microseconds; without,
nothing lifts it: a leakage of a few nanoamperes needs tens of milliseconds. While a read line is
held low and all drive lines are high, every diode blocks, so men on the board do no harm.

*Diodes.* One that conducts both ways does nothing until three men stand at the corners of a
rectangle. With its man alone on the board the current can be sent the wrong way: the read line is
pulled low, the drive line is let go with the chip's pull-up on. It stays high unless the diode
conducts backwards. The drive line may be GPA7 or GPB7, which are never inputs in play; here nothing
changes their level while the chip is read, which is what upsets SDA.

Both leave the matrix as it was set up. All functions raise BusError, or SettingsLost.
"""

from firmware.devices.bus import I2CBus
from firmware.devices.mcp23017 import GPIO, GPPU, IODIR, Mcp23017
from firmware.devices.wiring import Wiring


def missing_pull_ups(bus: I2CBus, wiring: Wiring) -> tuple[int, ...]:
    """The read pins without a resistor to the supply."""
    _, reader = _chips(bus, wiring)
    reads = _mask(wiring.reads)
    _write(bus, reader, GPPU, 0)
    _write(bus, reader, IODIR, 0)
    _write(bus, reader, IODIR, reads)
    high = _levels(bus, reader)
    reader.set_up()
    return tuple(pin for pin in wiring.reads if not high >> pin & 1)


def conducts_backwards(bus: I2CBus, wiring: Wiring, square: int) -> bool:
    """Whether the diode of a square conducts both ways; its man alone must stand on the board."""
    driver, reader = _chips(bus, wiring)
    drive, read = 1 << wiring.drive[square], 1 << wiring.read[square]
    reads = _mask(wiring.reads)
    inputs = reads if driver is reader else 0
    _write(bus, driver, GPPU, inputs | drive)
    _write(bus, driver, IODIR, inputs | drive)
    if driver is reader:
        _write(bus, reader, IODIR, (reads | drive) & ~read)
    else:
        _write(bus, reader, IODIR, reads & ~read)
    # The first reading gives the line time to rise.
    _levels(bus, driver)
    low = not _levels(bus, driver) & drive
    _write(bus, reader, IODIR, reads | (drive if driver is reader else 0))
    driver.set_up()
    reader.set_up()
    return low


def _chips(bus: I2CBus, wiring: Wiring) -> tuple[Mcp23017, Mcp23017]:
    """The chip that drives and the chip that is read, set up as in play."""
    drives, reads = _mask(wiring.drives), _mask(wiring.reads)
    if wiring.drive_chip == wiring.read_chip:
        driver = reader = Mcp23017(bus, wiring.drive_chip, inputs=reads, idle=drives)
    else:
        driver = Mcp23017(bus, wiring.drive_chip, inputs=0, idle=drives)
        reader = Mcp23017(bus, wiring.read_chip, inputs=reads, idle=0)
    driver.set_up()
    reader.set_up()
    return driver, reader


def _mask(pins: tuple[int, ...]) -> int:
    return sum(1 << pin for pin in pins)


def _write(bus: I2CBus, chip: Mcp23017, register: int, value: int) -> None:
    bus.prepare(chip.address, bytes([register, *value.to_bytes(2, "little")])).run()


def _levels(bus: I2CBus, chip: Mcp23017) -> int:
    call = bus.prepare(chip.address, bytes([GPIO]), 2)
    call.run()
    return int.from_bytes(call.data, "little")
