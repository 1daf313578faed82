"""The demo as a stranger runs it: a whole game that ends in a PDN file."""

import fcntl
import os
import pty
import signal
import struct
import subprocess
import sys
import termios
from pathlib import Path
from random import Random

import pytest

from firmware.notation.fen import parse_fen
from firmware.notation.movetext import move_text
from firmware.notation.pdn import read_pdn, replay
from firmware.rules import Game, find_variant
from host_sim.hands import prudent
from host_sim.terminal import HIDE_CURSOR, SHOW_CURSOR

ROOT = Path(__file__).parents[2]
DEMO = [sys.executable, "-m", "host_sim", "demo"]
GAMES = """[White "One"]
[Black "Two"]
[Result "1-0"]
[GameType "25"]

1. c3-d4 f6-g5 2. d4-c5 b6:d4 3. e3:c5 d6:b4 1-0

[White "Three"]
[Black "Four"]
[GameType "21"]
[FEN "B:W24,31:BK1,12"]

1. 1-6 24-20 2. 6-10 20-16 3. 12x19 *
"""


def demo(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*DEMO, "--fast", *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env={"PYTHONPATH": str(ROOT)},
    )


@pytest.mark.parametrize("variant", ["russian", "international", "english"])
def test_a_whole_game_ends_in_the_file_named_last(variant: str, tmp_path: Path) -> None:
    done = demo("--variant", variant, "--seed", "3", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "\x1b" not in done.stdout
    *told, ending, name = done.stdout.splitlines()
    assert name == f"demo-{variant}-3.pdn"
    game = read_pdn((tmp_path / name).read_text())[0]
    plies = len(replay(game).plies)
    assert plies > 20
    assert sum(line.lstrip()[:1].isdigit() and ":" in line for line in told) == plies
    assert f", {game.value('Result')}: " in ending


def test_the_default_game_is_ended_by_the_rules_in_30_to_50_plies(tmp_path: Path) -> None:
    done = demo(folder=tmp_path)
    game = read_pdn((tmp_path / done.stdout.splitlines()[-1]).read_text())[0]
    end = replay(game).outcome
    assert end is not None
    assert game.value("Result") in ("1-0", "0-1")
    assert 30 <= len(replay(game).plies) <= 50


def test_the_same_seed_gives_the_same_file(tmp_path: Path) -> None:
    for name in ("one.pdn", "two.pdn"):
        assert demo("--seed", "5", "--out", name, folder=tmp_path).returncode == 0
    assert (tmp_path / "one.pdn").read_bytes() == (tmp_path / "two.pdn").read_bytes()


@pytest.mark.parametrize(("index", "white", "result"), [("0", "One", "1-0"), ("1", "Three", "*")])
def test_a_game_of_a_file_is_replayed_move_by_move(
    index: str, white: str, result: str, tmp_path: Path
) -> None:
    (tmp_path / "two games.pdn").write_text(GAMES)
    done = demo("--game", "two games.pdn", "--index", index, folder=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    name = done.stdout.splitlines()[-1]
    assert name == f"demo-two_games-{index}.pdn", "no blanks, so that other tools can take it"
    written = read_pdn((tmp_path / name).read_text())[0]
    assert replay(written).plies == replay(read_pdn(GAMES)[int(index)]).plies
    assert (written.value("White"), written.result) == (white, result)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--game", "none.pdn"], "none.pdn"),
        (["--game", "empty.pdn"], "no game in this file"),
        (["--game", "games.pdn", "--index", "5"], "no game 5"),
        (["--game", "games.pdn", "--index", "-1"], "no game -1"),
        (["--game", "bad.pdn"], "ply 2"),
        (["--game", "games.pdn", "--variant", "chess"], "chess"),
        (["--index", "1"], "--game"),
        (["--variant", "chess"], "chess"),
        (["--out", "no/such/folder/a.pdn"], "--out"),
        (["--out", "."], "--out"),
    ],
)
def test_what_is_not_understood_is_one_sentence(
    arguments: list[str], words: str, tmp_path: Path
) -> None:
    (tmp_path / "games.pdn").write_text(GAMES)
    (tmp_path / "bad.pdn").write_text(GAMES.replace("f6-g5", "f6-f5"))
    (tmp_path / "empty.pdn").write_text("")
    done = demo(*arguments, folder=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr
    assert len(done.stderr.splitlines()) == 1


class Terminal:
    """A demo that believes to be on a terminal of 80 columns."""

    def __init__(self, folder: Path, *arguments: str, lines: int = 24, **env: str) -> None:
        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("4H", lines, 80, 0, 0))
        self.process = subprocess.Popen(
            [*DEMO, *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            cwd=folder,
            env={"PYTHONPATH": str(ROOT), "TERM": "xterm-256color"} | env,
            # Where the tests themselves run in the background, a shell has them ignore Ctrl-C.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        )
        os.close(theirs)
        self.text = ""

    def read_to(self, words: str) -> None:
        """Read until these words have come, or the end."""
        while words not in self.text and self._read():
            pass

    def read_all(self) -> int:
        """Read to the end; the exit code."""
        while self._read():
            pass
        os.close(self._ours)
        return self.process.wait()

    def _read(self) -> bool:
        try:
            data = os.read(self._ours, 65536)
        except OSError:  # EIO: nobody has the other end open any more
            return False
        self.text += data.decode(errors="replace")
        return bool(data)


def test_on_a_terminal_it_is_drawn_in_place_and_the_cursor_comes_back(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "--fast")
    assert terminal.read_all() == 0
    assert terminal.text.count(HIDE_CURSOR) == terminal.text.count(SHOW_CURSOR) == 1
    assert terminal.text.count("Russian draughts, seed") > 30, "a picture a move"
    assert terminal.text.split()[-1].endswith(".pdn")


@pytest.mark.parametrize(
    ("lines", "env"), [(24, {"NO_COLOR": "1"}), (24, {"TERM": "dumb"}), (12, {})]
)
def test_where_nothing_can_be_drawn_it_tells_the_moves(
    lines: int, env: dict[str, str], tmp_path: Path
) -> None:
    terminal = Terminal(tmp_path, "--fast", lines=lines, **env)
    assert terminal.read_all() == 0
    assert "\x1b" not in terminal.text
    assert "  1  White" in terminal.text


def test_ctrl_c_leaves_the_terminal_tidy_and_no_file(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path)
    terminal.read_to("is recorded")
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.read_all() == 130
    assert SHOW_CURSOR in terminal.text
    assert "Traceback" not in terminal.text
    assert not list(tmp_path.iterdir())


def test_a_prudent_hand_gives_nothing_away() -> None:
    """c3-d4 would lose a man for nothing; every other move keeps the balance."""
    ruleset = find_variant("russian")
    game = Game.start(ruleset, parse_fen("W:Wa1,c3,h2:Be5,h8", ruleset))
    texts = {move_text(game.position, prudent(game, Random(seed))) for seed in range(40)}
    assert texts == {"a1-b2", "c3-b4", "h2-g3"}
