"""The picture in the terminal is what the registers and the reeds' men say."""

import re
from pathlib import Path
from random import Random

import pytest

from firmware.notation.fen import parse_fen
from firmware.notation.pdn import result_text
from firmware.rules import Color, Game, find_variant
from firmware.table import events as ev
from host_sim.machine import Machine
from host_sim.match import Match, Terms
from host_sim.telling import ending, last_words, move_rows, sentence
from host_sim.terminal import AMBER, DARK, GREEN, LIGHT, MEN, WIDTH, picture, plain_board
from host_sim.viewer import Watch

CODE = re.compile(r"\x1b\[([\d;]*)m")


def bare(line: str) -> str:
    """A line without its colours."""
    return CODE.sub("", line)


def grounds(lines: list[str]) -> list[int]:
    """The ground colour of each column of the board's first square columns, line by line."""
    found = []
    for line in lines:
        for code in CODE.findall(line):
            if code.startswith("48;5;"):
                found.append(int(code.rsplit(";", 1)[1]))
    return found


def set_up(machine: Machine, fen: str, *men: tuple[Color, str, bool]) -> None:
    for color, square, king in men:
        machine.world.add(color, square, machine.clock.now_ns, king=king)
    machine.run_for_ms(100)
    machine.command("new_game", fen=fen, control="300", immediate=True)
    machine.run_for_ms(100)


def test_men_times_and_turn_are_drawn() -> None:
    with Machine() as machine:
        men = (Color.WHITE, "c3", False), (Color.BLACK, "h8", True), (Color.BLACK, "d8", False)
        set_up(machine, "W:Wc3:BKh8,d8", *men)
        lines = picture(machine, "a title")
        assert machine.lamps.texts == ("5:00.", "5:00")
        assert plain_board(machine)[:1] == [" 8   .   x   .   X"]
    shown = [bare(line) for line in lines]
    assert shown[0].startswith(" 8 ")
    assert shown[0].endswith("  Black")
    assert shown[1].rstrip()[-12:] == "┏━╸   ┏━┓ ┏━┓"[-12:], "5:00 in segments"
    assert "▶ White" in "\n".join(shown), "White's time runs"
    assert "a title" in shown[-1]
    assert all(len(line) <= WIDTH for line in shown)
    d8, h8, c3 = (f"38;5;{MEN[color]}" for color in (Color.BLACK, Color.BLACK, Color.WHITE))
    assert lines[0].count(d8) >= 2
    assert h8 in lines[0]
    assert "▄▄" in shown[0], "the king's heart"
    assert c3 in lines[10]


def test_a_square_glows_as_its_light_does() -> None:
    with Machine() as machine:
        machine.command("new_game", fen="W:Wc3:Bh8", control="300")
        machine.run_for_ms(100)
        assert machine.lamps.now.green.bit_count() == 2
        lines = picture(machine, "")
    assert grounds(lines).count(GREEN) == 4, "two squares, two lines each"
    assert grounds(lines[:2]) == [LIGHT, DARK, LIGHT, DARK, LIGHT, DARK, LIGHT, GREEN] * 2


def test_a_man_in_a_hand_is_on_no_square_and_the_last_move_glows() -> None:
    ruleset = find_variant("russian")
    with Machine() as machine:
        match = Match(machine, ruleset, Random(1))
        match.set_up()
        match.start(Terms("300"))
        full = "".join(picture(machine, "")).count(f"38;5;{MEN[Color.WHITE]}")
        machine.world.lift("c3", machine.clock.now_ns)
        machine.run_for_ms(50)
        held = "".join(picture(machine, "")).count(f"38;5;{MEN[Color.WHITE]}")
        assert full - held == 4, "two lines, each with a left and a right edge"
        assert plain_board(machine)[5].split()[:3] == ["3", "o", "."]


def test_the_last_move_glows_amber() -> None:
    with Machine() as machine:
        match = Match(machine, find_variant("russian"), Random(1))
        match.set_up()
        match.start(Terms("300"))
        match.move(match.choose())
        lines = picture(machine, "")
        assert grounds(lines).count(AMBER) >= 4
        assert move_rows(machine.state()["moves"])[0] in "\n".join(map(bare, lines))


def test_a_new_king_is_turned_over() -> None:
    ruleset = find_variant("russian")
    with Machine() as machine:
        match = Match(machine, ruleset, Random(1), parse_fen("W:Wc7:Bh6", ruleset))
        match.set_up()
        match.start(Terms("300"))
        match.move(match.choose())
        assert sum(row.count("O") for row in plain_board(machine)) == 1
        assert any("▄▄" in bare(line) for line in picture(machine, ""))


@pytest.mark.parametrize("board", ["8x8", "10x10"])
def test_a_picture_fits_the_smallest_common_terminal(board: str) -> None:
    """80 by 24 is what terminals open with; the cursor needs the last line."""
    with Machine(board) as machine:
        lines = picture(machine, "x" * 100)
    assert len(lines) < 24
    assert max(len(bare(line)) for line in lines) <= WIDTH


class Counting:
    """A viewer that counts its looks and draws each."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.looks = 0

    def __enter__(self) -> None: ...

    def __exit__(self, *_: object) -> None: ...

    def look(self) -> None:
        self.looks += 1
        picture(self.machine, "")


def played(watched: bool) -> tuple[str, int]:
    """The file of a short game, and how often somebody looked."""
    with Machine(seed=3) as machine:
        viewer = Counting(machine)
        until = Watch(machine, viewer, lambda: None).until if watched else None
        match = Match(machine, find_variant("russian"), Random(3), until=until)
        match.start(Terms("300"))
        match.set_up(100)
        for _ in range(12):
            match.move(match.choose(), 300)
        match.finish(None)
        match.agree("1/2-1/2", "agreement")
        machine.run_for_ms(100)
        return Path(machine.state()["file"]).read_text(), viewer.looks


def test_looking_changes_nothing() -> None:
    watched, looks = played(watched=True)
    assert looks > 100
    assert watched == played(watched=False)[0]


@pytest.mark.parametrize(
    ("numbered", "rows"),
    [
        ("1. c3-d4 f6-g5 2. b2-c3", ["  1. c3-d4     f6-g5", "  2. b2-c3"]),
        ("1. 32-28 17-22 2... 12x21", ["  1. 32-28     17-22", "  2. ...       12x21"]),
        ("", []),
    ],
)
def test_moves_stand_two_a_row(numbered: str, rows: list[str]) -> None:
    assert move_rows(numbered) == rows


def test_what_is_over_is_not_the_last_thing_said() -> None:
    for wrong, right in (
        (ev.Astray(("e7",), (), 0), ev.InStep(0)),
        (ev.SensorLost(0), ev.SensorBack(0)),
        (ev.Paused(0), ev.Resumed(0)),
    ):
        assert sentence(wrong)
        assert last_words([wrong, right]) == sentence(right) != sentence(wrong)


def test_a_press_that_breaks_a_rule_is_told_which() -> None:
    refused = ev.Refused("quiet_when_capture_due", "missing on g3; to be off h4", 0)
    assert "quiet when capture due" in sentence(refused)


def test_what_nobody_needs_to_read_has_no_words() -> None:
    noted = ev.Noted("press_not_on_move", "black", 0)
    assert sentence(noted) == ""
    assert "d4:f6" in last_words([ev.Provisional("d4:f6", 0), noted])


@pytest.mark.parametrize(
    ("result", "reason", "words"),
    [
        ("0-1", "no_moves", "Black wins, 0-1: White cannot move."),
        ("1-0", "no_moves", "White wins, 1-0: White cannot move."),  # as in giveaway
        ("0-1", "resignation", "Black wins, 0-1: resignation."),
        ("1/2-1/2", "agreement", "A draw, 1/2-1/2: agreement."),
        ("*", "abandoned", "No result: abandoned."),
    ],
)
def test_an_ending_is_told_in_words(result: str, reason: str, words: str) -> None:
    game = Game.start(find_variant("russian"))
    assert ending(ev.GameOver(result, reason, 0), game) == words


def test_an_ending_by_a_rule_names_the_article() -> None:
    ruleset = find_variant("russian")
    game = Game.start(ruleset)
    while game.outcome is None:
        game = game.play(game.moves[0])
    over = ev.GameOver(result_text(ruleset, game.outcome.winner), game.outcome.reason.value, 0)
    assert f"({ruleset.text}, {game.outcome.article})" in ending(over, game)
