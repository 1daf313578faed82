"""After a crash or a power cut the next run offers the same game, paused, clocks and all."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from firmware.station.config import BoardConfig, Config
from firmware.station.play import Play
from firmware.table import inputs as inp
from firmware.table.policy import Timing
from firmware.table.session import Phase
from host_sim.clock import MS
from tests.station.rig import Rig, rebuilt, rig_in


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    with rig_in(tmp_path) as running:
        yield running


def play_three_plies(rig: Rig, control: str = "600+5") -> None:
    rig.set_up()
    rig.run(200)
    assert rig.ask("new_game", control=control, immediate=True)["ok"]
    for origin, target, side in (
        ("c3", "d4", "left"),
        ("f6", "g5", "right"),
        ("b2", "c3", "left"),
    ):
        rig.run(3000)
        rig.move(origin, target)
        rig.press(side)


GAME = ("phase", "variant", "turn", "fen", "moves", "pending", "game")


def test_a_crash_loses_less_than_a_second_of_the_clocks_and_nothing_else(rig: Rig) -> None:
    play_three_plies(rig)
    rig.run(7777)
    before = rig.state()
    rig.crash()
    rig.time.advance(90_000 * MS)
    rig.power_on()
    rig.run(100)
    after = rig.state()
    assert {**{key: after[key] for key in GAME}} == {
        **{key: before[key] for key in GAME},
        "phase": "paused",
    }
    assert after["restored"] is True
    assert after["clock"]["running"] is None
    assert after["clock"]["white_ms"] == before["clock"]["white_ms"]
    assert 0 <= after["clock"]["black_ms"] - before["clock"]["black_ms"] < 1000
    assert rig.log == ["game 1 was not finished; it is taken up, paused"]


@pytest.mark.parametrize(("control", "loss_ms"), [("600", 5000), ("290", 1000)])
def test_a_power_cut_loses_no_more_than_one_safe_beat(rig: Rig, control: str, loss_ms: int) -> None:
    play_three_plies(rig, control)
    rig.run(13_333)
    before = rig.state()["clock"]
    rig.power_cut()
    rig.power_on()
    rig.run(100)
    after = rig.state()["clock"]
    assert 0 <= after["black_ms"] - before["black_ms"] <= loss_ms + rig.config.board.scan_ms


def test_a_clean_stop_loses_nothing_and_puts_the_lights_out(rig: Rig) -> None:
    play_three_plies(rig)
    rig.run(4321)
    before = rig.state()["clock"]
    rig.station.close()
    assert rig.lamps.now.both == 0
    assert rig.lamps.texts == ("", "")
    rig.journal.writer.serve()
    rig.power_cut()
    rig.power_on()
    after = rig.state()["clock"]
    assert after["black_ms"] == pytest.approx(before["black_ms"], abs=15)


def test_the_restored_game_goes_on_after_resume(rig: Rig) -> None:
    play_three_plies(rig)
    rig.crash()
    rig.power_on()
    rig.run(200)
    assert rig.ask("resume")["ok"]
    rig.move("g5", "h4")
    rig.press("right")
    state = rig.state()
    assert state["moves"] == "1. c3-d4 f6-g5 2. b2-c3 g5-h4"
    assert (state["phase"], state["restored"]) == ("playing", False)
    assert state["clock"]["running"] == "white"


def test_a_move_half_done_in_the_dark_is_in_the_air_afterwards(rig: Rig) -> None:
    play_three_plies(rig)
    rig.world.lift("g5", rig.clock.now_ns)
    rig.power_cut()
    rig.power_on()
    rig.run(200)
    state = rig.state()
    assert (state["phase"], state["missing"]) == ("paused", [])
    assert rig.ask("resume")["ok"]


def test_men_moved_in_the_dark_must_go_back_before_the_game_goes_on(rig: Rig) -> None:
    play_three_plies(rig)
    rig.power_cut()
    for square in ("a1", "h8", "g1"):
        rig.world.put_aside(square, rig.clock.now_ns)
    rig.power_on()
    rig.run(1000)
    refused = rig.ask("resume")
    assert (refused["ok"], refused["reason"]) == (False, "board_not_restored")
    assert rig.state()["missing"] == ["h8", "a1", "g1"]


def test_a_finished_game_is_not_offered(rig: Rig) -> None:
    play_three_plies(rig)
    assert rig.ask("result", result="1-1", reason="agreement")["ok"]
    rig.run(100)
    rig.power_cut()
    rig.power_on()
    assert rig.state()["phase"] == "idle"


def test_the_heartbeat_counts_even_where_the_disk_has_stalled(rig: Rig) -> None:
    play_three_plies(rig, control="20")
    left_ms = rig.state()["clock"]["black_ms"]
    rig.disk_stalls = True
    rig.run(left_ms - 100)
    rig.crash()
    rig.power_on()
    rig.run(500)
    state = rig.state()
    assert state["phase"] == "paused"
    assert 100 <= state["clock"]["black_ms"] < 400


def test_a_beat_of_another_game_is_not_believed(rig: Rig) -> None:
    play_three_plies(rig)
    path = rig.config.files.runtime_dir / "heartbeat.json"
    beat = json.loads(path.read_text())
    rig.run(1000)
    before = rig.state()["clock"]["black_ms"]
    rig.power_cut()
    path.write_text(json.dumps({**beat, "created": "2020-01-01", "at_ms": 10**9}))
    rig.power_on()
    assert abs(rig.state()["clock"]["black_ms"] - before) <= 5010


def test_a_game_from_a_board_wired_otherwise_is_put_aside_and_stays(tmp_path: Path) -> None:
    with rig_in(tmp_path) as rig:
        play_three_plies(rig)
        rig.crash()
    config = replace(Config(), board=BoardConfig(wiring="10x10"))
    with rig_in(tmp_path, config) as other:
        assert other.state()["phase"] == "idle"
        (line,) = other.log
        assert line.startswith("game 1 was not finished and cannot be taken up: ")
        other.run(50)
        other.crash()
        other.power_on()
        assert len(other.log) == 1, "it is offered once only"


def test_a_longer_debounce_after_the_restart_does_not_change_the_past(tmp_path: Path) -> None:
    with rig_in(tmp_path) as rig:
        play_three_plies(rig)
        before = rig.state()
        rig.crash()
    config = replace(Config(), board=BoardConfig(scan_ms=40, debounce_samples=10))
    with rig_in(tmp_path, config) as again:
        assert again.state()["moves"] == before["moves"]


# The journal rebuilds the session


def test_replaying_the_inputs_says_the_same_events_at_the_same_times(rig: Rig) -> None:
    play_three_plies(rig)
    rig.move("h6", "f4")
    rig.press("right")
    rig.run(3000)
    rig.move("f4", "h6")
    rig.move("g5", "h4")
    rig.press("right")
    rig.run(2000)
    rig.journal.writer.serve()
    rig.crash()
    rig.power_on()
    stored = rig.journal.open_game
    assert stored is not None
    session, said = rebuilt(stored.entries, rig.wiring.squares)
    written = [entry.body for entry in stored.entries if entry.kind == "event"]
    assert said[: len(written)] == written
    assert len(written) > 8
    assert session.phase is Phase.PLAYING


def test_an_input_with_an_earlier_stamp_than_time_already_passed_is_replayed_so(rig: Rig) -> None:
    """A timer that ran before the late stamp was known ran; the replay must let it run too."""
    rig.set_up()
    rig.run(200)
    play = Play(
        rig.journal, rig.wiring.squares, Timing(debounce_ms=40), rig.games, lambda: "2026-05-01"
    )
    began_ms = 5000
    start = inp.PictureSeen(rig.world.closed, began_ms, began_ms)
    play.begin(inp.GameSetup(control="60", immediate=True), [start], began_ms)
    play.advance(began_ms + 61_000)
    assert play.session.phase is Phase.OVER
    play.feed(inp.Pressed(inp.Button.LEFT, True, began_ms + 59_000))
    rig.journal.commit()
    rig.journal.writer.serve()
    rig.crash()
    rows = rig.stored_entries(play.game or 0)
    assert [entry.kind for entry in rows if entry.kind != "event"] == [
        "input",
        "input",
        "tick",
        "input",
    ]
    flag = next(at for at, entry in enumerate(rows) if '"kind":"flag"' in entry.body)
    assert rows[flag - 1].kind == "tick"  # its stamp is earlier than the look at the clock
    session, said = rebuilt(rows, rig.wiring.squares)
    assert session.result == play.session.result
    assert said == [entry.body for entry in rows if entry.kind == "event"]
