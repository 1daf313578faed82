"""Reading a scenario: a text becomes a `Script`, or one sentence says which line is wrong and why.

Pure. Everything that can be known without playing is checked here: words, squares (by the game and
board in force at that line), moves as far as their squares go, positions, times, names.
"""

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, TypeVar

from firmware.errors import InvalidFen, ReedboardError, ScriptError
from firmware.rules import find_variant
from firmware.table.controls import parse_control
from firmware.table.policy import POLICIES, find_policy
from host_sim.script.acting import ACTS, Form
from host_sim.script.commands import Act, Expectation, Script, Step
from host_sim.script.expecting import EXPECTATIONS
from host_sim.script.setting import OPTIONS, Setting, known_boards
from host_sim.script.words import duration_ms, one_of

T = TypeVar("T")


def _board(setting: Setting, words: Sequence[str]) -> Setting | None:
    if len(words) != 1:
        return None
    return replace(setting, board=one_of(words[0], known_boards(), "board"))


def _game(setting: Setting, words: Sequence[str]) -> Setting | None:
    return replace(setting, ruleset=find_variant(words[0])) if len(words) == 1 else None


def _fen(setting: Setting, words: Sequence[str]) -> Setting | None:
    if not words:
        return None
    text = "".join(words)
    return replace(setting, fen=None if text == "start" else text)


def _clock(setting: Setting, words: Sequence[str]) -> Setting | None:
    if len(words) != 1:
        return None
    parse_control(words[0])
    return replace(setting, control=words[0])


def _policy(setting: Setting, words: Sequence[str]) -> Setting | None:
    return replace(setting, policy=find_policy(words[0]).name) if len(words) == 1 else None


def _option(setting: Setting, words: Sequence[str]) -> Setting | None:
    if not words:
        return None
    named = {one_of(word, OPTIONS, "option") for word in words}
    return replace(setting, options=setting.options | named)


def _pace(setting: Setting, words: Sequence[str]) -> Setting | None:
    if words == ["none"]:
        return replace(setting, pace_ms=None)
    return replace(setting, pace_ms=duration_ms(words[0])) if len(words) == 1 else None


SETTINGS: Final[Mapping[str, Form[Setting]]] = {
    "board": Form("board NAME", _board),
    "game": Form("game VARIANT", _game),
    "fen": Form("fen FEN | start", _fen),
    "clock": Form("clock SECONDS[+INCREMENT] | none", _clock),
    "policy": Form(f"policy {' | '.join(POLICIES)}", _policy),
    "option": Form(f"option {' | '.join(OPTIONS)}", _option),
    "pace": Form("pace TIME | none", _pace),
}
"""First word -> the form of a line that sets up and takes no time."""


def read_script(text: str, file: str) -> Script:
    """The scenario in `text`; `file` is the name that messages use.

    Raises ScriptError: `file:line: what is wrong; what was expected`.
    """
    setting = Setting()
    steps: list[Step] = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            read = read_line(setting, line, number, begun=bool(steps))
            if not steps and not isinstance(read, Setting | None):
                setting = replace(setting, board=setting.board_name)
        except ReedboardError as error:
            at = setting.fen_line if isinstance(error, InvalidFen) else number
            raise ScriptError(f"{file}:{at}: {error}") from None
        if isinstance(read, Setting):
            setting = read
        elif read is not None:
            steps.append(Step(number, " ".join(_words(line)), read, setting.pace_ms))
    if not steps:
        raise ScriptError(f"{file}:1: there is no command in this file; expected: start")
    return Script(file, setting.board_name, tuple(steps))


def read_line(
    setting: Setting, line: str, number: int = 1, begun: bool = False
) -> Setting | Act | Expectation | None:
    """What one line says: a changed setting, or a command; None for an empty line or a comment.

    `begun` says that there was a command before it. Raises ReedboardError for what is wrong.
    """
    words = _words(line)
    if not words:
        return None
    if words[0] in SETTINGS:
        return _set(setting, words, number, begun)
    return _command(setting, words)


def _words(line: str) -> list[str]:
    try:
        return shlex.split(line, comments=True)
    except ValueError as error:
        raise ScriptError(
            f"{line.strip()!r} cannot be read ({error}); expected quotes in pairs"
        ) from None


def _set(setting: Setting, words: list[str], number: int, begun: bool) -> Setting:
    word, *rest = words
    if word == "board" and begun:
        raise ScriptError("the board cannot be changed any more; expected before the first command")
    new = _read(SETTINGS[word], setting, words, rest)
    return replace(new, fen_line=number) if word == "fen" else new


def _command(setting: Setting, words: list[str]) -> Act | Expectation:
    match words:
        case ["expect", word, *rest] if word in EXPECTATIONS:
            return _read(EXPECTATIONS[word], setting, words, rest)
        case ["expect", *rest]:
            known = ", ".join(EXPECTATIONS)
            raise ScriptError(f"unknown expectation {' '.join(rest)!r}; expected one of {known}")
        case [word, *rest] if word in ACTS:
            return _read(ACTS[word], setting, words, rest)
        case _:
            known = ", ".join([*SETTINGS, *ACTS, "expect"])
            raise ScriptError(f"unknown command {words[0]!r}; expected one of {known}")


def _read(form: Form[T], setting: Setting, words: list[str], rest: list[str]) -> T:
    value = form.read(setting, rest)
    if value is None:
        raise ScriptError(f"{' '.join(words)!r} does not fit; expected: {form.usage}")
    return value
