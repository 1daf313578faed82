"""The station plays, shows and writes down, whatever goes wrong around it."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from firmware.station.config import Config, GameConfig, ShowConfig
from firmware.station.places import JOURNAL
from host_sim.clock import MS
from host_sim.faults import Nack, StuckSda
from host_sim.lamps import Lights
from tests.station.rig import Rig, rig_in


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    with rig_in(tmp_path) as running:
        yield running


def begin(rig: Rig, **setup: object) -> None:
    """Men set up, a game begun, White's clock running."""
    rig.set_up()
    rig.run(200)
    assert rig.ask("new_game", **({"control": "300+3", "immediate": True} | setup))["ok"]
    rig.run(100)
    assert rig.state()["phase"] == "playing"


def kinds(rig: Rig) -> list[str]:
    """The kinds of the events that a subscriber has been sent."""
    return [message["event"]["kind"] for message in rig.heard() if "event" in message]


def query(rig: Rig, sql: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(rig.config.files.data_dir / JOURNAL)) as connection:
        return connection.execute(sql).fetchall()


# Playing


def test_a_move_and_a_press_are_a_move_in_state_displays_and_file(rig: Rig) -> None:
    begin(rig)
    rig.move("c3", "d4")
    rig.press("left")
    state = rig.state()
    assert (state["moves"], state["turn"]) == ("1. c3-d4", "black")
    assert state["clock"]["running"] == "black"
    assert rig.lamps.texts == ("5:03", "5:00.")
    rig.run(5000)
    assert "1. c3-d4 {[%clock " in Path(state["file"]).read_text()


def test_a_game_whose_file_could_not_be_written_is_not_begun(rig: Rig) -> None:
    """A record that cannot be written would be in the way of every game after it."""
    begin(rig)
    for name in ("", "a b", 'x"]\n[Result "1-0'):
        answer = rig.ask("new_game", tags={name: "x"})
        assert "is no name for a tag" in answer["error"]
    assert (rig.state()["game"], rig.state()["phase"]) == (1, "playing")
    assert rig.ask("new_game", tags={"White": 'An"n\n'})["ok"]
    rig.run(100)
    assert '[White "An\\"n"]' in Path(rig.state()["file"]).read_text()


def test_red_and_green_lead_back_from_a_refused_press(rig: Rig) -> None:
    begin(rig)
    rig.move("c3", "c5")
    rig.press("left")
    lit = rig.lamps.now
    squares = rig.wiring.squares
    assert (lit.red, lit.green) == (1 << squares.index("c5"), 1 << squares.index("c3"))
    assert rig.state()["moves"] == ""
    rig.move("c5", "c3")
    assert rig.lamps.now == Lights()


def test_a_press_is_dealt_with_between_two_scans(rig: Rig) -> None:
    begin(rig)
    rig.move("c3", "d4")
    rig.step()
    rig.time.advance(1 * MS)
    rig.pins.press(rig.wiring.left_button, rig.clock.now_ns)
    rig.pins.advance_to(rig.clock.now_ns)
    rig.station.attend()
    assert rig.station.session.stamps, "the move stands before the next scan"
    assert rig.lamps.now.both.bit_count() == 2


def test_a_man_that_began_to_move_since_the_last_scan_makes_a_press_not_calm(rig: Rig) -> None:
    begin(rig)
    rig.subscribe()
    rig.world.lift("c3", rig.clock.now_ns)
    rig.world.advance_to(rig.clock.now_ns + 20 * MS)
    rig.pins.press(rig.wiring.left_button, rig.clock.now_ns)
    rig.pins.advance_to(rig.clock.now_ns)
    rig.station.attend()
    rig.journal.writer.serve()
    (body,) = query(rig, "SELECT body FROM entry WHERE body LIKE '%pressed%'")[-1]
    assert '"calm":false' in body


def test_the_result_is_in_the_file_and_the_game_is_closed(rig: Rig) -> None:
    begin(rig)
    rig.move("c3", "d4")
    rig.press("left")
    assert rig.ask("result", result="1-0", reason="resignation")["ok"]
    rig.run(100)
    state = rig.state()
    text = Path(state["file"]).read_text()
    assert '[Result "2-0"]' in text or '[Result "1-0"]' in text
    assert text.count("[Event ") == 1
    assert query(rig, "SELECT status FROM game") == [("over",)]
    assert state["clock"]["running"] is None


def test_a_new_game_is_not_flagged_by_the_clock_of_the_one_before(rig: Rig) -> None:
    begin(rig, control="30")
    rig.run(2000)
    assert rig.ask("new_game", control="300", immediate=True)["ok"]
    rig.run(29_000)
    state = rig.state()
    assert (state["phase"], state["game"]) == ("playing", 2)
    assert state["clock"]["white_ms"] == pytest.approx(300_000 - 29_000, abs=100)
    assert query(rig, "SELECT id, status FROM game") == [(1, "left"), (2, "open")]
    assert (rig.games / "game-00001.pdn").read_text().strip().endswith("*")


def test_without_a_buzzer_the_pin_stays_low(tmp_path: Path) -> None:
    config = Config(show=ShowConfig(buzzer=False))
    with rig_in(tmp_path, config) as rig:
        begin(rig)
        assert all(not edge.high for edge in rig.pins.history(rig.wiring.buzzer))


def test_the_start_is_heard(rig: Rig) -> None:
    begin(rig)
    assert any(edge.high for edge in rig.pins.history(rig.wiring.buzzer))


# Time


def test_the_station_knows_how_long_it_may_be_left_alone(rig: Rig) -> None:
    rig.set_up()
    rig.run(200)
    rig.run(1500)
    calls = rig.adapter.calls
    wakes_ms = rig.station.wakes_at_ms
    assert 0 < wakes_ms - rig.station.now_ms <= 1000
    rig.run(wakes_ms - rig.station.now_ms - rig.config.board.scan_ms)
    scans = (rig.clock.now_ns // MS - calls) and rig.adapter.calls - calls
    assert scans % 9 in (0, 1, 2, 3, 4), "nothing but scans and their audit went over the bus"


def test_leaving_out_idle_steps_changes_nothing_in_the_journal(tmp_path: Path) -> None:
    stories = []
    for lazy in (False, True):
        with rig_in(tmp_path / str(lazy)) as rig:
            rig.lazy = lazy
            begin(rig, control="60+2")
            for origin, target, side in (("c3", "d4", "left"), ("f6", "g5", "right")):
                rig.move(origin, target)
                rig.press(side)
                rig.run(3000)
            rig.run(60_000)
            assert rig.state()["phase"] == "over"
            stories.append(query(rig, "SELECT kind, at_ms, body FROM entry"))
    assert stories[0] == stories[1]
    assert len(stories[0]) > 15


# Faults


def test_one_failed_scan_is_no_news(rig: Rig) -> None:
    begin(rig)
    rig.subscribe()
    rig.faults.plan(Nack(rig.clock.now_ns, 5 * MS, rig.wiring.drive_chip))
    rig.run(2000)
    assert kinds(rig) == []


def test_a_chip_that_is_away_for_two_seconds_is_sensor_lost_and_comes_back(rig: Rig) -> None:
    begin(rig)
    rig.subscribe()
    rig.faults.plan(Nack(rig.clock.now_ns, 2000 * MS, rig.wiring.drive_chip))
    rig.run(400)
    assert kinds(rig) == []
    rig.run(300)
    assert kinds(rig) == ["sensor_lost", "fault"]
    assert "sensor" in rig.state()["faults"]
    rig.run(1700)
    assert kinds(rig) == ["sensor_back", "fault_over"]
    state = rig.state()
    assert (state["moves"], state["sensor"], state["faults"]) == ("", "ok", {})
    assert state["clock"]["running"] == "white", "a lost sensor is no outage"
    rig.move("c3", "d4")
    rig.press("left")
    assert rig.state()["moves"] == "1. c3-d4"


def test_a_stuck_bus_is_survived_and_clocks_go_on(rig: Rig) -> None:
    begin(rig)
    rig.faults.plan(StuckSda(rig.clock.now_ns, 1000 * MS))
    rig.run(2500)
    state = rig.state()
    assert (state["sensor"], state["phase"]) == ("ok", "playing")
    assert state["clock"]["white_ms"] < 298_000
    rig.move("c3", "d4")
    rig.press("left")
    assert rig.state()["moves"] == "1. c3-d4"


def test_a_display_that_misses_writes_is_written_again(rig: Rig) -> None:
    begin(rig)
    rig.subscribe()
    rig.faults.plan(Nack(rig.clock.now_ns, 1500 * MS, rig.wiring.left_display))
    rig.run(1200)
    assert kinds(rig) == ["fault"]
    rig.run(2500)
    assert kinds(rig) == ["fault_over"]
    left_ms = rig.state()["clock"]["white_ms"]
    assert rig.lamps.texts[0] == f"4:{-(-left_ms // 1000) - 240:02}."


def test_a_disk_that_stalls_delays_only_the_sign_that_all_is_recorded(rig: Rig) -> None:
    begin(rig)
    rig.disk_stalls = True
    rig.move("c3", "d4")
    rig.press("left")
    state = rig.state()
    assert (state["moves"], state["recorded"]) == ("1. c3-d4", False)
    rig.disk_stalls = False
    rig.run(50)
    assert rig.state()["recorded"] is True


def test_a_disk_that_fails_is_a_fault_and_the_game_goes_on(rig: Rig) -> None:
    begin(rig)
    rig.subscribe()
    path = rig.config.files.data_dir / JOURNAL
    rig.journal.writer.close()
    hidden = path.with_suffix(".away")
    path.rename(hidden)
    rig.move("c3", "d4")
    rig.press("left")
    rig.run(1500)
    heard = kinds(rig)
    assert "fault" in heard and "move_made" in heard
    assert rig.state()["recorded"] is False
    assert not path.exists(), "no empty journal takes the place of the lost one"
    hidden.rename(path)
    rig.run(1500)
    state = rig.state()
    assert (state["recorded"], state["faults"]) == (True, {})
    assert query(rig, "SELECT count(*) FROM entry WHERE body LIKE '%move_made%'") == [(1,)]


def test_a_runtime_folder_that_is_gone_is_a_fault_and_the_game_goes_on(rig: Rig) -> None:
    begin(rig)
    rig.config.files.runtime_dir.rename(rig.config.files.runtime_dir.with_name("gone"))
    rig.run(1500)
    assert list(rig.state()["faults"]) == ["heartbeat"]
    assert any(line.startswith("heartbeat: ") for line in rig.log)


# The socket's commands


def test_hello_says_what_can_be_played(rig: Rig) -> None:
    hello = rig.ask("hello")["hello"]
    assert hello["program"] == "reedboard"
    assert hello["protocol"] == 1
    assert "russian" in hello["variants"]
    assert hello["squares"][:2] == ["a8", "b8"]


@pytest.mark.parametrize(
    ("command", "fields", "reason", "error"),
    [
        ("new_game", {"variant": "chess"}, "bad_field", "chess"),
        ("new_game", {"fen": "W:Wa1:Bb9"}, "bad_field", "b9"),
        ("new_game", {"control": "soon"}, "bad_field", "time control 'soon' is not understood"),
        ("new_game", {"policy": "strict"}, "bad_field", "policy 'strict'"),
        ("new_game", {"varient": "russian"}, "bad_field", "no field 'varient'"),
        ("new_game", {"variant": 7}, "bad_field", "GameSetup.variant must be a text, not 7"),
        ("new_game", {"variant": "international"}, "bad_field", "b10"),
        ("take_back", {"plies": "two"}, "bad_field", "plies must be a whole number from 0 on, not"),
        ("take_back", {"plies": 9}, "no_such_ply", "0 plies were played; 9 cannot"),
        ("pause", {"at_ms": 0}, "bad_field", "pause has no field 'at_ms'"),
        ("resume", {}, "not_paused", "not paused"),
        ("result", {"result": "3-0"}, "no_such_result", "3-0"),
        ("answer", {"yes": True}, "nothing_asked", "no open question"),
        ("answer", {}, "bad_field", "Answer needs the field 'yes'"),
        ("fly", {}, "unknown_command", "unknown command 'fly'; known: hello, subscribe, state"),
    ],
)
def test_a_command_that_cannot_be_carried_out_is_answered_and_changes_nothing(
    rig: Rig, command: str, fields: dict[str, object], reason: str, error: str
) -> None:
    begin(rig)
    answer = rig.ask(command, **fields)
    assert (answer["ok"], answer["reason"]) == (False, reason)
    assert error in answer["error"]
    state = rig.state()
    assert (state["phase"], state["game"]) == ("playing", 1)


def test_the_score_sheet_is_asked_for_at_any_time(rig: Rig) -> None:
    assert rig.ask("sheet")["reason"] == "bad_field"
    begin(rig)
    rig.move("c3", "d4")
    rig.press("left")
    answer = rig.ask("sheet")
    assert "  1. c3-d4" in answer["sheet"]
    assert "1. c3-d4" in answer["pdn"]
    rig.run(100)
    assert Path(answer["file"]).read_text("utf-8") == answer["pdn"]


def test_an_annulled_game_is_begun_anew(rig: Rig) -> None:
    """FMJD rules for 64 squares 5.1."""
    begin(rig)
    rig.ask("annul", reason="board wrongly placed", restart=True)
    rig.run(100)
    state = rig.state()
    assert (state["game"], state["phase"], state["plies"]) == (2, "setup", 0)


def test_a_result_that_was_undone_leaves_the_game_open_for_a_restart(rig: Rig) -> None:
    begin(rig)
    rig.ask("result", result="1-0")
    rig.ask("undo_result", by="Petrova")
    rig.crash()
    rig.power_on()
    assert (rig.state()["game"], rig.state()["phase"]) == (1, "paused")
    assert rig.state()["interventions"][-1]["by"] == "Petrova"


def test_masked_squares_stay_masked_in_the_next_game(rig: Rig) -> None:
    begin(rig)
    rig.ask("mask_square", square="e5", masked=True)
    begin(rig)
    assert rig.state()["masked"] == ["e5"]


def test_pause_resume_and_take_back_come_over_the_socket(rig: Rig) -> None:
    begin(rig)
    rig.move("c3", "d4")
    rig.press("left")
    rig.subscribe()
    assert rig.ask("take_back")["events"][-1]["kind"] == "taken_back"
    assert rig.state()["phase"] == "paused"
    refused = rig.ask("resume")
    assert (refused["ok"], refused["reason"]) == (False, "board_not_restored")
    rig.move("d4", "c3")
    assert rig.ask("resume")["ok"]
    assert (rig.state()["phase"], rig.state()["moves"]) == ("playing", "")
    assert rig.ask("pause")["ok"]
    rig.run(5000)
    before = rig.state()["clock"]
    rig.run(5000)
    assert rig.state()["clock"] == before


def test_subscribers_get_events_and_states_and_others_get_nothing(rig: Rig) -> None:
    begin(rig)
    deaf = rig.station.api.attach()
    rig.subscribe()
    rig.move("c3", "d4")
    rig.press("left")
    messages = rig.heard()
    events = [message["event"] for message in messages if "event" in message]
    states = [message["state"] for message in messages if "state" in message]
    assert [event["kind"] for event in events] == ["provisional", "move_made"]
    assert events[-1]["text"] == "c3-d4"
    assert states[-1]["moves"] == "1. c3-d4"
    assert states[-1]["recorded"] is True
    assert deaf.outgoing == b""


def test_what_a_request_leaves_out_comes_from_the_configuration(tmp_path: Path) -> None:
    game = GameConfig(variant="english", control="60", event="Club evening")
    with rig_in(tmp_path, replace(Config(), game=game)) as rig:
        assert rig.ask("new_game", tags={"White": "Ada"})["ok"]
        rig.run(50)
        state = rig.state()
        assert (state["variant"], state["clock"]["control"]) == ("english", "60")
        text = Path(state["file"]).read_text()
        assert '[Event "Club evening"]' in text
        assert '[White "Ada"]' in text
        assert '[Date "2026.05.01"]' in text


# Games that are shown


def test_a_recorded_game_is_shown_by_its_number_and_nothing_of_it_is_recorded(rig: Rig) -> None:
    begin(rig, control="none")
    for origin, target in (("c3", "d4"), ("f6", "g5")):
        rig.move(origin, target)
        rig.run(6000)
    assert not rig.ask("replay", game=1)["ok"]
    assert rig.ask("result", result="1-1")["ok"]
    rig.run(200)
    before = rig.stored_entries(1)
    pdn = Path(rig.state()["file"]).read_text()
    assert rig.ask("replay", game=1)["ok"]
    rig.run(100)
    state = rig.state()
    assert (state["phase"], state["game"]) == ("idle", None)
    assert state["leading"]["moves"] == "1. c3-d4 f6-g5"
    rig.move("d4", "c3")
    rig.move("g5", "f6")
    rig.run(1000)
    assert rig.state()["leading"]["ply"] == 1
    lit, squares = rig.lamps.lately(rig.clock.now_ns, 500 * MS), rig.wiring.squares
    assert (lit.red, lit.green) == (1 << squares.index("c3"), 1 << squares.index("d4"))
    assert rig.ask("replay_stop")["ok"]
    rig.run(100)
    assert rig.stored_entries(1) == before
    assert query(rig, "SELECT id, status FROM game") == [(1, "over")]
    assert (rig.games / "game-00001.pdn").read_text() == pdn


@pytest.mark.parametrize(
    ("command", "fields"),
    [
        ("replay", {"game": 7}),
        ("replay", {"game": "../1"}),
        ("replay", {}),
        ("replay", {"game": 1, "pdn": "*"}),
        ("replay", {"pdn": "1. c3-c5 *"}),
        ("set_up", {"fen": "W:Wz9:B"}),
        ("set_up", {"variant": "international", "fen": "W:W31:B1"}),
        ("set_up", {"control": "300"}),
    ],
)
def test_what_cannot_be_shown_is_told_in_a_sentence(
    rig: Rig, command: str, fields: dict[str, Any]
) -> None:
    answer = rig.ask(command, **fields)
    assert not answer["ok"]
    assert answer["error"]
    assert rig.state()["leading"] is None


def test_a_masked_square_stays_masked_while_a_diagram_is_set_up_and_after(rig: Rig) -> None:
    begin(rig, control="none")
    assert rig.ask("mask_square", square="h8", masked=True)["ok"]
    assert rig.ask("result", result="1-1")["ok"]
    assert rig.ask("set_up", variant="russian", fen="W:Wa1:Bh8")["ok"]
    assert rig.state()["masked"] == ["h8"]
    assert "h8" not in rig.state()["leading"]["missing"]
    assert rig.ask("new_game", control="none")["ok"]
    assert rig.state()["masked"] == ["h8"]
