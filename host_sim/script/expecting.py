"""The expectations of the language: their words, and what is read from them."""

from collections.abc import Mapping, Sequence
from typing import Final

from firmware.table.session import RESULTS, UNDECIDED
from host_sim.script import commands as c
from host_sim.script.acting import Form
from host_sim.script.names import NOTES, QUESTIONS, REFUSALS
from host_sim.script.setting import Setting
from host_sim.script.words import EVENTS, clock_range, irregularity, one_of, side

Expected = c.Expectation | None


def _moves(setting: Setting, words: Sequence[str]) -> Expected:
    return c.Moves(tuple(setting.move(word) for word in words)) if words else None


def _move(setting: Setting, words: Sequence[str]) -> Expected:
    return _moves(setting, words) if len(words) == 1 else None


def _no(setting: Setting, words: Sequence[str]) -> Expected:
    match words:
        case ["move"]:
            return c.Moves(())
        case ["pending"]:
            return c.PendingMen(())
        case ["astray"]:
            return c.AstrayMen((), ())
        case [kind, *rest] if kind in _HAPPENINGS:
            return _happened(kind, rest, happened=False)
    return None


def _event(setting: Setting, words: Sequence[str]) -> Expected:
    return _happened("event", words)


def _note(setting: Setting, words: Sequence[str]) -> Expected:
    return _happened("note", words)


def _irregular(setting: Setting, words: Sequence[str]) -> Expected:
    return _happened("irregular", words)


def _ask(setting: Setting, words: Sequence[str]) -> Expected:
    return _happened("ask", words)


def _refused(setting: Setting, words: Sequence[str]) -> Expected:
    return _happened("refused", words)


_NAMES: Final = {
    "note": (NOTES, "note"),
    "ask": (QUESTIONS, "question"),
    "refused": (REFUSALS, "reason of a refusal"),
}
_HAPPENINGS: Final = ("event", "note", "irregular", "ask", "refused")


def _happened(kind: str, words: Sequence[str], happened: bool = True) -> Expected:
    match kind, words:
        case "event", [name]:
            return c.Happened(kind, one_of(name, EVENTS, "event"), happened)
        case "irregular", [name]:
            return c.Happened(kind, irregularity(name), happened)
        case (("note" | "ask" | "refused"), [name]):
            return c.Happened(kind, one_of(name, *_NAMES[kind]), happened)
        case (("ask" | "refused"), []):
            return c.Happened(kind, None, happened)
        case (("irregular" | "note"), []) if not happened:
            return c.Happened(kind, None, happened)
    return None


def _pending(setting: Setting, words: Sequence[str]) -> Expected:
    return c.PendingMen(_squares(setting, words)) if words else None


def _astray(setting: Setting, words: Sequence[str]) -> Expected:
    match words:
        case ["missing", *missing] if "extra" in missing:
            cut = missing.index("extra")
            missing, extra = missing[:cut], missing[cut + 1 :]
            if not (missing and extra):
                return None
        case ["missing", *missing] if missing:
            extra = []
        case ["extra", *extra] if extra:
            missing = []
        case _:
            return None
    return c.AstrayMen(_squares(setting, missing), _squares(setting, extra))


def _turn(setting: Setting, words: Sequence[str]) -> Expected:
    return c.Turn(side(words[0])) if len(words) == 1 else None


def _clock(setting: Setting, words: Sequence[str]) -> Expected:
    match words:
        case [color, times]:
            return c.Left(side(color), *clock_range(times))
    return None


def _display(setting: Setting, words: Sequence[str]) -> Expected:
    match words:
        case [color, times]:
            return c.Displayed(side(color), *clock_range(times))
        case [color, "says", text]:
            return c.Says(side(color), text)
    return None


def _running(setting: Setting, words: Sequence[str]) -> Expected:
    match words:
        case ["none"]:
            return c.Running(None)
        case [color]:
            return c.Running(side(color))
    return None


def _paused(setting: Setting, words: Sequence[str]) -> Expected:
    return None if words else c.Phase("paused")


def _red(setting: Setting, words: Sequence[str]) -> Expected:
    return c.Lit("red", _squares(setting, words))


def _green(setting: Setting, words: Sequence[str]) -> Expected:
    return c.Lit("green", _squares(setting, words))


def _lights(setting: Setting, words: Sequence[str]) -> Expected:
    return c.LightsOff() if words == ["off"] else None


def _result(setting: Setting, words: Sequence[str]) -> Expected:
    if len(words) != 1:
        return None
    return c.Result(one_of(words[0], (*RESULTS, *UNDECIDED), "result"))


def _record(setting: Setting, words: Sequence[str]) -> Expected:
    return c.Record(setting.record(" ".join(words)))


def _squares(setting: Setting, words: Sequence[str]) -> tuple[str, ...]:
    return tuple(setting.square(word) for word in words)


EXPECTATIONS: Final[Mapping[str, Form[c.Expectation]]] = {
    "move": Form("expect move MOVE", _move),
    "moves": Form("expect moves MOVE MOVE...", _moves),
    "no": Form(
        "expect no move | pending | astray | ask | refused | irregular | event NAME | note NAME",
        _no,
    ),
    "irregular": Form("expect irregular 5.4.N | NAME", _irregular),
    "note": Form("expect note NAME", _note),
    "pending": Form("expect pending SQUARE...", _pending),
    "ask": Form("expect ask [NAME]", _ask),
    "refused": Form("expect refused [NAME]", _refused),
    "astray": Form("expect astray missing SQUARE... extra SQUARE...", _astray),
    "event": Form("expect event NAME", _event),
    "turn": Form("expect turn white | black", _turn),
    "clock": Form("expect clock white | black TIME..TIME", _clock),
    "display": Form("expect display white | black TIME..TIME | says TEXT", _display),
    "running": Form("expect running white | black | none", _running),
    "paused": Form("expect paused", _paused),
    "red": Form("expect red SQUARE...", _red),
    "green": Form("expect green SQUARE...", _green),
    "lights": Form("expect lights off", _lights),
    "result": Form("expect result RESULT", _result),
    "record": Form('expect record "1. MOVE MOVE 2. ..."', _record),
}
"""Second word -> the form of the line."""
