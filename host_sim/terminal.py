"""The board in a terminal: men, the light under each square, both displays, the moves.

Nothing here asks the firmware what its lights and displays show: a square glows red, green or amber
as the registers of its LED driver have it, and each stroke of a digit is a segment that is lit. Men
are where they lie in the simulated world; a man in a hand is on no square. What the firmware says,
the moves and whose time runs, is said by the state that its socket gives.

A picture is a list of lines, each already in colour and never wider than `WIDTH`.
"""

import os
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, TextIO

from firmware.devices.seven_segment import GLYPHS
from firmware.rules import Color
from host_sim.machine import Machine
from host_sim.telling import last_words, move_rows
from host_sim.world import Man, Off, OnBoard

WIDTH: Final = 80
MARGIN: Final = 3
"""Columns at the left for the numbers of the ranks."""
BOARD_WIDTH: Final = 50
"""The most columns for the squares."""
GAP: Final = 2
"""Columns between the board and the panel, which has the rest."""

LIGHT, DARK = 180, 94
"""Colours of the 256-colour table: squares, glowing squares, men, text."""
RED, GREEN, AMBER = 196, 40, 220
MEN: Final = {Color.WHITE: 230, Color.BLACK: 233}
GOLD: Final = 178
FAINT, PLAIN, BRIGHT, LED = 243, 250, 255, 203

RESET: Final = "\x1b[0m"
HIDE_CURSOR, SHOW_CURSOR = "\x1b[?25l", "\x1b[?25h"
CLEAR: Final = "\x1b[2J\x1b[H"

SHAPES: Final = {
    6: ((" ▟", "██", "▙ "), (" ▜", "██", "▛ ")),
    5: (("▗█", "█", "█▖"), ("▝█", "█", "█▘")),
    4: (("▟", "██", "▙"), ("▜", "██", "▛")),
}
"""A man by the columns of a square: upper and lower line, each as left, heart and right."""
HEARTS: Final = ("▄", "▀")
"""What marks a king: a heart of gold, its upper and its lower half."""


class Signs(NamedTuple):
    """How one piece is written where there are no colours."""

    man: str
    king: str


LETTERS: Final = {Color.WHITE: Signs("o", "O"), Color.BLACK: Signs("x", "X")}


def picture(machine: Machine, title: str) -> list[str]:
    """All that can be seen of a machine whose power is on, as it is now."""
    assert machine.station is not None, "the power is off"
    board = _board(machine)
    panel = _panel(machine, machine.station.state(), len(board))
    lines = [f"{left}{' ' * GAP}{right}" for left, right in zip(board, panel, strict=True)]
    words = _paint(last_words(machine.events)[: WIDTH - MARGIN], BRIGHT)
    legend = "  ".join(
        f"{_paint('■', colour)} {_paint(text, FAINT)}"
        for colour, text in ((RED, "take off"), (GREEN, "put here"), (AMBER, "last move"))
    )
    margin = " " * MARGIN
    return [*lines, f"{margin}{words}", f"{margin}{legend}  {_paint(title[:40], FAINT)}"]


def plain_board(machine: Machine) -> list[str]:
    """The men in letters, for where nothing can be drawn: `o` and `x`, kings `O` and `X`."""
    men, wiring = _men(machine), machine.wiring
    lines = []
    for rank in reversed(range(wiring.ranks)):
        cells = []
        for file in range(wiring.files):
            man = men.get((file, rank))
            dark = (file + rank) % 2 == 0
            cells.append(_letter(man) if man else "." if dark else " ")
        lines.append(f"{rank + 1:>2} {' '.join(cells)}".rstrip())
    return [*lines, f"   {' '.join(_files(wiring.files))}"]


def _letter(man: Man) -> str:
    signs = LETTERS[man.color]
    return signs.king if man.king else signs.man


def _board(machine: Machine) -> list[str]:
    """Two lines a rank, then the letters of the files."""
    wiring, men, glow = machine.wiring, _men(machine), _glow(machine)
    columns = _columns(wiring.files)
    lines = []
    for rank in reversed(range(wiring.ranks)):
        for half in range(2):
            cells = []
            for file in range(wiring.files):
                ground = glow.get((file, rank), LIGHT if (file + rank) % 2 else DARK)
                cells.append(_cell(men.get((file, rank)), ground, half, columns))
            number = _paint(f"{rank + 1:>2} ", FAINT) if half == 0 else " " * MARGIN
            lines.append(f"{number}{''.join(cells)}{RESET}")
    letters = "".join(f"{letter:^{columns}}" for letter in _files(wiring.files))
    return [*lines, _paint(" " * MARGIN + letters, FAINT)]


def _cell(man: Man | None, ground: int, half: int, columns: int) -> str:
    """One line of a square, without the reset that ends its colours."""
    if man is None:
        return f"{_back(ground)}{' ' * columns}"
    left, heart, right = SHAPES[columns][half]
    edge = f"{_back(ground)}{_ink(MEN[man.color])}"
    if man.king:
        heart = f"{_back(MEN[man.color])}{_ink(GOLD)}{HEARTS[half] * len(heart)}"
    return f"{edge}{left}{heart}{edge}{right}"


def _men(machine: Machine) -> dict[tuple[int, int], Man]:
    """The uppermost man on each square."""
    men: dict[tuple[int, int], tuple[int, Man]] = {}
    for man in machine.world.men:
        if isinstance(man.place, OnBoard):
            at = round(man.place.x), round(man.place.y)
            if at not in men or men[at][0] < man.place.level:
                men[at] = man.place.level, man
    return {at: man for at, (_, man) in men.items()}


def _glow(machine: Machine) -> dict[tuple[int, int], int]:
    """The colour of each square whose light shines."""
    lights = machine.lamps.now
    glow = {}
    for bit, square in enumerate(machine.wiring.squares):
        for lit, colour in ((lights.red, RED), (lights.green, GREEN), (lights.both, AMBER)):
            if lit >> bit & 1:
                glow[ord(square[0]) - ord("a"), int(square[1:]) - 1] = colour
    return glow


def _columns(files: int) -> int:
    """Columns of a square."""
    return min(max(SHAPES), BOARD_WIDTH // files)


def _files(files: int) -> str:
    return "".join(chr(ord("a") + file) for file in range(files))


def _panel(machine: Machine, state: Mapping[str, Any], height: int) -> list[str]:
    """Black's time at the top, White's at the bottom, as they sit; the moves in between."""
    wiring = machine.wiring
    left, right = machine.lamps.texts
    times = (right, left) if machine.turned else (left, right)
    black = [_player(machine, state, Color.BLACK), *_digits(times[Color.BLACK]), ""]
    white = ["", _player(machine, state, Color.WHITE), *_digits(times[Color.WHITE])]
    room = height - len(black) - len(white)
    columns = WIDTH - MARGIN - GAP - wiring.files * _columns(wiring.files)
    rows = [row[:columns] for row in move_rows(state.get("moves", ""))[-room:]]
    painted = [_paint(row, PLAIN) for row in rows[:-1]] + [_paint(row, BRIGHT) for row in rows[-1:]]
    return [*black, *painted, *[""] * (room - len(rows)), *white]


def _player(machine: Machine, state: Mapping[str, Any], color: Color) -> str:
    """Name, whether his time runs, and how many men he has taken."""
    side = color.name.lower()
    runs = (state.get("clock") or {}).get("running") == side
    off = [man.place for man in machine.world.men if man.color is color.other]
    taken = off.count(Off.ASIDE)
    mark, shade = ("▶", BRIGHT) if runs else (" ", PLAIN)
    words = f"  {taken} taken" if taken else ""
    return f"{_paint(mark, LED)} {_paint(side.capitalize(), shade)}{_paint(words, FAINT)}"


STROKES: Final = " ╸╹┛╺━┗┻╻┓┃┫┏┳┣╋"
"""A crossing of strokes by the arms it has: left 1, up 2, right 4, down 8."""


def _digits(text: str) -> list[str]:
    """Three lines of seven-segment digits: `4:57`, set to the right as on the display."""
    lines = ["", "", ""]
    for sign in text:
        glyph = _point(sign) if sign in ":." else _digit(GLYPHS.get(sign, 0))
        lines = [line + part for line, part in zip(lines, glyph, strict=True)]
    room = "" if text.endswith(".") else " "  # digits stand still, whether or not the point is lit
    return [_paint(f"{line + room:>18}", LED) for line in lines]


def _point(sign: str) -> Sequence[str]:
    return ("  ", " ╏", "  ") if sign == ":" else (" ", " ", "▪")


def _digit(segments: int) -> Sequence[str]:
    """Segment a is bit 0, as on the chip."""
    a, b, c, d, e, f, g = (segments >> bit & 1 for bit in range(7))
    rows = (
        (4 * a + 8 * f, a, a + 8 * b),
        (4 * g + 2 * f + 8 * e, g, g + 2 * b + 8 * c),
        (4 * d + 2 * e, d, d + 2 * c),
    )
    return [f" {STROKES[one]}{STROKES[5 * bar]}{STROKES[two]}" for one, bar, two in rows]


def _paint(text: str, colour: int) -> str:
    return f"{_ink(colour)}{text}{RESET}"


def _ink(colour: int) -> str:
    return f"\x1b[38;5;{colour}m"


def _back(colour: int) -> str:
    return f"\x1b[48;5;{colour}m"


class Screen:
    """A part of a terminal that is drawn over and over in place. Use it in a `with` block.

    It begins at the cursor, which is hidden meanwhile and comes to stand below it.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._shown = 0
        """Lines of the last picture."""
        self._size = (0, 0)

    def __enter__(self) -> "Screen":
        self._stream.write(HIDE_CURSOR)
        return self

    def __exit__(self, *_: object) -> None:
        self._stream.write(RESET + SHOW_CURSOR)
        self._stream.flush()

    def draw(self, lines: Sequence[str]) -> None:
        """Show this picture in place of the last; nothing while the terminal is too small."""
        size = os.get_terminal_size(self._stream.fileno())
        if not fits(size, len(lines)):
            return
        back = f"\r\x1b[{self._shown}A" if self._shown else "\r"
        if self._size != size and self._shown:
            back = CLEAR  # the terminal has put the old lines elsewhere
        self._size, self._shown = size, len(lines)
        self._stream.write(back + "".join(f"{line}\x1b[K\n" for line in lines))
        self._stream.flush()


def fits(size: os.terminal_size, lines: int) -> bool:
    """Whether a picture of so many lines, and the cursor below it, can be seen whole."""
    return size.columns >= WIDTH and size.lines > lines
