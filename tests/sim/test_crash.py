"""Power cuts at random moments: nothing that was shown as recorded is lost, nothing is invented."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from firmware.rules import VARIANTS
from firmware.station.writer import connect, transaction
from host_sim.crash.cli import crash, report
from host_sim.disk import (
    Disk,
    Failure,
    Image,
    Link,
    Sync,
    Truncate,
    Unlink,
    Write,
    installed,
    missing,
)

pytestmark = pytest.mark.skipif(missing() is not None, reason=str(missing()))


def test_sixty_cuts_lose_and_invent_nothing() -> None:
    came = list(crash(3, 60, 7, ("russian", "international", "frisian")))
    assert len(came) == 60
    assert [cut for cut in came if cut.findings] == [], report(came)
    assert sum(cut.clock_ms is not None for cut in came) > 10, "clocks were cut while they ran"


def test_games_that_need_a_clock_are_given_one() -> None:
    pressed = tuple(key for key, ruleset in VARIANTS.items() if not ruleset.hand_shows)
    came = list(crash(2 * len(pressed), 2 * len(pressed), 1, pressed))
    assert [cut for cut in came if cut.findings] == [], report(came)


def test_a_journal_that_syncs_nothing_is_found_out() -> None:
    came = list(crash(1, 40, 7, ("russian",), durable=False))
    kinds = {finding.kind for cut in came for finding in cut.findings}
    assert {"lost", "damaged"} <= kinds


# What a disk may hold


@pytest.fixture
def image() -> Image:
    image = Image({"old": b"safe"})
    for op in (Link("new", 1), Write(1, 0, b"a" * 1024), Sync(1)):
        image.do(op)
    return image


def contents(image: Image, name: str) -> set[bytes | None]:
    """What a file may hold after a cut now."""
    random = Random(1)
    return {image.cut(random).get(name) for _ in range(300)}


def test_what_was_synced_is_kept(image: Image) -> None:
    assert contents(image, "old") == {b"safe"}
    assert contents(image, "new") == {b"a" * 1024}


def test_each_sector_that_was_not_synced_is_kept_or_not(image: Image) -> None:
    image.do(Write(1, 500, b"b" * 100))
    a, b = b"a" * 500, b"a" * 424
    first, second = b"b" * 12 + b"a" * 88, b"a" * 12 + b"b" * 88
    assert contents(image, "new") == {
        a + middle + b for middle in (b"a" * 100, b"b" * 100, first, second)
    }
    assert image.whole()["new"] == a + b"b" * 100 + b


def test_a_file_may_not_have_shrunk_until_it_is_synced(image: Image) -> None:
    image.do(Truncate(1, 10))
    assert contents(image, "new") == {b"a" * 1024, b"a" * 10}
    image.do(Sync(1))
    assert contents(image, "new") == {b"a" * 10}


def test_names_change_in_their_order(image: Image) -> None:
    image.do(Unlink("old", synced=False))
    image.do(Link("young", 2))
    random = Random(1)
    held = {tuple(sorted(image.cut(random))) for _ in range(300)}
    assert held == {("new", "old"), ("new",), ("new", "young")}
    image.do(Sync(2))
    assert {tuple(sorted(image.cut(random))) for _ in range(300)} == {("new", "young")}


def test_a_synced_removal_is_for_good(image: Image) -> None:
    image.do(Unlink("old", synced=True))
    assert contents(image, "old") == {None}


def test_a_name_that_is_used_again_is_another_file(image: Image) -> None:
    image.do(Unlink("new", synced=False))
    image.do(Link("new", 2))
    image.do(Write(2, 0, b"c"))
    assert contents(image, "new") == {b"a" * 1024, None, b"", b"c"}


# The layer under SQLite


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    disk = Disk(tmp_path)
    with installed(disk):
        yield disk


def filled(disk: Disk, rows: int) -> sqlite3.Connection:
    connection = connect(disk.folder / "some.sqlite", create=True, durable=True)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("CREATE TABLE word (text)")
    for number in range(rows):
        connection.execute("INSERT INTO word VALUES (?)", (f"word {number}",))
    return connection


def test_the_record_is_all_that_reached_the_files(disk: Disk) -> None:
    with closing(filled(disk, 50)):
        assert disk.synced > 50
        assert disk.image().whole() == {
            path.name: path.read_bytes()
            for path in disk.folder.iterdir()
            if not path.name.endswith("-shm")
        }
    assert set(disk.image().whole()) == {"some.sqlite"}, "a clean end removes the log"
    assert disk.image().whole()["some.sqlite"] == (disk.folder / "some.sqlite").read_bytes()


def test_databases_elsewhere_are_none_of_its_business(
    disk: Disk, tmp_path_factory: pytest.TempPathFactory
) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "other.sqlite"
    with closing(sqlite3.connect(elsewhere)) as connection, connection:
        connection.execute("CREATE TABLE word (text)")
    assert disk.ops == []


@pytest.mark.parametrize(
    ("failure", "says"),
    [
        (Failure.FULL, "database or disk is full"),
        (Failure.READ_ONLY, "attempt to write a readonly database"),
        (Failure.BROKEN, "disk I/O error"),
        (Failure.UNSYNCED, "disk I/O error"),
    ],
)
def test_a_refusal_reaches_the_program_as_sqlites_own(
    disk: Disk, failure: Failure, says: str
) -> None:
    with closing(filled(disk, 3)) as connection:
        disk.failure = failure
        with pytest.raises(sqlite3.Error, match=says), transaction(connection):
            connection.execute("INSERT INTO word VALUES ('lost')")
        assert disk.refused > 0
        disk.failure = None
        with transaction(connection):
            connection.execute("INSERT INTO word VALUES ('kept')")
        words = connection.execute("SELECT text FROM word").fetchall()
    assert words[-1] == ("kept",)
    assert ("lost",) not in words
