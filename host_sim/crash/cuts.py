"""One cut, the start after it, and whether what came back is what was shown as recorded.

After the cut the journal is opened as the station opens it and its open game is taken up. Then:
the entries are a true beginning of those that were handed over (nothing invented); no entry that
was shown as recorded is missing (nothing lost); every chain holds; the game stands still; the
clock has lost no more than a heartbeat. One cut in four is followed by another, in the middle of
that very start.
"""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from random import Random
from typing import Final

from firmware.errors import ReedboardError
from firmware.rules import Color
from firmware.station.archive import StoredGame, game_numbers, verify_game
from firmware.station.journal import Journal, open_journal
from firmware.station.places import JOURNAL
from firmware.station.play import Play
from firmware.table.policy import Timing
from firmware.table.session import Phase
from host_sim.crash.lives import Life, Mark
from host_sim.crash.rows import Row, all_rows
from host_sim.disk import Disk, Image, installed
from host_sim.disk.record import put

AGAIN: Final = 0.25
"""Share of cuts followed by one in the start after it."""
KILLS: Final = 0.2
"""Share in which only the process dies: the operating system writes all that it was given."""

OUTAGE: Final = '{{"kind":"outage","at_ms":{}}}'
"""What a start writes first of a game that it takes up."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is not as it should be after a cut."""

    kind: str
    """lost, invented, damaged, running, clock."""
    detail: str


@dataclass(frozen=True, slots=True)
class Cut:
    """What came of one cut."""

    name: str
    findings: tuple[Finding, ...]
    clock_ms: int | None
    """What a running clock lost; None where none ran or the disk stalled."""


def cuts(life: Life, count: int, random: Random, folder: Path) -> Iterator[Cut]:
    """Cut this life at so many random moments; `folder` is for what the disk then holds."""
    image, done = Image(life.base), 0
    for place in sorted(int(random.random() * len(life.ops)) for _ in range(count)):
        while done < place:
            image.do(life.ops[done])
            done += 1
        killed = random.random() < KILLS
        put(folder, image.whole() if killed else image.cut(random, life.ops[place]))
        name = f"game {life.game}, {'kill' if killed else 'cut'} at operation {place}"
        again = random if random.random() < AGAIN else None
        yield _judge(name, life, life.marks[place], again, folder)


def _judge(name: str, life: Life, mark: Mark, again: Random | None, folder: Path) -> Cut:
    path, kept, clock_ms = folder / JOURNAL, None, None
    findings: list[Finding] = []
    try:
        if again is not None:
            kept, place = _cut_start(folder, again)
            name += f", and again at operation {place} of the start"
        journal = open_journal(path, boot="", started="", durable=False)
        found = all_rows(path)
        findings += _compared(found, life, mark, kept)
        findings += _chained(path)
        game = journal.open_game
        if game is not None:
            play = _restored(journal, game, folder)
            findings += _taken_up(play, found)
            clock_ms = _given_back_ms(play, mark)
        elif found and not _over(found):
            findings.append(Finding("lost", "the game is not offered"))
        journal.writer.close()
    except (ReedboardError, sqlite3.Error) as error:
        findings.append(Finding("damaged", str(error)))
    if clock_ms is not None and clock_ms > mark.loses_ms:
        findings.append(Finding("clock", f"{clock_ms} ms lost, {mark.loses_ms} are allowed"))
    return Cut(name, tuple(findings), clock_ms)


def _compared(found: list[Row], life: Life, mark: Mark, kept: int | None) -> Iterator[Finding]:
    """The entries against those handed over; a start that was cut has `kept` so many of them."""
    recorded = mark.committed if kept is None else kept
    if len(found) < recorded:
        yield Finding("lost", f"{recorded} entries were shown as recorded, {len(found)} are there")
    own, after = (found, []) if kept is None else (found[:kept], found[kept:])
    for row, told in zip_longest(own, life.rows[: len(own)]):
        if row != told:
            yield Finding("invented", f"{row} instead of {told}")
            return
    if after and after[0][3:] != ("input", after[0][4], OUTAGE.format(after[0][4])):
        yield Finding("invented", f"{after[0]}, first entry of a start")


def _chained(path: Path) -> Iterator[Finding]:
    for number in game_numbers(path):
        broken = verify_game(path, number).broken
        if broken is not None:
            yield Finding("damaged", f"game {number}: {broken}")
    with closing(sqlite3.connect(path)) as connection:
        (said,) = connection.execute("PRAGMA integrity_check").fetchone()
    if said != "ok":
        yield Finding("damaged", said)


def _taken_up(play: Play, found: list[Row]) -> Iterator[Finding]:
    """The game stands still and has the moves that were made."""
    if play.session.phase is Phase.PLAYING:
        yield Finding("running", "the game goes on by itself")
    plies, made = len(play.session.recorded.plies), _made(found)
    if plies != made:
        yield Finding("lost" if plies < made else "invented", f"{plies} moves, {made} were made")


def _given_back_ms(play: Play, mark: Mark) -> int | None:
    """What both players together have got back of the time they had used, if a clock ran."""
    clock = play.session.clock
    if clock is None or mark.left_ms is None:
        return None
    at_ms = play.game_ms(0)
    left_ms = sum(clock.remaining_ms(color, at_ms) for color in Color)
    return max(0, left_ms - mark.left_ms)


def _restored(journal: Journal, game: StoredGame, folder: Path) -> Play:
    """The game taken up as the station does it, after a power cut: no other beat is known."""
    timing = Timing(debounce_ms=game.debounce_ms)
    play = Play(journal, game.squares, timing, folder, lambda: "")
    play.restore(game, game.last_ms, 0)
    return play


def _made(found: list[Row]) -> int:
    """How many moves stand at the end of these entries."""
    made = 0
    for *_, kind, _, body in found:
        event = json.loads(body) if kind == "event" else {}
        match event.get("kind"):
            case "move_made":
                made += 1
            case "move_withdrawn":
                made -= 1
            case "taken_back":
                made -= event["plies"]
            case _:
                pass
    return made


def _over(found: list[Row]) -> bool:
    return any(kind == "event" and '"kind":"game_over"' in body for *_, kind, _, body in found)


def _cut_start(folder: Path, random: Random) -> tuple[int, int]:
    """Start on what a cut has left, and let the power fail in the middle of that.

    (how many entries that start found, at which operation it was cut)
    """
    disk = Disk(folder)
    with installed(disk):
        journal = open_journal(folder / JOURNAL, boot="", started="")
        kept = journal.last
        if journal.open_game is not None:
            _restored(journal, journal.open_game, folder)
            journal.commit()
            journal.writer.serve()
        disk.recording = False
        journal.writer.close()
    place = int(random.random() * len(disk.ops))
    image = Image(disk.base)
    for op in disk.ops[:place]:
        image.do(op)
    put(folder, image.cut(random, disk.ops[place]))
    return kept, place
