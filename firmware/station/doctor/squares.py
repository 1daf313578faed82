"""The part of the walk along the squares: a man on each, alone, and what the board then feels."""

from collections.abc import Iterator

from firmware.devices.circuit import conducts_backwards
from firmware.errors import BusError, ScanFault
from firmware.station.doctor.finding import Finding
from firmware.station.doctor.judging import Judge
from firmware.station.doctor.lines import bits
from firmware.station.doctor.stand import Stand


def try_squares(stand: Stand) -> Iterator[Finding]:
    """Every square of the board, one after the other: what is wrong, and a sum."""
    names, judge = stand.wiring.squares, Judge(stand.wiring)
    stand.person.told("Take all men off the board.")
    full = stand.waited(lambda picture: picture == 0) or 0
    yield from judge.full(full)
    felt: dict[int, int] = {}
    shorted = 0
    tried = [square for square in range(len(names)) if not full >> square & 1]
    for number, square in enumerate(tried, 1):
        felt[square], backwards = _felt(stand, square)
        shorted |= backwards
        if stand.trouble is not None:
            detail = f"no picture any more since {names[square]}: {stand.trouble}"
            yield Finding(False, "scan", detail)
            return
        stand.person.shown(number, len(tried))
    stand.light(0, 0)
    yield from judge.felt(felt, shorted, full)


def _felt(stand: Stand, square: int) -> tuple[int, int]:
    """The squares that are full with a man on this one, and those whose diodes are shorted."""
    name = stand.wiring.squares[square]
    stand.light(1 << square, 0)
    stand.person.told(f"Put a man on {name}.")
    base = stand.look() or 0
    felt = (stand.waited(lambda picture: picture & ~base != 0) or 0) & ~base
    stand.light(0, 1 << square if felt else 0)
    shorted = sum(1 << each for each in bits(felt) if _backwards(stand, each))
    stand.person.told(f"Take the man off {name}.")
    if felt:
        stand.waited(lambda picture: not picture & felt)
    return felt, shorted


def _backwards(stand: Stand, square: int) -> bool:
    try:
        return conducts_backwards(stand.bus, stand.wiring, square)
    except (BusError, ScanFault) as error:
        stand.count(error)
        return False
