"""The scenario language: what is read, what is refused in which words, what a run reports."""

import argparse
import ast
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.errors import ScriptError
from firmware.table import session
from host_sim.script import cli
from host_sim.script import commands as c
from host_sim.script.acting import ACTS
from host_sim.script.expecting import EXPECTATIONS
from host_sim.script.language import SETTINGS, read_script
from host_sim.script.names import NOTES, QUESTIONS, REFUSALS
from host_sim.script.runner import Report, run_script
from host_sim.script.words import EVENTS, clock_range, duration_ms, irregularity

FIRST_MOVE = "clock 300+3\nstart\nlift c3\ndrop d4\npress white\n"
CAPTURE = "fen W:Wc3:Bd4,f6,a7\nclock 300\nstart\nlift c3\ndrop g7\n"


def commands(text: str) -> list[c.Act | c.Expectation]:
    return [step.command for step in read_script(text, "a").steps]


def play(text: str) -> Report:
    return run_script(read_script(text, "a"))


def failures(text: str) -> list[tuple[int, str]]:
    return [(failure.line, failure.was) for failure in play(text).failures]


def error(text: str) -> str:
    with pytest.raises(ScriptError) as caught:
        read_script(text, "a.scenario")
    return str(caught.value)


# ------------------------------------------------------------------------------------- reading


def test_blank_lines_and_comments_are_skipped_and_lines_keep_their_numbers() -> None:
    steps = read_script("# a game\n\nstart   # now\n  lift c3\n", "a").steps
    assert [(step.line, step.text) for step in steps] == [(3, "start"), (4, "lift c3")]


def test_defaults_are_russian_on_its_own_board_without_a_clock() -> None:
    script = read_script("start", "a")
    (step,) = script.steps
    assert script.board == "8x8"
    assert step.pace_ms == 300
    assert isinstance(step.command, c.Start)
    setup = step.command.setup
    assert (setup.variant, setup.fen, setup.control) == ("russian", None, "none")
    assert (setup.policy, setup.immediate) == ("casual", True)


def test_a_game_is_played_on_its_own_board_unless_another_is_named() -> None:
    assert read_script("game international\nstart", "a").board == "10x10"
    assert read_script("game international\nboard 10x10\nstart", "a").board == "10x10"
    assert read_script("board 10x10\nstart", "a").board == "10x10"


def test_squares_go_by_any_name_of_the_game() -> None:
    assert commands("lift c3\nlift C3\nlift 22") == [c.Lift("c3")] * 3
    assert commands("game english\nlift 18\nlift d4") == [c.Lift("d4")] * 2
    assert commands("game international\nlift 46\nlift a1") == [c.Lift("a1")] * 2


def test_a_light_square_goes_by_letter_and_number() -> None:
    assert commands("drop c4") == [c.Drop("c4", None)]
    assert commands("game english\ndrop c4 from 18") == [c.Drop("c4", "d4")]


def test_a_slide_is_felt_on_every_square_it_passes() -> None:
    slide = c.Slide(("c1", "d2", "e3", "d4", "c5"), 50)
    assert commands("slide c1 e3 c5 each 50ms") == [slide]
    assert commands("slide c1 c3") == [c.Slide(("c1", "c2", "c3"), 80)]


def test_pace_holds_from_its_line_on() -> None:
    steps = read_script("lift c3\npace 50ms\ndrop d4", "a").steps
    assert [step.pace_ms for step in steps] == [300, 50]


@pytest.mark.parametrize(
    ("text", "ms"),
    [("80ms", 80), ("1.5s", 1500), ("2s", 2000), ("60m", 3_600_000), ("1h", 3_600_000)],
)
def test_lengths_of_time(text: str, ms: int) -> None:
    assert duration_ms(text) == ms


@pytest.mark.parametrize(
    ("text", "bounds"),
    [
        ("4:57..4:58", (297_000, 298_000)),
        ("0:19.3..0:19.5", (19_300, 19_500)),
        ("1:00:00..1:00:00", (3_600_000, 3_600_000)),
        ("4:58", (297_001, 298_000)),
        ("0:19.3", (19_201, 19_300)),
        ("0:00", (0, 0)),
    ],
)
def test_times_on_a_clock(text: str, bounds: tuple[int, int]) -> None:
    """A time alone is what a display shows, which rounds up."""
    assert clock_range(text) == bounds


def test_an_irregularity_goes_by_its_name_or_its_clause() -> None:
    """FMJD rules for 64 squares, 5.4.1 to 5.4.14."""
    assert irregularity("5.4.6") == irregularity("quiet_when_capture_due")
    assert irregularity("5.4.1") == "two_moves"
    assert irregularity("5.4.14") == "own_man_removed"


def test_chips_go_by_type_or_address() -> None:
    text = "fault nack mcp23017 2s\nfault reset ht16k33\nfault nack 0x72 1s"
    assert commands("game international\n" + text) == [
        c.Nack((0x20,), 2000),
        c.Reset((0x70, 0x71, 0x72, 0x73)),
        c.Nack((0x72,), 1000),
    ]


def test_commands_become_requests_of_the_socket() -> None:
    text = (
        "do takeback 2\ndo resign white\ndo draw\ndo result 1-1\ndo accept\ndo accept 2\ndo reject"
    )
    assert commands(text) == [
        c.Do("take_back", (("plies", 2),)),
        c.Do("resign", (("color", "white"),)),
        c.Do("result", (("result", "1/2-1/2"), ("reason", "agreement"))),
        c.Do("result", (("result", "1-1"), ("reason", "arbiter"))),
        c.Do("answer", (("yes", True),)),
        c.Do("answer", (("yes", True), ("choice", 1))),
        c.Do("answer", (("yes", False),)),
    ]


def test_offers_and_claims_name_who_makes_them() -> None:
    text = "do offer white\ndo accept-draw\ndo decline black\ndo claim white\ndo claim black c3-d4"
    assert commands(text) == [
        c.Do("offer", (("color", "white"),)),
        c.Do("accept_draw"),
        c.Do("decline", (("color", "black"),)),
        c.Do("claim", (("color", "white"),)),
        c.Do("claim", (("color", "black"), ("move", "c3-d4"))),
    ]


def test_a_record_is_numbers_and_moves_with_or_without_blanks() -> None:
    record = c.Record(("c3-d4", "f6-g5", "b2-c3"))
    assert commands('expect record "1. c3-d4 f6-g5 2. b2-c3"') == [record]
    assert commands("expect record 1.c3-d4 f6-g5 2.b2-c3") == [record]
    assert commands('expect record ""') == [c.Record(())]


# ------------------------------------------------------------------------------------ refusals


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("start\nlift c9", "a.scenario:2: 'c9' is no square of Russian draughts"),
        ("game english\nlift 33", "a.scenario:2: '33' is no square of English draughts"),
        ("game international\nexpect move 32-51", "a.scenario:2: '32-51' is no move"),
        ("expect record 1.c3-z9", "a.scenario:1: 'c3-z9' is no move"),
        ("leap c3", "a.scenario:1: unknown command 'leap'; expected one of board, game"),
        ("expect wonders", "a.scenario:1: unknown expectation 'wonders'; expected one of move"),
        ("expect", "a.scenario:1: unknown expectation ''; expected one of move"),
        ("expect event flagg", "a.scenario:1: 'flagg' is no event; expected one of game_created"),
        ("expect irregular 5.4.15", "a.scenario:1: '5.4.15' is no irregularity; expected 5.4.1"),
        ("expect no note hints", "a.scenario:1: 'hints' is no note; expected one of adjust_not"),
        ("start\nexpect refused disturb", "a.scenario:2: 'disturb' is no reason of a refusal"),
        (
            "expect ask why",
            "a.scenario:1: 'why' is no question; expected one of position, set_up, story",
        ),
        ("lift", "a.scenario:1: 'lift' does not fit; expected: lift SQUARE"),
        ("drop d4 form c3", "a.scenario:1: 'drop d4 form c3' does not fit; expected: drop SQUARE"),
        ("wait 5", "a.scenario:1: '5' is no length of time; expected one like 80ms"),
        ("wait 1000h", "a.scenario:1: '1000h' is too long; expected at most 168h"),
        ("expect clock white 5m..6m", "a.scenario:1: '5m' is no time on a clock"),
        ("expect clock white 5:00..4:00", "a.scenario:1: '5:00..4:00' is empty"),
        ("press green", "a.scenario:1: 'green' is no side; expected white or black"),
        ("slide c1 d5", "a.scenario:1: no straight line leads from c1 to d5"),
        ("wall-clock 1h", "a.scenario:1: '1h' needs a sign; expected a jump like +1h"),
        ("do result 3-0", "a.scenario:1: '3-0' is no result; expected one of 1-0"),
        ("do annul now", "a.scenario:1: 'do annul now' does not fit; expected: do pause"),
        (
            "game halma",
            "a.scenario:1: no variant is called 'halma'; known are antidraughts, brazilian",
        ),
        ("policy strict", "a.scenario:1: policy 'strict' is not available"),
        ("board 9x9", "a.scenario:1: '9x9' is no board; expected one of 10x10, 10x8, 12x12, 8x8"),
        ("start\nboard 8x8", "a.scenario:2: the board cannot be changed any more"),
        ("board 8x8\ngame international\nstart", "a.scenario:3: this game needs the square b10"),
        ("clock 5m", "a.scenario:1: time control '5m' is not understood"),
        ("fault nack pca9306 1s", "a.scenario:1: 'pca9306' is no chip of the 8x8 board"),
        ("game international\nstuck 46 shut", "a.scenario:2: 'stuck 46 shut' does not fit"),
        ("board 10x10\nstuck a2 open", "a.scenario:2: there is no reed under a2"),
        ("expect record '1. c3-d4", 'a.scenario:1: "expect record \'1. c3-d4" cannot be read'),
        ("", "a.scenario:1: there is no command in this file; expected: start"),
    ],
)
def test_what_is_not_understood_is_said_with_file_and_line(text: str, sentence: str) -> None:
    assert error(text).startswith(sentence)


def test_a_diagram_is_judged_at_the_start_and_blamed_on_its_line() -> None:
    """It may stand before the line that names the game."""
    assert isinstance(commands("fen W:W32:B1\ngame international\nstart")[0], c.Start)
    assert error("fen W:Wa1,z9:Bb8\nclock 300\nstart").startswith("a.scenario:1: FEN")


@given(
    st.lists(
        st.one_of(
            st.sampled_from(
                [*SETTINGS, *ACTS, *EXPECTATIONS, "expect", "do", "c3", "32", "x2", "1s"]
            ),
            st.text(max_size=8),
        ),
        max_size=6,
    ).map(" ".join)
)
def test_any_text_is_a_script_or_one_sentence(text: str) -> None:
    try:
        read_script(text, "a")
    except ScriptError as refusal:
        assert str(refusal).startswith("a:")


# ------------------------------------------------------------------------------------- running


def test_moves_are_compared_as_moves_in_the_position_they_are_played_in() -> None:
    assert not failures(FIRST_MOVE + "expect move cd4")
    assert not failures(FIRST_MOVE + "expect move 22-18")
    assert failures(FIRST_MOVE + "expect move c3-b4") == [(6, "c3-d4")]
    assert failures(FIRST_MOVE + "expect moves c3-d4 f6-g5") == [(6, "c3-d4")]
    assert failures(FIRST_MOVE + "expect no move") == [(6, "c3-d4")]


def test_a_move_counts_since_the_last_expectation_of_moves() -> None:
    assert failures(FIRST_MOVE + "expect move c3-d4\nexpect move c3-d4") == [(7, "no move")]


def test_a_move_taken_back_was_not_made() -> None:
    text = FIRST_MOVE + "do takeback\nlift d4\ndrop c3\ndo resume\n"
    assert not failures(text + "expect no move\nlift c3\ndrop d4\npress white\nexpect move c3-d4")
    again = "expect move c3-d4\ndo takeback\nlift d4\ndrop c3\ndo resume\nlift c3\ndrop b4\n"
    assert not failures(FIRST_MOVE + again + "press white\nexpect move c3-b4")


def test_a_restart_adds_no_move() -> None:
    text = FIRST_MOVE + "expect move c3-d4\npower off\npower on after 1m\n"
    assert not failures(text + "expect no move\nexpect paused\nexpect record 1.c3-d4")


def test_a_move_that_had_not_reached_the_disk_is_gone_after_a_restart() -> None:
    text = "clock 300\nstart\nwait 1s\nfault disk 9s\nlift c3\ndrop d4\npress white\n"
    text += "expect move c3-d4\npower off\npower on\nexpect no move\nexpect record ''\n"
    assert not failures(text + "do resume\npress white\nexpect move c3-d4")


def test_an_event_counts_since_it_was_last_asked_for() -> None:
    text = "clock 300\nstart\npress white\n"
    assert not failures(text + "expect event refused\nexpect refused\nexpect event game_started")
    assert failures(text + "expect refused\nexpect refused") == [(5, "no refused")]
    assert failures(text + "expect refused move_not_finished") == [(4, "press_without_move")]
    assert failures(text + "expect no refused") == [(4, "press_without_move")]


def test_each_pace_is_charged_to_the_clock_that_runs() -> None:
    """Four commands of 300 ms each, and what is set up or expected takes no time."""
    text = "clock 300\nstart\nlift c3\nexpect turn white\nstuck a1 closed\ndrop d4\nwait 1s\n"
    assert not failures(text + "expect clock white 4:58.1..4:58.1")
    assert failures(text + "expect clock white 4:59..5:00") == [(8, "4:58.100")]


@pytest.mark.parametrize("act", ["free a1", "turn-board", "wall-clock +1h", "do hint"])
def test_what_acts_at_one_moment_takes_a_pace(act: str) -> None:
    text = f"clock 300\nstart\n{act}\n"
    assert not failures(text + "expect clock white 4:59.4..4:59.4")


def test_lights_are_exact_sets_and_a_trace_is_neither_colour() -> None:
    assert not failures(FIRST_MOVE + "expect red\nexpect green")
    assert failures(FIRST_MOVE + "expect lights off") == [(6, "c3 d4")]
    pending = CAPTURE + "press white\n"
    assert not failures(pending + "expect red d4 f6\nexpect pending d4 f6")
    assert failures(pending + "expect red d4") == [(7, "d4 f6")]
    assert failures(pending + "expect green d4") == [(7, "none")]
    assert failures(pending + "expect pending f6") == [(7, "pending f6 d4")]


def test_men_are_dropped_by_the_order_and_the_square_they_were_lifted_from() -> None:
    text = "start\nlift c3\nlift f6\ndrop g5 from f6\ndrop d4\nwait 6s\n"
    assert not failures(text + "expect moves c3-d4 f6-g5")


def test_what_no_hand_can_do_stops_the_scenario() -> None:
    for text, sentence in (
        ("start\nlift e5", "a:2: no man stands on e5"),
        ("start\ndrop e5", "a:2: no man is in a hand"),
        ("start\ntake c3\ndrop e5 from e3", "a:3: no man that left e3 is in a hand or aside"),
        ("power on", "a:1: the power is on already"),
        ("power off\nstart", "a:2: the power is off"),
        ("start\npower off\ndo pause", "a:3: the power is off"),
    ):
        with pytest.raises(ScriptError, match=sentence):
            play(text)


def test_a_text_that_fits_several_moves_is_not_understood() -> None:
    """International: the two captures of 4x15 take different men."""
    text = "game international\nfen W:WK4:B13,32,37,20,1\nclock 300\nstart\n"
    moves = "lift 4\ndrop 15\ntake 13\ntake 37\ntake 20\npress white\nexpect move 4x15"
    with pytest.raises(ScriptError, match="a:11: "):
        play(text + moves)


def test_expectations_say_what_was_without_a_game_and_without_power() -> None:
    assert failures("expect turn white") == [(1, "no game has been begun")]
    assert failures("expect no move") == [(1, "no game has been begun")]
    assert failures("start\npower off\nexpect turn white") == [(3, "no power")]
    assert failures("start\nexpect clock white 5:00") == [(2, "no clock")]
    assert failures("start\nexpect result 1-0") == [(2, "*")]


# -------------------------------------------------------------------------------- command line


def run(*arguments: str) -> int:
    parser = argparse.ArgumentParser()
    cli.add_parser(parser.add_subparsers())
    return cli.run(parser.parse_args(["script", *arguments]))


def test_exit_0_if_all_holds_1_if_not_2_if_not_understood(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "held": "start\nexpect turn white",
        "differed": "start\nexpect turn black",
        "bad": "go",
    }
    paths = {name: tmp_path / f"{name}.scenario" for name in files}
    for name, text in files.items():
        paths[name].write_text(text, encoding="utf-8")
    assert run(str(paths["held"])) == 0
    assert capsys.readouterr().out == f"{paths['held']}: 1 of 1 expectations hold\n"
    assert run(str(paths["differed"]), "--profile", "designware") == 1
    out = capsys.readouterr().out
    assert f"{paths['differed']}:2: expect turn black: but it was: white\n" in out
    assert run(str(paths["bad"])) == 2
    assert capsys.readouterr().err.startswith(f"{paths['bad']}:1: unknown command 'go'")
    assert run(*map(str, paths.values())) == 2
    summary = "3 scenarios: 1 as expected, 1 differed, 1 not understood\n"
    assert capsys.readouterr().out.endswith(summary)


def test_a_file_that_cannot_be_read_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    latin = tmp_path / "latin.scenario"
    latin.write_bytes(b"# na\xefve\nstart")
    assert run(str(tmp_path / "none.scenario"), str(latin)) == 2
    first, second = capsys.readouterr().err.splitlines()
    assert "none.scenario: cannot be read" in first
    assert "latin.scenario: this is no UTF-8 text" in second


def test_the_page_on_the_language_names_every_word_and_event() -> None:
    page = (Path(cli.__file__).parent / "README.md").read_text(encoding="utf-8")
    for word in (*SETTINGS, *ACTS, *EXPECTATIONS, *EVENTS):
        assert word in page, word
    for name in (*EVENTS, *NOTES, *REFUSALS, *QUESTIONS):
        assert f"`{name}`" in page, name


def said_by_the_table() -> tuple[dict[str, set[str]], set[str]]:
    """The words that the table's source gives notes, refusals and questions; all its words."""
    kinds = {
        **dict.fromkeys(("_note", "Noted", "Ignore"), "note"),
        **dict.fromkeys(("_refuse", "Refused", "Refuse", "OrderDeclined"), "refused"),
        "Asked": "ask",
    }
    said: dict[str, set[str]] = {"note": set(), "refused": set(), "ask": set()}
    words: set[str] = set()
    for path in Path(session.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                words.add(node.value)
            if not isinstance(node, ast.Call) or not node.args:
                continue
            called, first = node.func, node.args[0]
            name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
            if name in kinds and isinstance(first, ast.Constant) and isinstance(first.value, str):
                said[kinds[name]].add(first.value)
    return said, words


def test_the_names_that_can_be_expected_are_those_the_table_says() -> None:
    said, words = said_by_the_table()
    for kind, names in (("note", NOTES), ("refused", REFUSALS), ("ask", QUESTIONS)):
        assert said[kind] <= set(names), "host_sim/script/names.py lacks what the table says"
        assert set(names) <= words, "host_sim/script/names.py has what the table never says"
