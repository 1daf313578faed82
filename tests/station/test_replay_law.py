"""The law of the journal: its inputs alone say the same events again, whatever was fed and when."""

import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.devices.wiring import load_wiring
from firmware.station.journal import open_journal
from firmware.station.places import find_wiring
from firmware.station.play import Play
from firmware.table import events as ev
from firmware.table import inputs as inp
from firmware.table.policy import Timing
from tests.station.rig import BLACK_START, WHITE_START, rebuilt

WIRING = load_wiring(find_wiring("8x8"))
BEGAN_MS = 10_000

SQUARES = st.sampled_from(["c3", "d4", "e3", "f4", "b6", "a5", "f6", "g5", "e5", "c5", "b4"])
DEED = st.one_of(
    st.tuples(st.just("lift or drop"), SQUARES),
    st.tuples(st.just("press"), st.sampled_from(list(inp.Button))),
    st.tuples(st.just("let time pass"), st.sampled_from([0, 7, 70, 700, 3000, 6000, 30_000])),
    st.tuples(
        st.just("command"), st.sampled_from(["pause", "resume", "take_back", "lost", "back"])
    ),
)


@settings(max_examples=60)
@given(
    deeds=st.lists(st.tuples(DEED, st.integers(0, 40)), max_size=40),
    control=st.sampled_from(["none", "60", "30+2"]),
)
def test_a_restored_game_knows_all_that_was_said_and_says_nothing_else(
    deeds: list[tuple[tuple[str, object], int]], control: str
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        play = begun(Path(folder), control)
        now_ms = BEGAN_MS
        picture = picture_of([*WHITE_START, *BLACK_START])
        for (deed, what), late_ms in deeds:
            now_ms += 50
            at_ms = now_ms - late_ms
            match deed, what:
                case "lift or drop", str():
                    picture ^= picture_of([what])
                    play.feed(inp.PictureSeen(picture, now_ms - 20, now_ms))
                case "press", inp.Button():
                    play.feed(inp.Pressed(what, late_ms % 2 == 0, at_ms))
                case "let time pass", int():
                    now_ms += what
                    play.advance(now_ms)
                case "command", "pause":
                    play.feed(inp.Pause(now_ms))
                case "command", "resume":
                    play.feed(inp.Resume(now_ms))
                case "command", "take_back":
                    play.feed(inp.TakeBack(1, now_ms))
                case "command", "lost":
                    play.feed(inp.ScanLost(now_ms))
                case _:
                    play.feed(inp.ScanBack(now_ms))
        play.advance(now_ms)
        assert_restorable(Path(folder), play, now_ms)


def begun(folder: Path, control: str) -> Play:
    journal = open_journal(folder / "journal.sqlite", boot="b", started="s", durable=False)
    play = Play(journal, WIRING.squares, Timing(debounce_ms=40), folder, lambda: "2026-05-01")
    start = picture_of([*WHITE_START, *BLACK_START])
    setup = inp.GameSetup(control=control, immediate=True)
    play.begin(setup, [inp.PictureSeen(start, BEGAN_MS, BEGAN_MS)], BEGAN_MS)
    return play


def assert_restorable(folder: Path, play: Play, now_ms: int) -> None:
    play.journal.commit()
    play.journal.writer.serve()
    play.journal.writer.close()
    again = open_journal(folder / "journal.sqlite", boot="b", started="s", durable=False)
    stored = again.open_game
    if stored is None:
        assert play.session.result is not None
        return
    restored = Play(again, WIRING.squares, Timing(debounce_ms=40), folder, lambda: "2026-05-01")
    new = restored.restore(stored, play.game_ms(now_ms), 0)
    assert [type(event) for event in new] in ([], [ev.Paused], [ev.Noted, ev.Paused])
    assert restored.session.belief == play.session.belief
    assert restored.session.stamps == play.session.stamps
    assert restored.session.layout == play.session.layout
    written = [entry.body for entry in stored.entries if entry.kind == "event"]
    _, said = rebuilt(stored.entries, WIRING.squares, play.game_ms(now_ms))
    assert said == written


def picture_of(squares: list[str]) -> int:
    return sum(1 << WIRING.squares.index(square) for square in squares)
