"""Whether an expectation holds, and if not, what is the case instead."""

from collections.abc import Iterable, Iterator
from typing import Final

from firmware.devices.seven_segment import segments
from firmware.notation.movetext import move_text
from firmware.rules import Color
from firmware.table import events as ev
from firmware.table import inputs as inp
from firmware.table.clockface import RUNS, time_text
from firmware.table.irregular import IRREGULARITIES
from firmware.table.lights import frame
from firmware.table.wire import name_of
from host_sim.clock import MS
from host_sim.machine import Machine
from host_sim.script import commands as c
from host_sim.script.ledger import Ledger, difference
from host_sim.script.standing import NO_GAME, otherwise

SHOWN_MS: Final = 1000
"""A light counts if it was on within this time."""


class Checks:
    """Expectations judged on one machine, in the order in which they stand in the script."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._asked: dict[tuple[str, str | None], int] = {}
        self._heard = 0
        self._ledger: Ledger | None = None

    def begin(self, setup: inp.GameSetup) -> None:
        """A game is about to be begun: its moves are counted from here."""
        self._heard = len(self._machine.events)
        self._ledger = Ledger(setup)

    def restarted(self) -> None:
        """The power is back: what had not reached the disk was not made."""
        self._listen()
        station = self._machine.station
        if self._ledger is not None and station is not None:
            self._ledger.keep(station.state().get("plies", 0))

    def judge(self, expected: c.Expectation) -> str | None:
        """None if it holds, otherwise what is the case.

        Raises ScriptError for a move text that several legal moves fit.
        """
        self._listen()
        match expected:
            case c.Moves():
                return self._moves(expected)
            case c.Record():
                return self._record(expected)
            case c.Happened():
                return self._happened(expected)
            case c.Lit():
                return self._lit(expected)
            case c.LightsOff():
                return self._names(self._shining()) or None
            case c.Displayed():
                times = (*range(expected.low_ms, expected.high_ms, 100), expected.high_ms)
                shown = [time_text(time_ms) for time_ms in times]
                return self._displayed(expected.color, [*shown, *(text + RUNS for text in shown)])
            case c.Says():
                return self._displayed(expected.color, [expected.text])
            case _:
                station = self._machine.station
                return "no power" if station is None else otherwise(expected, station.state())

    def _shining(self) -> int:
        """What is lit now, and what only a blink's rhythm keeps dark for the moment."""
        lit = self._machine.lamps.now
        station = self._machine.station
        shining = lit.red | lit.green | lit.both
        if station is not None:
            whole = frame(station.session)
            now = frame(station.session, station.state().get("at_ms", 0))
            shining |= (whole.red | whole.green) & ~(now.red | now.green)
        return shining

    @property
    def broken(self) -> str | None:
        """What the board said of the moves that cannot be, if it did."""
        self._listen()
        return None if self._ledger is None else self._ledger.broken

    def _listen(self) -> None:
        events = self._machine.events
        if self._ledger is not None:
            for event in events[self._heard :]:
                self._ledger.heard(event)
        self._heard = len(events)

    def _moves(self, expected: c.Moves) -> str | None:
        if self._ledger is None:
            return NO_GAME
        moves = self._ledger.new_moves()
        if not difference(expected.texts, moves):
            return None
        return " ".join(move_text(position, move) for position, move in moves) or "no move"

    def _record(self, expected: c.Record) -> str | None:
        ledger, station = self._ledger, self._machine.station
        if ledger is None:
            return NO_GAME
        kept = ledger.text if station is None else station.state().get("moves", "")
        if kept != ledger.text:
            return f"{kept!r} in the record, {ledger.text!r} in the events"
        return repr(ledger.text) if difference(expected.texts, ledger.all_moves()) else None

    def _happened(self, expected: c.Happened) -> str | None:
        events = self._machine.events
        key = (expected.kind, expected.name)
        since, self._asked[key] = self._asked.get(key, 0), len(events)
        said = [word for event in events[since:] for word in _words(event, expected.kind)]
        found = bool(said) if expected.name is None else expected.name in said
        if found is expected.happened:
            return None
        return ", ".join(said) or f"no {expected.kind}"

    def _lit(self, expected: c.Lit) -> str | None:
        lit = self._machine.lamps.lately(self._machine.clock.now_ns, SHOWN_MS * MS)
        picture = lit.red if expected.color == "red" else lit.green
        if self._squares(picture) == set(expected.squares):
            return None
        return self._names(picture) or "none"

    def _displayed(self, color: Color, texts: Iterable[str]) -> str | None:
        """One of these texts is lit, segment by segment, on a side's display."""
        at = 0 if (color is Color.WHITE) is not self._machine.turned else 1
        lit = self._machine.lamps.segments[at]
        if any(int.from_bytes(segments(text), "little") == lit for text in texts):
            return None
        return repr(self._machine.lamps.texts[at])

    def _names(self, picture: int) -> str:
        return " ".join(sorted(self._squares(picture)))

    def _squares(self, picture: int) -> set[str]:
        """A physical picture as the coordinates that White sees."""
        names = self._machine.wiring.squares
        return {self._machine.spot(name) for bit, name in enumerate(names) if picture >> bit & 1}


def _words(event: ev.Event, kind: str) -> Iterator[str]:
    """The name under which an event counts for a kind of expectation, if it does."""
    match kind, event:
        case "event", _:
            yield name_of(event)
        case "note", ev.Noted():
            yield event.note
        case "ask", ev.Asked():
            yield event.question
        case "refused", ev.Refused():
            yield event.reason
        case "irregular", ev.Refused() if event.reason in IRREGULARITIES:
            yield event.reason
        case "irregular", ev.Irregular():
            yield event.name
        case _:
            pass
