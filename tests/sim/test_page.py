"""The bench behind the simulator's page: what is done by hand, happens; and can be done again."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware.errors import HandError, ReedboardError, SocketError
from firmware.rules import Color
from firmware.table.events import Irregular, MoveMade
from host_sim.machine import Machine
from host_sim.page.bench import Bench
from host_sim.page.server import Table
from host_sim.script.language import read_line, read_script
from host_sim.script.runner import run_script
from host_sim.script.setting import Setting


def setting(*lines: str) -> Setting:
    """The set-up that these lines say."""
    made = Setting()
    for line in lines:
        read = read_line(made, line)
        assert isinstance(read, Setting)
        made = read
    return made


@pytest.fixture
def bench() -> Iterator[Bench]:
    with Bench(setting("clock 300"), 1, lambda kind, text: None) as one:
        one.start()
        yield one


def number_on(bench: Bench, square: str) -> int:
    """The uppermost man on a square."""
    man = bench.machine.world.man_on(square)
    assert man is not None
    return man.number


def move(bench: Bench, origin: str, x: float, y: float) -> None:
    """Lift, carry, drop."""
    number = number_on(bench, origin)
    bench.lift(number)
    bench.pass_time(400)
    bench.drop(number, x, y)
    bench.pass_time(400)


def press(bench: Bench, side: str, ms: int = 80) -> None:
    """A finger on a button and off it."""
    bench.button(side, True)
    bench.pass_time(ms)
    bench.button(side, False)
    bench.pass_time(300)


def moves(bench: Bench) -> list[str]:
    """What the firmware has recorded."""
    return [event.text for event in bench.machine.events if isinstance(event, MoveMade)]


def test_a_man_carried_by_hand_and_a_press_are_a_recorded_move(bench: Bench) -> None:
    move(bench, "c3", 3.0, 3.0)
    press(bench, "left")
    assert moves(bench) == ["c3-d4"]
    assert bench.visible["men"][number_on(bench, "d4")][3] == [3.0, 3.0, 0]


def test_a_man_dragged_along_the_board_is_felt_on_the_way(bench: Bench) -> None:
    number = number_on(bench, "c3")
    for step in range(1, 11):
        bench.drag(number, 2 + step / 10, 2 + step / 10)
        bench.pass_time(16)
    bench.let_go(number)
    bench.pass_time(300)
    press(bench, "left")
    assert moves(bench) == ["c3-d4"]
    assert "slide c3 d4 each" in bench.scenario


def test_a_man_between_squares_closes_no_reed_and_no_press_counts(bench: Bench) -> None:
    move(bench, "c3", 2.5, 2.5)
    assert bench.machine.world.closed.bit_count() == 23
    press(bench, "left")
    assert moves(bench) == []
    assert "away" in bench.scenario


def test_what_was_done_by_hand_is_a_scenario_that_does_it_again() -> None:
    with Bench(setting("clock 300"), 1, lambda kind, text: None) as bench:
        bench.start()
        move(bench, "c3", 3.0, 3.0)
        press(bench, "left")
        move(bench, "f6", 6.0, 4.0)
        press(bench, "right")
        bench.say("fault nack mcp23017 500ms")
        bench.pass_time(1500)
        number = number_on(bench, "d4")
        bench.lift(number)
        bench.pass_time(200)
        bench.drop(number, 2.5, 3.5)
        bench.pass_time(200)
        bench.lift(number)
        bench.pass_time(100)
        bench.drop(number, 2.0, 4.0)
        bench.pass_time(300)
        press(bench, "left", ms=900)
        assert moves(bench) == ["c3-d4", "f6-g5", "d4-c5"]
        text = bench.scenario
    text += 'expect record "1. c3-d4 f6-g5 2. d4-c5"\nexpect turn black\n'
    assert "hold white" in text
    report = run_script(read_script(text, "saved"))
    assert report.expectations == 2
    assert report.failures == ()


def test_a_hand_plays_a_side_and_replies_to_a_person(bench: Bench) -> None:
    bench.sit(Color.BLACK, "tidy")
    move(bench, "c3", 3.0, 3.0)
    press(bench, "left")
    bench.pass_time(8000)
    assert len(moves(bench)) == 2


def test_two_hands_play_a_game_by_themselves(bench: Bench) -> None:
    for color in Color:
        bench.sit(color, "quick")
    for _ in range(120):
        bench.pass_time(1000)
    assert len(moves(bench)) > 30


def test_a_scenario_is_played_in_its_own_time() -> None:
    told: list[tuple[str, str]] = []
    with Bench(setting(), 1, lambda kind, text: told.append((kind, text))) as bench:
        bench.play("clock 300\nstart\nlift c3\ndrop d4\npress white\nexpect move c3-d4\n", "own")
        bench.pass_time(500)
        assert ("script", "4: drop d4") not in told
        for _ in range(20):
            bench.pass_time(100)
    assert ("script", "over: 1 of 1 expectations hold") in told


def test_an_expectation_that_does_not_hold_is_told() -> None:
    told: list[tuple[str, str]] = []
    with Bench(setting(), 1, lambda kind, text: told.append((kind, text))) as bench:
        bench.play("start\nexpect turn black\n", "own")
        bench.pass_time(1000)
    assert any(kind == "error" and "expect turn black" in text for kind, text in told)
    assert ("script", "over: 0 of 1 expectations hold") in told


def test_a_pulled_plug_and_its_return_lose_no_move(bench: Bench) -> None:
    move(bench, "c3", 3.0, 3.0)
    press(bench, "left")
    bench.say("power off")
    bench.pass_time(1000)
    assert bench.visible["power"] is False
    assert bench.visible["left"] == [0, 0, 0, 0, 0]
    bench.say("power on")
    bench.pass_time(1000)
    assert bench.machine.state()["moves"] == "1. c3-d4"


def test_an_irregular_move_is_seen_and_the_reply_accepts_it() -> None:
    lines = ("clock 300", "policy tournament", "fen W:Wc3,a1:Bd4,h8")
    with Bench(setting(*lines), 1, lambda kind, text: None) as bench:
        bench.start()
        move(bench, "a1", 1.0, 1.0)
        press(bench, "left")
        names = [event.name for event in bench.machine.events if isinstance(event, Irregular)]
        assert names == ["quiet_when_capture_due"]


@pytest.mark.parametrize(
    ("message", "says"),
    [
        ("nonsense", "not understood"),
        ("[]", "one key"),
        ('{"fly": 1}', "unknown message 'fly'"),
        ('{"lift": 99}', "no man 99"),
        ('{"lift": "x"}', "not understood"),
        ('{"drop": [1]}', "not understood"),
        ('{"drop": [0, 1, 1]}', "already on the board"),
        ('{"button": ["middle", true]}', "no button 'middle'"),
        ('{"say": "stuck z9 open"}', "z9"),
        ('{"say": "expect turn white"}', "a line that acts"),
        ('{"sit": ["white", "wild"]}', "no style 'wild'"),
        ('{"set_up": ["game chess"]}', "chess"),
        ('{"play": ["own", "jump"]}', "jump"),
    ],
)
def test_a_message_that_is_wrong_is_answered_with_a_sentence(message: str, says: str) -> None:
    table = Table(setting(), 1)
    table.bench.start()
    try:
        assert says in table.hear(message)["error"]
        assert len(table.bench.machine.world.men) == 24
    finally:
        table.close()


def test_another_board_is_laid_on_the_table() -> None:
    table = Table(setting(), 1)
    try:
        lines = ["game international", "clock none", "policy casual"]
        answer = table.hear(json.dumps({"set_up": lines}))
        assert answer["choices"]["now"]["board"] == "10x10"
        assert table.bench.hardware["names"]["b10"] == "1"
        assert len(table.bench.visible["men"]) == 40
    finally:
        table.close()


def test_a_man_that_is_not_there_cannot_be_taken(bench: Bench) -> None:
    with pytest.raises(HandError):
        bench.aside(99)
    with pytest.raises(ReedboardError):
        bench.say("lift d4")


def test_a_recorded_game_that_is_dropped_is_led_through_on_the_lights() -> None:
    table = Table(Setting(), 1)
    pdn = '[GameType "20"]\n\n1. 32-28 19-23 2. 28x19 *\n'
    answer = table.hear(json.dumps({"play": ["game.pdn", pdn]}))
    assert answer["choices"]["now"]["variant"] == "international"
    bench = table.bench
    bench.pass_time(1000)
    move(bench, "d4", 4.0, 4.0)
    bench.pass_time(1000)
    station = bench.machine.station
    assert station is not None
    assert station.state()["leading"]["text"] == "19-23"
    assert moves(bench) == []
    assert "do replay 1. 32-28 19-23 2. 28x19" in bench.scenario
    table.hear(json.dumps({"say": "do stop"}))
    assert station.state()["leading"] is None
    table.close()


def test_what_is_no_recorded_game_is_told_and_nothing_changes() -> None:
    table = Table(Setting(), 1)
    before = table.bench
    assert "error" in table.hear(json.dumps({"play": ["game.pdn", "1. c3-c5 *"]}))
    assert table.bench is before
    table.close()


def test_a_socket_that_cannot_be_made_is_told_before_anybody_plays(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SocketError, match="file"):
        Table(Setting(), 1, tmp_path / "file" / "socket")
    with Machine():
        pass  # the bench that was laid has gone again
