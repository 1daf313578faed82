"""The board in a terminal: men, the light under each square, both displays, the moves.

Nothing here asks the firmware what the lights show: a square is drawn red, green or amber as the
registers of its LED driver have it, and the times are read off the displays' segments.
"""

from collections.abc import Sequence
from typing import Final

from firmware.rules import Color
from firmware.table import events as ev
from host_sim.machine import Machine
from host_sim.world import Man

CELL: Final = 4
"""Columns of a square; it is half as many lines high, which looks square."""
PANEL: Final = 34
MOVES_SHOWN: Final = 9

LIGHT, DARK = 223, 94
"""Colours of the 256-colour table."""
RED, GREEN, AMBER = 160, 34, 178
WHITE_MAN, BLACK_MAN = 231, 16
DIM, BRIGHT, LED = 245, 255, 203

MAN_SIGN, KING_SIGN = "●", "♛"
PLAIN: Final = {
    (Color.WHITE, False): "o",
    (Color.WHITE, True): "O",
    (Color.BLACK, False): "x",
    (Color.BLACK, True): "X",
}


class Painter:
    """Draws one machine. `colours` off leaves letters and signs."""

    def __init__(self, machine: Machine, title: str, colours: bool) -> None:
        self._machine = machine
        self._title = title
        self._colours = colours
        wiring = machine.wiring
        self._files, self._ranks = wiring.files, wiring.ranks
        self._index = {square: bit for bit, square in enumerate(wiring.squares)}

    def picture(self, moves: Sequence[str]) -> str:
        """The whole scene, lines separated by line feeds; `moves` are numbered."""
        board = self._board()
        panel = self._panel(moves, len(board) - 1)
        lines = [self._paint(f" {self._title}", BRIGHT), ""]
        for left, right in zip(board, [*panel, ""], strict=True):
            lines.append(f"{left}   {right}".rstrip())
        lines += ["", f" {self._paint(self.words(), BRIGHT)}"]
        return "\n".join(lines)

    def words(self) -> str:
        """The last thing the firmware said, for people."""
        for event in reversed(self._machine.events):
            if text := sentence(event):
                return text
        return "The men are being put on their squares."

    def _board(self) -> list[str]:
        lamps = self._machine.lamps.now
        lines = []
        for rank in range(self._ranks, 0, -1):
            cells = []
            for file in range(self._files):
                square = f"{chr(ord('a') + file)}{rank}"
                bit = self._index.get(square)
                lit = 0 if bit is None else 1 << bit
                glow = (
                    AMBER
                    if lamps.both & lit
                    else RED
                    if lamps.red & lit
                    else GREEN
                    if lamps.green & lit
                    else None
                )
                dark = (file + rank) % 2 == 1
                cells.append(self._cell(self._machine.world.man_on(square), glow, dark))
            upper = "".join(cell[0] for cell in cells)
            lower = "".join(cell[1] for cell in cells)
            lines += [f" {self._paint(f'{rank:>2}', DIM)} {upper}", f"    {lower}"]
        names = "".join(f"{chr(ord('a') + file):^{CELL}}" for file in range(self._files))
        return [*lines, f"    {self._paint(names, DIM)}"]

    def _cell(self, man: Man | None, glow: int | None, dark: bool) -> tuple[str, str]:
        if not self._colours:
            sign = "." if dark else " "
            if man is not None:
                sign = PLAIN[man.color, man.king]
            light = {None: " ", RED: "r", GREEN: "g", AMBER: "*"}[glow]
            return f" {sign}{light} ", " " * CELL
        ground = glow or (DARK if dark else LIGHT)
        sign = " "
        shade = WHITE_MAN
        if man is not None:
            sign = KING_SIGN if man.king else MAN_SIGN
            shade = WHITE_MAN if man.color is Color.WHITE else BLACK_MAN
        colour = f"\x1b[48;5;{ground}m\x1b[38;5;{shade}m"
        return f"{colour} {sign}  \x1b[0m", f"{colour}{' ' * CELL}\x1b[0m"

    def _panel(self, moves: Sequence[str], height: int) -> list[str]:
        left, right = self._machine.lamps.texts
        white, black = (right, left) if self._machine.turned else (left, right)
        station = self._machine.station
        clock = station.session.clock if station else None
        running = clock.running if clock else None
        top = [*self._player("Black", black, running is Color.BLACK), ""]
        bottom = ["", *self._player("White", white, running is Color.WHITE)]
        shown = list(moves[-MOVES_SHOWN:])
        room = height - len(top) - len(bottom)
        return [*top, *shown, *[""] * (room - len(shown)), *bottom]

    def _player(self, name: str, time: str, running: bool) -> list[str]:
        mark = self._paint("◀" if self._colours else "<", LED) if running else ""
        return [f"{name:<7}{self._paint(f'[ {time:>5} ]', LED)} {mark}"]

    def _paint(self, text: str, colour: int) -> str:
        return f"\x1b[38;5;{colour}m{text}\x1b[0m" if self._colours else text


def sentence(event: ev.Event) -> str:
    """An event in words; empty for those that people need not read."""
    match event:
        case ev.GameStarted():
            return "The men stand right: the game has begun."
        case ev.Provisional():
            return f"{event.text} stands on the board and waits for the press."
        case ev.Pending():
            return f"{event.text}: to be taken off yet: {' '.join(event.squares)}."
        case ev.MoveMade():
            return f"{event.color.name.capitalize()}'s {event.text} is recorded."
        case ev.Refused():
            return f"The press does not count: {event.detail}."
        case ev.Astray():
            return f"Missing: {' '.join(event.missing)}. Too much: {' '.join(event.extra)}."
        case ev.DrawNotice():
            return f"A draw by {event.reason.replace('_', ' ')} in a moment."
        case ev.Flag():
            return f"{event.color.name.capitalize()}'s flag has fallen."
        case ev.GameOver():
            return f"The game is over: {event.result} ({event.reason.replace('_', ' ')})."
        case _:
            return ""


def move_lines(moves: Sequence[str], first: Color) -> list[str]:
    """The moves numbered, two a line, as scores are printed: `12. d4:f6   g7:e5`."""
    texts = ["...", *moves] if first is Color.BLACK else list(moves)
    pairs = [texts[at : at + 2] for at in range(0, len(texts), 2)]
    return [
        f"{number:>3}. {pair[0]:<12}{' '.join(pair[1:])}" for number, pair in enumerate(pairs, 1)
    ]
