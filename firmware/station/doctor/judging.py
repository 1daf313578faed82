"""What is wrong with squares, from what was felt with a man on each of them alone.

First the squares whose own diode is shorted, then whole lines that are open, exchanged or joined,
then the squares that no line explains.
"""

from collections.abc import Iterator, Mapping

from firmware.devices.wiring import Wiring, pin_name
from firmware.station.doctor.finding import Finding
from firmware.station.doctor.lines import (
    Line,
    Plug,
    Strayed,
    bits,
    causes,
    drive_lines,
    read_lines,
    strayed,
)


class Judge:
    """Findings about the squares of one board; sets of squares are pictures."""

    def __init__(self, wiring: Wiring) -> None:
        self._wiring = wiring
        self._names = wiring.squares
        self._drives, self._reads = drive_lines(wiring), read_lines(wiring)

    def full(self, full: int) -> Iterator[Finding]:
        """Squares that are full on an empty board."""
        lines, rest = causes((*self._drives, *self._reads), full)
        for line in lines:
            assert isinstance(line, Line), "a plug that is off leaves its squares empty"
            detail = "all its squares are full without a man; it is held low: look for a short to"
            yield Finding(False, str(line), f"{detail} ground along it, from {line.place}")
        for square in bits(rest):
            detail = f"full without a man; its reed sticks, or {self._wires(square)} are joined"
            yield self._square(square, detail)

    def felt(self, felt: Mapping[int, int], shorted: int, full: int) -> Iterator[Finding]:
        """All about squares that were tried.

        `felt` is what each one's man gave, without the squares that were `full` anyhow; in
        `shorted` are those whose diodes conduct both ways.
        """
        for square in bits(shorted):
            yield self._square(square, "its diode conducts both ways; replace the diode")
        silent = sum(1 << square for square, seen in felt.items() if not seen)
        if silent.bit_count() == len(felt):
            detail = (
                "no man is felt anywhere; have the men magnets, do the lines reach the squares?"
            )
            yield Finding(False, "squares", detail)
            return
        others = {square: felt[square] for square in felt if not (silent | shorted) >> square & 1}
        yield from self._open(silent, full, felt)
        yield from self._mixed(others)
        good = sum(seen == 1 << square for square, seen in others.items())
        detail = f"{good} of {len(self._names)} feel their own man"
        yield Finding(good == len(self._names), "squares", detail)

    def _open(self, silent: int, full: int, felt: Mapping[int, int]) -> Iterator[Finding]:
        """Squares whose man is not felt. Those that are always full tell nothing of their lines."""
        lines = [line for line in (*self._drives, *self._reads) if line.members & silent]
        dead, single = causes(lines, silent | full)
        for cause in dead:
            match cause:
                case Plug(lines=own):
                    detail = f"none of its {len(own)} lines works; is it plugged in, in its place?"
                case Line():
                    detail = (
                        f"none of its {cause.members.bit_count()} squares is felt; it is open:"
                        f" check joints and wires along it, from {cause.place}"
                    )
            yield Finding(False, str(cause), detail)
        for square in bits(single & silent):
            yield self._square(
                square,
                "its man is not felt; check reed and diode (missing, or the wrong way round?)"
                f" and the joints at {self._wires(square)}",
            )

    def _mixed(self, felt: Mapping[int, int]) -> Iterator[Finding]:
        """Squares whose man is felt, but elsewhere, or there too."""
        explained = 0
        for along, across in ((self._drives, self._reads), (self._reads, self._drives)):
            found = tuple(strayed(along, across, felt))
            yield from self._strayed(found)
            for each in found:
                explained |= each.line.members
        for square, seen in felt.items():
            if seen == 1 << square or explained >> square & 1:
                continue
            others = " and ".join(self._names[other] for other in bits(seen))
            if felt.get(seen.bit_length() - 1) == 1 << square:
                detail = f"exchanged with {others}; exchange the wires, or both in the wiring file"
            else:
                detail = f"its man is felt at {others}; check the joints at {self._wires(square)}"
            yield self._square(square, detail)

    def _strayed(self, found: tuple[Strayed, ...]) -> Iterator[Finding]:
        """Lines joined or exchanged, each pair once; then what is in another order altogether."""
        order = []
        for line, other, joined in found:
            if Strayed(other, line, joined) not in found:
                order.append(f"men of {line.pin} are felt on {other.pin}")
            elif line.pin < other.pin:
                places = f"{line.place}, and {other.place}"
                detail = (
                    f"joined; look for a bridge between {places}"
                    if joined
                    else f"exchanged; exchange the wires at {places}, or both in the wiring file"
                )
                yield Finding(False, f"{line.kind} lines {line.pin} and {other.pin}", detail)
        if order:
            detail = f"in another order: {', '.join(order)}; is a plug turned, or one pin aside?"
            yield Finding(False, f"{found[0].line.kind} lines", detail)

    def _square(self, square: int, detail: str) -> Finding:
        return Finding(False, f"square {self._names[square]}", detail)

    def _wires(self, square: int) -> str:
        wiring = self._wiring
        return f"{pin_name(wiring.drive[square])} and {pin_name(wiring.read[square])}"
