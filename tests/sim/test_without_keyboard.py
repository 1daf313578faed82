"""Whole games on simulated hardware with nothing but two buttons, two displays and hands."""

from firmware.devices.seven_segment import segments
from firmware.notation.pdn import read_pdn
from firmware.rules import Color, find_variant, squares
from firmware.station.places import GAMES
from firmware.table.layout import coord_name
from host_sim.clock import MS
from host_sim.machine import Machine

WHITE, BLACK = Color.WHITE, Color.BLACK
TAP_MS, HOLD_MS, APART_MS = 80, 2500, 200


class Table:
    """Two people at a board. They know what the displays show, and nothing else."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine

    def tap(self, color: Color) -> None:
        self._press(color, TAP_MS)

    def hold(self, color: Color) -> None:
        self._press(color, HOLD_MS)

    def _press(self, color: Color, for_ms: int) -> None:
        self.machine.press(color, for_ns=for_ms * MS)
        self.machine.run_for_ms(for_ms + APART_MS)

    def shows(self, color: Color, word: str) -> bool:
        """A word stands on the display at a player's hand, segment by segment."""
        at = 0 if (color is WHITE) is not self.machine.turned else 1
        return self.machine.lamps.segments[at] == int.from_bytes(segments(word), "little")

    def choose(self, color: Color, *words: str) -> None:
        """Open the menu, tap until the display shows the word, take it; the same for the next."""
        self.hold(color)
        assert self.shows(color, "----")
        for word in words:
            for _ in range(30):
                if not self.shows(color, word):
                    self.tap(color)
            assert self.shows(color, word)
            self.hold(color)

    def set_up(self, variant: str = "russian") -> None:
        """All men go where the game begins."""
        world, now_ns = self.machine.world, self.machine.clock.now_ns
        for man in reversed(world.men):
            world.put_aside(man, now_ns)
        ruleset = find_variant(variant)
        for color, men in zip(Color, ruleset.start, strict=True):
            for square in squares(men):
                name = coord_name(ruleset.board.coords[square])
                world.add(color, self.machine.spot(name), now_ns)
        self.machine.run_for_ms(500)

    def move(self, color: Color, origin: str, target: str) -> None:
        """A quiet move and its press."""
        machine = self.machine
        man = machine.world.lift(machine.spot(origin), machine.clock.now_ns)
        machine.run_for_ms(200)
        machine.world.place(man, machine.spot(target), machine.clock.now_ns)
        machine.run_for_ms(200)
        self.tap(color)

    @property
    def phase(self) -> str:
        phase: str = self.machine.state()["phase"]
        return phase


def results(machine: Machine) -> list[str]:
    """The results of the PDN files, game by game."""
    machine.run_for_ms(1000)
    paths = sorted((machine.data_dir / GAMES).glob("*.pdn"))
    games = [game for path in paths for game in read_pdn(path.read_text(encoding="utf-8"))]
    return [next(tag.value for tag in game.tags if tag.name == "Result") for game in games]


def test_two_games_are_set_up_played_and_ended_by_buttons_alone() -> None:
    with Machine(seed=4) as machine:
        table = Table(machine)
        table.choose(WHITE, "tinE", "t 12")
        table.choose(WHITE, "PLAY")
        assert table.phase == "setup"
        table.set_up()
        table.tap(WHITE)
        assert table.phase == "setup", "the side that begins does not start its own clock"
        table.tap(BLACK)
        assert table.phase == "playing"
        assert machine.state()["clock"]["control"] == "300"

        table.choose(WHITE, "drAU")
        table.move(WHITE, "c3", "d4")
        table.choose(BLACK, "YES")
        assert (table.phase, machine.state()["reason"]) == ("over", "agreement")

        table.choose(BLACK, "turn")
        table.choose(BLACK, "PLAY")
        machine.turned = True
        table.set_up()
        table.tap(BLACK)
        assert (table.phase, machine.state()["turned"]) == ("playing", True)
        table.move(WHITE, "c3", "d4")
        table.choose(BLACK, "PAUS")
        assert table.phase == "paused"
        table.choose(WHITE, "Go")
        assert table.phase == "playing"
        table.choose(BLACK, "LOSE")
        assert table.shows(BLACK, "SurE")
        table.tap(BLACK)
        table.tap(BLACK)
        assert table.phase == "over"
        assert results(machine) == ["1/2-1/2", "1-0"]


def test_the_games_used_last_are_offered_first_after_the_power_was_off() -> None:
    with Machine(seed=4) as machine:
        table = Table(machine)
        table.choose(WHITE, "GAnE", "G  3")
        table.choose(WHITE, "PLAY")
        variant = machine.state()["variant"]
        assert variant not in ("russian", "idle")
        table.set_up(variant)
        table.choose(WHITE, "LOSE")
        table.tap(WHITE)
        table.tap(WHITE)
        assert table.phase == "over"
        machine.run_for_ms(1000)
        machine.power_off()
        machine.power_on()
        assert machine.state()["phase"] == "idle"
        assert machine.station is not None
        assert machine.station.session.games[:2] == (variant, "russian")
