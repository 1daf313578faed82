"""The commands of the language that act: their words, and what is read from them."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from firmware.errors import ScriptError
from firmware.table.session import RESULTS, UNDECIDED
from host_sim.network import Diode
from host_sim.script import commands as c
from host_sim.script import ordering
from host_sim.script.setting import Setting
from host_sim.script.words import duration_ms, one_of, side, signed_ms

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Form(Generic[T]):
    """One kind of line: how it is written, and what reads the words after the first."""

    usage: str
    read: Callable[[Setting, Sequence[str]], T | None]
    """None where the words do not fit the usage. Raises a ReedboardError where they do, but one
    of them means nothing."""


SLIDE_MS: Final = 80
"""From square to square where a slide says nothing."""


def _start(setting: Setting, words: Sequence[str]) -> c.Act | None:
    return None if words else c.Start(*setting.start())


def _lift(setting: Setting, words: Sequence[str]) -> c.Act | None:
    match words:
        case [square]:
            return c.Lift(setting.square(square))
    return None


def _drop(setting: Setting, words: Sequence[str]) -> c.Act | None:
    match words:
        case [square]:
            return c.Drop(setting.square(square), None)
        case [square, "from", origin]:
            return c.Drop(setting.square(square), setting.square(origin))
    return None


def _take(setting: Setting, words: Sequence[str]) -> c.Act | None:
    match words:
        case [square]:
            return c.Take(setting.square(square))
    return None


def _away(setting: Setting, words: Sequence[str]) -> c.Act | None:
    return None if words else c.Away()


def _slide(setting: Setting, words: Sequence[str]) -> c.Act | None:
    match words:
        case [*names, "each", each] if len(names) > 1:
            return c.Slide(setting.line(names), duration_ms(each))
        case [*names] if len(names) > 1:
            return c.Slide(setting.line(names), SLIDE_MS)
    return None


def _press(setting: Setting, words: Sequence[str]) -> c.Act | None:
    match words:
        case [color]:
            return c.Press(side(color))
    return None


def _hold(setting: Setting, words: Sequence[str]) -> c.Act | None:
    match words:
        case [color, length]:
            return c.Hold(side(color), duration_ms(length))
    return None


def _wait(setting: Setting, words: Sequence[str]) -> c.Act | None:
    match words:
        case [length]:
            return c.Wait(duration_ms(length))
    return None


def _chatter(setting: Setting, words: Sequence[str]) -> c.Act | None:
    match words:
        case [square, each, times] if re.fullmatch(r"x[1-9]\d{0,3}", times):
            return c.Chatter(setting.reed(square), duration_ms(each), int(times[1:]))
    return None


def _stuck(setting: Setting, words: Sequence[str]) -> c.Act | None:
    match words:
        case [square, "open" | "closed" as state]:
            return c.Stuck(setting.reed(square), state == "closed")
    return None


def _free(setting: Setting, words: Sequence[str]) -> c.Act | None:
    match words:
        case [square]:
            return c.Free(setting.reed(square))
    return None


def _fault(setting: Setting, words: Sequence[str]) -> c.Act | None:
    match words:
        case ["nack", chip, length]:
            return c.Nack(_chips(setting, chip), duration_ms(length))
        case ["reset", chip]:
            return c.Reset(_chips(setting, chip))
        case ["sda", length]:
            return c.StuckSda(duration_ms(length))
        case ["disk", length]:
            return c.StalledDisk(duration_ms(length))
        case ["bits", chip, byte, mask]:
            return c.FlippedBits(_chips(setting, chip), _byte(byte), _byte(mask))
        case ["diode", square, state]:
            return c.BadDiode(setting.reed(square), one_of(state, DIODES, "state of a diode"))
    return None


def _byte(text: str) -> int:
    if not _BYTE.fullmatch(text) or int(text) > 255:
        raise ScriptError(f"{text!r} is no byte; expected 0 to 255")
    return int(text)


def _chips(setting: Setting, text: str) -> tuple[int, ...]:
    """Addresses of the chips of a type, or of one chip (`0x72`)."""
    wiring = setting.wiring
    displays = (wiring.left_display, wiring.right_display)
    lights = {led.address for led in (*wiring.red, *wiring.green)}
    chips = {
        "mcp23017": tuple(sorted({wiring.drive_chip, wiring.read_chip})),
        "ht16k33": tuple(sorted({*lights, *displays})),
    }
    every = {f"{address:#04x}": (address,) for kind in chips.values() for address in kind}
    known = chips | every
    return known[one_of(text, known, f"chip of the {setting.board_name} board")]


def _power(setting: Setting, words: Sequence[str]) -> c.Act | None:
    match words:
        case ["off"]:
            return c.PowerOff()
        case ["on"]:
            return c.PowerOn(0)
        case ["on", "after", length]:
            return c.PowerOn(duration_ms(length))
    return None


def _wall_clock(setting: Setting, words: Sequence[str]) -> c.Act | None:
    match words:
        case [jump]:
            return c.WallClock(signed_ms(jump))
    return None


def _turn_board(setting: Setting, words: Sequence[str]) -> c.Act | None:
    return None if words else c.TurnBoard()


# ------------------------------------------------------------------------------------ commands

DO: Final = (
    "pause | resume | accept [CHOICE] [by SIDE] | reject [by SIDE] | adjust SIDE | hint | "
    "power failed | power mains | power low | power charged | show-moves | "
    "offer SIDE | accept-draw [SIDE] | decline [SIDE] | claim SIDE [MOVE] | draw | resign SIDE | "
    f"result R | {ordering.USAGE} | replay MOVE... | set-up | forward | back | stop"
)

DIODES: Final = tuple(state.value for state in Diode)
"""What a square's diode can be."""

_BYTE: Final = re.compile(r"\d{1,3}")
_COUNT: Final = re.compile(r"[1-9]\d{0,3}")


def _do(setting: Setting, words: Sequence[str]) -> c.Act | None:
    match words:
        case ["pause" | "resume" as command]:
            return c.Do(command)
        case ["accept"]:
            return c.Do("answer", (("yes", True),))
        case ["accept", choice] if _COUNT.fullmatch(choice):
            return c.Do("answer", (("yes", True), ("choice", int(choice) - 1)))
        case ["reject"]:
            return c.Do("answer", (("yes", False),))
        case ["accept" | "reject" as word, "by", color]:
            by = side(color).name.lower()
            return c.Do("answer", (("yes", word == "accept"), ("by", by)))
        case ["adjust", color]:
            return c.Do("adjust", (("color", side(color).name.lower()),))
        case ["power", "failed" | "mains" as supply]:
            return c.Do("power", (("supply", supply),))
        case ["power", "low" | "charged" as battery]:
            return c.Do("power", (("battery_low", battery == "low"),))
        case ["hint"]:
            return c.Do("hint")
        case ["show-moves"]:
            return c.Do("show_moves")
        case ["offer", color]:
            return c.Do("offer", (("color", side(color).name.lower()),))
        case ["accept-draw" | "decline" as word, *color] if len(color) < 2:
            answer = tuple(("color", side(one).name.lower()) for one in color)
            return c.Do("accept_draw" if word == "accept-draw" else "decline", answer)
        case ["claim", color, *move] if len(move) < 2:
            entered = tuple(("move", setting.move(text)) for text in move)
            return c.Do("claim", (("color", side(color).name.lower()), *entered))
        case ["draw"]:
            return _result("1/2-1/2", "agreement")
        case ["resign", color]:
            return c.Do("resign", (("color", side(color).name.lower()),))
        case ["result", text]:
            return _result(one_of(text, (*RESULTS, *UNDECIDED), "result"), "arbiter")
        case ["replay", *moves] if moves:
            return c.Do("replay", (("pdn", setting.pdn(" ".join(moves))),))
        case ["set-up"]:
            setup, _ = setting.start()
            return c.Do("set_up", (("variant", setup.variant), ("fen", setup.fen)))
        case ["forward" | "back" as way]:
            return c.Do("replay_step", (("back", way == "back"),))
        case ["stop"]:
            return c.Do("replay_stop")
    return ordering.order(words)


def _result(text: str, reason: str) -> c.Do:
    return c.Do("result", (("result", text), ("reason", reason)))


ACTS: Final[Mapping[str, Form[c.Act]]] = {
    "start": Form("start", _start),
    "lift": Form("lift SQUARE", _lift),
    "drop": Form("drop SQUARE [from SQUARE]", _drop),
    "take": Form("take SQUARE", _take),
    "away": Form("away", _away),
    "slide": Form("slide SQUARE SQUARE... [each TIME]", _slide),
    "press": Form("press white | black", _press),
    "hold": Form("hold white | black TIME", _hold),
    "wait": Form("wait TIME", _wait),
    "chatter": Form("chatter SQUARE TIME xTIMES", _chatter),
    "stuck": Form("stuck SQUARE open | closed", _stuck),
    "free": Form("free SQUARE", _free),
    "fault": Form(
        "fault nack CHIP TIME | reset CHIP | sda TIME | disk TIME | bits CHIP BYTE MASK |"
        " diode SQUARE STATE",
        _fault,
    ),
    "power": Form("power off | on [after TIME]", _power),
    "wall-clock": Form("wall-clock +TIME | -TIME", _wall_clock),
    "turn-board": Form("turn-board", _turn_board),
    "do": Form(f"do {DO}", _do),
}
"""First word -> the form of the line."""
