"""A journal is read by later programs, and a row that was changed afterwards is found."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from firmware.__main__ import main
from firmware.errors import JournalError
from firmware.notation.pdn import read_pdn
from firmware.station.archive import inspect_journal, stored_game, verify_game
from firmware.station.journal import Entry, open_journal
from firmware.station.rebuilding import judged_alike, rebuild
from firmware.table import events as ev
from tests.station.rig import Rig, rig_in

VERSION_1 = """
CREATE TABLE schema (version INTEGER NOT NULL);
CREATE TABLE run (id INTEGER PRIMARY KEY, boot TEXT NOT NULL, started TEXT NOT NULL);
CREATE TABLE game (id INTEGER PRIMARY KEY, first INTEGER NOT NULL, created TEXT NOT NULL,
    setup TEXT NOT NULL, status TEXT NOT NULL);
CREATE TABLE entry (seq INTEGER PRIMARY KEY, game INTEGER NOT NULL REFERENCES game,
    run INTEGER NOT NULL REFERENCES run, kind TEXT NOT NULL, at_ms INTEGER NOT NULL,
    body TEXT NOT NULL);
CREATE TABLE beat (one INTEGER PRIMARY KEY CHECK (one = 1), game INTEGER NOT NULL,
    at_ms INTEGER NOT NULL, white_ms INTEGER NOT NULL, black_ms INTEGER NOT NULL);
INSERT INTO schema VALUES (1);
INSERT INTO run VALUES (1, 'boot', '2026-01-01T12:00:00');
INSERT INTO game VALUES (1, 1, '2026-01-01', '{"squares":["a1"],"debounce_ms":40}', 'over');
INSERT INTO game VALUES (2, 3, '', '{"squares":["a1"],"debounce_ms":40}', 'open');
INSERT INTO entry VALUES (1, 1, 1, 'input', 0, '{"n":0}');
INSERT INTO entry VALUES (2, 1, 1, 'event', 5, '{"n":1}');
INSERT INTO entry VALUES (3, 2, 1, 'input', 7, '{"n":2}');
INSERT INTO beat VALUES (1, 2, 900, 1, 2);
"""


@pytest.fixture
def old(tmp_path: Path) -> Path:
    path = tmp_path / "journal.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.executescript(VERSION_1)
    return path


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """Two games, one over and one going on, and the journal closed again."""
    with rig_in(tmp_path) as rig:
        three_plies(rig)
        assert rig.ask("result", result="1-1", reason="agreement")["ok"]
        rig.run(100)
        assert rig.ask("new_game", control="300")["ok"]
        rig.run(2000)
        rig.journal.writer.serve()
        rig.crash()
        return rig.config.files.data_dir / "journal.sqlite"


def three_plies(rig: Rig) -> None:
    rig.set_up()
    rig.run(200)
    tags = {"White": "Ann", "Black": "Bob"}
    assert rig.ask("new_game", control="600+5", immediate=True, tags=tags)["ok"]
    for origin, target, side in (
        ("c3", "d4", "left"),
        ("f6", "g5", "right"),
        ("b2", "c3", "left"),
    ):
        rig.move(origin, target)
        rig.press(side)


def change(path: Path, sql: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        assert connection.execute(sql).rowcount == 1


# Versions


def test_an_old_journal_is_brought_forward_and_goes_on(old: Path) -> None:
    journal = open_journal(old, boot="b", started="s")
    assert (journal.last, journal.games) == (3, 2)
    game = journal.open_game
    assert game is not None
    assert (game.id, game.entries, game.last_ms) == (2, (Entry("input", 7, '{"n":2}'),), 900)
    journal.add(2, Entry("event", 8, "{}"))
    journal.close_game(2, "over")
    journal.commit()
    assert journal.writer.serve()
    for number, rows in ((1, 3), (2, 3)):
        verified = verify_game(old, number)
        assert (verified.rows, verified.broken) == (rows, None)
        assert len(verified.seal) == 19


def test_an_old_journal_is_read_without_being_changed(old: Path) -> None:
    before = old.read_bytes()
    assert stored_game(old, 1).entries == (
        Entry("input", 0, '{"n":0}'),
        Entry("event", 5, '{"n":1}'),
    )
    assert inspect_journal(old) == (
        "2 games, the last one not finished, in the form of version 1;"
        " the next start brings it to 2"
    )
    assert old.read_bytes() == before


def test_a_newer_journal_is_not_read_either(old: Path) -> None:
    change(old, "UPDATE schema SET version = 3")
    for read in (inspect_journal, lambda path: stored_game(path, 1)):
        with pytest.raises(JournalError, match="is of version 3, this program knows those up to 2"):
            read(old)


# The chain


def test_what_nobody_touched_is_as_it_was_written(played: Path) -> None:
    for number in (1, 2):
        verified = verify_game(played, number)
        assert verified.broken is None
        assert verified.rows > 3
    assert verify_game(played, 2).seal == "", "an open game has no end yet"


@pytest.mark.parametrize(
    ("sql", "broken"),
    [
        ("UPDATE entry SET body = '{}' WHERE seq = 5", "entry 5, "),
        ("UPDATE entry SET at_ms = at_ms + 1 WHERE seq = 5", "entry 5, "),
        ("UPDATE entry SET kind = 'tick' WHERE seq = 5", "entry 5, "),
        ("UPDATE entry SET run = 2 WHERE seq = 5", "entry 5, "),
        ("UPDATE entry SET link = x'00' WHERE seq = 5", "entry 5, "),
        ("DELETE FROM entry WHERE seq = 5", "entry 6, "),
        ("UPDATE entry SET game = 2 WHERE seq = 5", "entry 6, "),
        ("DELETE FROM entry WHERE seq = (SELECT last FROM game WHERE id = 1)", "its end, entry "),
        ("UPDATE game SET created = '2020-01-01' WHERE id = 1", "row 1 of table game "),
        ("UPDATE game SET setup = setup || ' ' WHERE id = 1", "row 1 of table game "),
        ("UPDATE game SET status = 'left' WHERE id = 1", "its end, "),
        ("UPDATE game SET status = 'open' WHERE id = 1", "row 1 of table game "),
        ("UPDATE game SET seal = NULL WHERE id = 1", "row 1 of table game "),
        ("UPDATE game SET last = last - 1 WHERE id = 1", "its end, "),
    ],
)
def test_a_changed_record_is_found_and_the_row_named(played: Path, sql: str, broken: str) -> None:
    change(played, sql)
    assert str(verify_game(played, 1).broken).startswith(broken)
    assert verify_game(played, 2).broken is None or "game = 2" in sql


def test_a_row_put_in_is_found(played: Path) -> None:
    last = verify_game(played, 2).rows
    change(
        played,
        "INSERT INTO entry SELECT 9999, game, run, kind, at_ms, body, link FROM entry"
        " WHERE game = 2 ORDER BY seq DESC LIMIT 1",
    )
    found = verify_game(played, 2)
    assert found.rows == last + 1
    assert str(found.broken).startswith("entry 9999, ")


def test_the_chain_goes_on_over_a_restart(tmp_path: Path) -> None:
    with rig_in(tmp_path) as rig:
        three_plies(rig)
        rig.power_cut()
        rig.power_on()
        rig.run(200)
        assert rig.ask("resume")["ok"]
        rig.move("g5", "h4")
        rig.press("right")
        rig.journal.writer.serve()
        path = rig.config.files.data_dir / "journal.sqlite"
        assert verify_game(path, 1).broken is None
        session, events = rebuild(stored_game(path, 1))
        assert judged_alike(stored_game(path, 1), events)
        assert session.belief == rig.station.session.belief


def test_a_game_that_was_changed_while_the_power_was_off_comes_back_in_doubt(
    tmp_path: Path,
) -> None:
    with rig_in(tmp_path) as rig:
        three_plies(rig)
        rig.power_cut()
        path = rig.config.files.data_dir / "journal.sqlite"
        change(path, "UPDATE entry SET at_ms = at_ms + 1 WHERE seq = 5")
        rig.power_on()
        rig.run(100)
        state = rig.state()
        assert state["phase"] == "paused"
        assert state["faults"] == {
            "record": "entry 5, or what stood before it, is not what was written;"
            " the arbiter decides whether the game goes on"
        }
        assert rig.ask("new_game")["ok"]
        rig.run(50)
        assert rig.state()["faults"] == {}


# The command


def games(path: Path, *arguments: str) -> int:
    action, *rest = arguments
    return main(["games", action, "--journal", str(path), *rest])


def test_games_list(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert games(played, "list") == 0
    assert capsys.readouterr().out.splitlines() == [
        "    1  2026-05-01 10:00  russian        600+5      1/2-1/2",
        "    2  2026-05-01 10:00  russian        300        *        open",
    ]


def test_a_journal_without_games_is_told_to_be_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with rig_in(tmp_path) as rig:
        rig.run(50)
        rig.journal.writer.serve()
        path = rig.config.files.data_dir / "journal.sqlite"
        for action in ("list", "export", "verify"):
            assert games(path, action) == 0
            told = capsys.readouterr()
            assert (told.out, told.err) == ("", f"{path}: no game has been recorded here yet\n")


def test_games_show_has_the_record_and_what_was_said(
    played: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert games(played, "show", "1") == 0
    shown = capsys.readouterr().out
    assert '[White "Ann"]' in shown
    assert "0:00:00.000  game_created" in shown
    assert 'game_over result="1/2-1/2"' in shown


def test_games_export_is_what_the_board_wrote(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert games(played, "export", "1") == 0
    text = capsys.readouterr().out
    assert len(list(read_pdn(text))) == 1
    assert '[Result "1/2-1/2"]' in text
    assert text.rstrip() == (played.parent / "games" / "game-00001.pdn").read_text().rstrip()
    assert games(played, "export", "--folder", str(tmp_path)) == 0
    assert capsys.readouterr().out.splitlines() == [
        str(tmp_path / "game-00001.pdn"),
        str(tmp_path / "game-00002.pdn"),
    ]
    assert (tmp_path / "game-00001.pdn").read_text().rstrip() == text.rstrip()


def test_games_verify(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert games(played, "verify") == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("game 1: ") and " rows as they were written, seal " in first
    assert second.endswith(" rows as they were written, not closed yet")
    change(played, "UPDATE entry SET body = '{}' WHERE seq = 5")
    assert games(played, "verify") == 1
    first, _ = capsys.readouterr().out.splitlines()
    assert first == "game 1: CHANGED, entry 5, or what stood before it, is not what was written"
    assert games(played, "verify", "2") == 0


def test_games_verify_misses_a_game_that_was_taken_out(
    played: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change(played, "DELETE FROM game WHERE id = 1")
    assert games(played, "verify") == 1
    assert capsys.readouterr().out.splitlines()[0] == "game 1: CHANGED, it is missing"


@pytest.mark.parametrize("action", ["show", "export", "verify"])
def test_a_game_that_is_not_there_is_one_sentence(
    played: Path, action: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert games(played, action, "9") == 2
    assert capsys.readouterr().err == f"{played}: no game 9; it has 2, the first is 1\n"


def test_a_folder_that_is_not_there_is_one_sentence(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert games(played, "export", "1", "--folder", str(tmp_path / "no")) == 2
    assert capsys.readouterr().err == (
        f"{tmp_path}/no/game-00001.pdn: it cannot be written (No such file or directory).\n"
    )


def test_a_record_that_this_program_judges_otherwise_is_told_apart(played: Path) -> None:
    stored = stored_game(played, 1)
    _, events = rebuild(stored)
    assert judged_alike(stored, events)
    others = [ev.SensorLost(0), *events]
    assert not judged_alike(stored, others)
