"""Writing acts down as lines of a scenario: the way back from what happened to what can be run."""

import shlex
from collections.abc import Callable, Iterator, Mapping
from typing import Any, assert_never

from firmware.notation.pdn import numbered_moves, read_pdn, replay
from firmware.rules import Color, Put
from host_sim.script import commands as c

Name = Callable[[str], str]
"""The name under which a scenario has a square, given by its coordinate."""


def lines_of(act: c.Act, name: Name) -> Iterator[str]:
    """The lines that say this act; mostly one."""
    match act:
        case c.Lift() | c.Take() | c.Drop() | c.Away() | c.Slide():
            yield _by_hand(act, name)
        case c.Press():
            yield f"press {_side(act.color)}"
        case c.Hold():
            yield f"hold {_side(act.color)} {act.for_ms}ms"
        case c.Wait():
            yield f"wait {act.for_ms}ms"
        case c.Do():
            yield _command(act)
        case c.Start():
            yield "start"
        case c.TurnBoard():
            yield "turn-board"
        case _:
            yield from _gone_wrong(act, name)


def _by_hand(act: c.Lift | c.Take | c.Drop | c.Away | c.Slide, name: Name) -> str:
    match act:
        case c.Lift(square):
            return f"lift {name(square)}"
        case c.Take(square):
            return f"take {name(square)}"
        case c.Drop(square, None):
            return f"drop {name(square)}"
        case c.Drop(square, str(origin)):
            return f"drop {name(square)} from {name(origin)}"
        case c.Away():
            return "away"
        case c.Slide(squares, each_ms):
            return f"slide {' '.join(map(name, squares))} each {each_ms}ms"
    raise AssertionError(act)


def _gone_wrong(
    act: c.Chatter
    | c.Stuck
    | c.Free
    | c.Nack
    | c.Reset
    | c.StuckSda
    | c.StalledDisk
    | c.FlippedBits
    | c.BadDiode
    | c.PowerOff
    | c.PowerOn
    | c.WallClock,
    name: Name,
) -> Iterator[str]:
    match act:
        case c.Chatter(square, each_ms, times):
            yield f"chatter {name(square)} {each_ms}ms x{times}"
        case c.Stuck(square, closed):
            yield f"stuck {name(square)} {'closed' if closed else 'open'}"
        case c.Free(square):
            yield f"free {name(square)}"
        case c.Nack(chips, for_ms):
            yield from (f"fault nack {chip:#04x} {for_ms}ms" for chip in chips)
        case c.Reset(chips):
            yield from (f"fault reset {chip:#04x}" for chip in chips)
        case c.StuckSda(for_ms):
            yield f"fault sda {for_ms}ms"
        case c.StalledDisk(for_ms):
            yield f"fault disk {for_ms}ms"
        case c.FlippedBits(chips, byte, mask):
            yield from (f"fault bits {chip:#04x} {byte} {mask}" for chip in chips)
        case c.BadDiode(square, state):
            yield f"fault diode {name(square)} {state}"
        case c.PowerOff():
            yield "power off"
        case c.PowerOn(after_ms):
            yield f"power on after {after_ms}ms"
        case c.WallClock(by_ms):
            yield f"wall-clock {'-' if by_ms < 0 else '+'}{abs(by_ms)}ms"
        case _:
            assert_never(act)


def _command(act: c.Do) -> str:
    fields = dict(act.fields)
    match act.command:
        case "result" if fields["reason"] in ("arbiter", "agreement"):
            return f"do result {fields['result']}"
        case "take_back" if set(fields) <= {"plies"}:
            return f"do takeback {fields.get('plies', 1)}"
        case "answer":
            return f"do {_answer(fields)}"
        case "power":
            battery = "low" if fields.get("battery_low") else "charged"
            return f"do power {fields.get('supply', battery)}"
        case "replay":
            game = replay(read_pdn(fields["pdn"])[0])
            puts = [number for number, ply in enumerate(game.plies) if isinstance(ply, Put)]
            legal = game.take_back(len(game.plies) - puts[0]) if puts else game
            return f"do replay {numbered_moves(legal)}"
        case "set_up":
            return "do set-up"
        case "replay_step":
            return f"do {'back' if fields['back'] else 'forward'}"
        case "replay_stop":
            return "do stop"
        case "pause" | "resume" | "hint" | "show_moves":
            return f"do {act.command.replace('_', '-')}"
        case "adjust" | "offer" | "accept_draw" | "decline" | "resign" | "claim":
            words = (act.command.replace("_", "-"), fields.get("color"), fields.get("move"))
            return " ".join(("do", *(word for word in words if word is not None)))
        case name:
            values = (f"{key}={_plain(value)}" for key, value in act.fields)
            return shlex.join(("do", "order", name, *values))


def _answer(fields: Mapping[str, Any]) -> str:
    word = "accept" if fields["yes"] else "reject"
    if "choice" in fields:
        return f"{word} {fields['choice'] + 1}"
    return f"{word} by {fields['by']}" if "by" in fields else word


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _side(color: Color) -> str:
    return color.name.lower()
