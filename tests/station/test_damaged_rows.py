"""A journal that SQLite reads, and whose rows nobody has written: a card that fails, a hand.

The board comes up without that game, its commands say which row it is, and nothing is thrown away.
"""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from firmware.__main__ import main
from firmware.errors import JournalError
from firmware.station.journal import open_journal
from firmware.station.places import JOURNAL
from tests.station.rig import rig_in
from tests.station.test_comeback import play_three_plies

JUNK = ("", "null", "3", "[]", "{}", "not json", "[" * 2000, b"\x00\xff", 5)
"""What is no setup of a board, no input and no event."""
DAMAGE = (
    *(("game", "setup", junk) for junk in (*JUNK, '{"squares": 5}', '{"squares": []}')),
    ("game", "setup", '{"squares": ["a1"], "debounce_ms": "x"}'),
    ("game", "created", b"\x00"),
    *(("entry", "body", junk) for junk in (*JUNK, '{"kind": "x"}', '{"kind": 5, "at_ms": 0}')),
    ("entry", "body", '{"kind": "new_game", "setup": {}, "at_ms": 0}'),
    ("entry", "kind", "word"),
    *(("entry", "at_ms", junk) for junk in ("x", b"\x00", -5, 1.5)),
)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The journal of a game that was cut off."""
    folder = tmp_path_factory.mktemp("played")
    with rig_in(folder) as rig:
        play_three_plies(rig)
        rig.run(100)
        rig.power_cut()
    return folder / "data"


def damaged(played: Path, folder: Path, sql: str, *values: object) -> Path:
    """A copy of the journal in which this was done."""
    shutil.copytree(played, folder / "data")
    path = folder / "data" / JOURNAL
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(sql, values)
    return path


@pytest.mark.parametrize(("table", "column", "junk"), DAMAGE)
def test_the_board_comes_up_and_the_row_is_named(
    played: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    table: str,
    column: str,
    junk: object,
) -> None:
    path = damaged(played, tmp_path, f"UPDATE {table} SET {column} = ?", junk)
    for command in ("games list", "games show 1", "games export", "trace export 1"):
        code = main([*command.split(), "--journal", str(path)])
        out, err = capsys.readouterr()
        assert code == (0 if command == "games list" else 2), command
        assert "game 1 " in out + err, command
    with rig_in(tmp_path) as rig:
        assert rig.state()["phase"] == "idle"
        (line,) = rig.log
        assert line.startswith("game 1 was not finished and cannot be taken up: ")
        assert rig.ask("new_game", control="300")["ok"]
        rig.run(50)
        rig.power_cut()


@pytest.mark.parametrize("sql", ["DELETE FROM entry", "UPDATE entry SET kind = 'tick'"])
def test_a_game_without_its_beginning_is_none(played: Path, tmp_path: Path, sql: str) -> None:
    damaged(played, tmp_path, sql)
    with rig_in(tmp_path) as rig:
        assert rig.state()["game"] is None
        assert "cannot be taken up" in rig.log[0]
        rig.power_cut()


def test_times_that_are_none_leave_the_game_where_its_entries_do(
    played: Path, tmp_path: Path
) -> None:
    damaged(played, tmp_path, "UPDATE beat SET at_ms = 'x'")
    with rig_in(tmp_path) as rig:
        assert rig.state()["moves"] == "1. c3-d4 f6-g5 2. b2-c3"
        rig.power_cut()


def test_bytes_that_are_no_text_spoil_their_game_only(played: Path, tmp_path: Path) -> None:
    sql = "UPDATE entry SET body = CAST(x'7bf57d' AS TEXT) WHERE seq = 5"
    path = damaged(played, tmp_path, sql)
    assert main(["games", "verify", "--journal", str(path)]) == 1
    with rig_in(tmp_path) as rig:
        assert rig.log == [
            "game 1 was not finished and cannot be taken up: entry 5 of game 1 cannot be read"
        ]
        rig.power_cut()


def test_a_damaged_file_is_one_sentence_whatever_stands_in_it(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = damaged(played, tmp_path, "PRAGMA wal_checkpoint(TRUNCATE)")
    good = path.read_bytes()
    assert good.count(b"CREATE TABLE beat") == 1
    for word in (b"CREAT\xf5 TABLE beat", b"CREATE T\xf5BLE beat", b"CREATE TABLE b(\xf5t"):
        path.write_bytes(good.replace(b"CREATE TABLE beat", word))
        for command in ("games list", "games show 1", "games verify", "trace export 1"):
            assert main([*command.split(), "--journal", str(path)]) == 2
            err = capsys.readouterr().err
            assert "move the file away" in err
            assert err.count("\n") == 1
        with pytest.raises(JournalError, match="move the file away"):
            open_journal(path, boot="boot", started="")


@pytest.mark.parametrize("number", ["0", "-1", "9" * 30])
def test_a_number_that_no_game_has(
    played: Path, capsys: pytest.CaptureFixture[str], number: str
) -> None:
    for command in ("games show", "games verify", "trace export"):
        code = main([*command.split(), "--journal", str(played / JOURNAL), "--", number])
        assert code == 2
        assert "it has 1, the first is 1" in capsys.readouterr().err
