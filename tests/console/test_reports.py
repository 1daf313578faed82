"""What went wrong with feeds and pages of other boards, shown here on the console's own.

Scenarios are played on a whole simulated board with a console's line to it; the numbers are those
of the scenarios, which name the threads.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

import pytest

from firmware.console.archive import Archive
from firmware.console.board import Board
from firmware.console.livepdn import live_pdn
from firmware.notation.clocks import read_clocks
from firmware.notation.fen import write_fen
from firmware.notation.pdn import numbered_moves, read_pdn, read_record, replay
from firmware.rules import Game
from firmware.station.places import GAMES
from firmware.station.protocol import Peer
from host_sim.machine import Machine
from host_sim.script.language import read_script
from host_sim.script.runner import Runner
from tests.console.states import state_after
from tests.sim.test_scenarios import FOLDER


class Follower:
    """A console's board over a simulated one, and every view that was published of it."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.views: list[dict[str, Any]] = []
        self.board = Board("1", lambda board: self.views.append(board.published))
        self._runner = Runner(machine)
        self._peer: Peer | None = None

    def connect(self) -> None:
        """A line to the station: it is told the whole state, then what changes."""
        assert self.machine.station is not None
        self._peer = self.machine.station.api.attach()
        self.machine.station.api.received(self._peer, b'{"command": "subscribe"}\n')
        self.machine.station.attend()

    def cut(self) -> None:
        """The line is gone, with all that was on it."""
        assert self.machine.station is not None and self._peer is not None
        self.machine.station.api.detach(self._peer)
        self._peer = None
        self.board.lost()

    def play(self, text: str) -> None:
        """Carry out the lines of a scenario, all of which hold, and hear what the board says."""
        assert self._runner.run(read_script(text, "played")).failures == ()
        self.machine.run_for_ms(6000)
        if self._peer is not None:
            for line in self._peer.take().splitlines():
                self.board.heard(json.loads(line))

    @property
    def archive(self) -> Archive:
        """The board's own games."""
        return Archive(self.machine.data_dir / GAMES)


@contextmanager
def following(text: str) -> Iterator[Follower]:
    """A board on which these lines were played while a console listened."""
    with Machine(read_script(text, "played").board) as machine:
        follower = Follower(machine)
        follower.connect()
        follower.play(text)
        yield follower


def scenario(name: str) -> str:
    return (FOLDER / f"{name}.scenario").read_text(encoding="utf-8")


def followed(view: dict[str, Any]) -> Game:
    """The game that a view's feed tells; its end is the position of the same view."""
    game = replay(read_pdn(live_pdn(view))[0])
    assert write_fen(game.position) == view["fen"]
    return game


def with_game(views: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [view for view in views if "fen" in view]


def test_report_14_a_drawn_game_is_listed_once_and_its_result_is_the_same_everywhere() -> None:
    with following(scenario("report-14-draw-written-once")) as board:
        (entry,) = board.archive.list()
        text = board.archive.text(entry["name"])
        assert text is not None
        (game,) = read_pdn(text)
        assert entry["tags"]["Result"] == game.result == board.views[-1]["result"] == "1-1"
        assert read_pdn(live_pdn(board.views[-1]))[0].result == "1-1"


def test_report_20_the_last_move_is_published_with_the_result() -> None:
    with following(scenario("report-20-last-man-captured")) as board:
        last = board.views[-1]
        assert (last["moves"], last["result"]) == ("1. c3:e5", "1-0")
        assert last["men"] == {"e5": "w"}


def test_report_22_what_is_done_on_the_board_after_the_end_is_published_nowhere() -> None:
    lines = "start\nlift c3\ndrop d4\nwait 6s\nexpect move c3-d4\ndo result 1-0\n"
    with following(lines) as board:
        count, shown = len(board.views), board.views[-1]["men"]
        board.play("lift f6\ndrop e5\nlift d4\ndrop f6\ntake e5\n")
        assert board.views[-1]["men"] == shown
        assert len(board.views) == count


def test_report_23_a_listener_that_follows_the_feed_ends_with_the_corrected_game() -> None:
    """The move was final and told, then withdrawn: its hand had not let go."""
    with following(scenario("report-23-corrected-feed")) as board:
        told = [numbered_moves(followed(view)) for view in with_game(board.views)]
        assert told[-1] == "1. a1-d4"
        assert "1. a1-c3" in told


def test_report_24_an_illegal_move_that_stood_is_replayed_by_the_page() -> None:
    with following(scenario("report-24-illegal-move-that-stood")) as board:
        (entry,) = board.archive.list()
        game = board.archive.replay(entry["name"])
        assert game is not None
        assert [ply["text"] for ply in game["plies"]] == ["", "…", "h6-g5", "c3-d4"]
        assert game["plies"][1]["men"]["a5"] == "w"
        assert "accepted" in game["plies"][1]["comment"]
        assert all(followed(view) for view in with_game(board.views))


def test_a_game_of_a_variant_with_options_is_read_back_as_that_variant() -> None:
    with following("game pool+white_first\nstart\n") as board:
        assert followed(board.views[-1]).ruleset.key == "pool+white_first"


def test_report_25_every_ply_of_a_replayed_game_has_both_clocks() -> None:
    with following(scenario("report-25-both-clocks-at-every-ply")) as board:
        (entry,) = board.archive.list()
        game = board.archive.replay(entry["name"])
        assert game is not None
        assert len(game["plies"]) > 3
        for ply in game["plies"][1:]:
            assert ply["clock"] is not None
            assert None not in ply["clock"]
        (live,) = read_pdn(live_pdn(board.views[-1]))
        assert any(read_clocks(comment) for comment in read_record(live).comments)


def test_report_27_a_console_that_has_lost_its_game_does_not_take_ours() -> None:
    """Another console is started anew, and has not heard of its board's game yet."""
    here = Board("1", lambda board: None)
    there = Board("1", lambda board: None)
    there.heard({"state": state_after("c3-d4 f6-g5")})
    here.told(there.published)
    here.told(Board("1", lambda board: None).published)
    assert here.published["moves"] == "1. c3-d4 f6-g5"
    assert here.published["online"] is False
    here.told(there.published | {"number": 1})
    assert here.published["online"] is True


def test_report_43_the_result_of_a_blocked_game_is_in_the_feed_and_the_list() -> None:
    with following(scenario("report-43-result-when-blocked")) as board:
        (entry,) = board.archive.list()
        assert entry["tags"]["Result"] == board.views[-1]["result"] == "1-0"


@pytest.mark.parametrize("cut_after", [0, 1, 2])
def test_report_49_a_feed_that_was_cut_off_has_missed_and_doubled_nothing(cut_after: int) -> None:
    """The line is away for three plies; the game goes on, and the feed catches up at once."""
    plies = [
        f"lift {origin}\ndrop {target}\npress {side}\nexpect move {origin}-{target}\n"
        for origin, target, side in (
            ("c3", "d4", "white"),
            ("f6", "g5", "black"),
            ("b2", "c3", "white"),
            ("g7", "f6", "black"),
            ("g3", "h4", "white"),
        )
    ]
    with following("clock 300\nstart\n") as board:
        for number, lines in enumerate(plies):
            if number == cut_after:
                board.cut()
                assert board.views[-1]["online"] is False
            if number == cut_after + 3:
                board.connect()
            board.play(lines)
        board.connect()
        board.play("wait 1ms\n")
        told = [followed(view).plies for view in with_game(board.views)]
        assert board.views[-1]["moves"] == "1. c3-d4 f6-g5 2. b2-c3 g7-f6 3. g3-h4"
        assert all(after[: len(before)] == before for before, after in pairwise(told))
        numbers = [view["number"] for view in board.views]
        assert numbers == sorted(set(numbers))
