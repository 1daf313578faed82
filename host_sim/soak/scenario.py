"""A part of a game, written down as a scenario that says what should have come of it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from firmware.notation.fen import write_fen
from firmware.notation.movetext import move_text
from firmware.notation.squares import square_name
from firmware.rules import Game, Move, Position, squares
from firmware.table.layout import coord_name, parse_coord
from host_sim.hands import Timed
from host_sim.match import Terms
from host_sim.script import commands as c
from host_sim.script.writing import lines_of
from host_sim.soak.tally import Violation

FIRST_MS: Final = 1000
"""From the start to the first act."""
CALM_MS: Final = 7000
"""After the last act everything that takes time has been decided."""


@dataclass(frozen=True, slots=True)
class Scene:
    """Some turns of a game."""

    start: Position
    """Where it begins; its own start when that is the game's."""
    moves: tuple[Move, ...]
    """What is played in it."""
    acts: tuple[Timed, ...]
    """What hands do, in order of time."""
    terms: Terms
    expect: tuple[str, ...]
    """The lines that do not hold; `{record}` stands for the moves."""

    def without(self, gone: range) -> "Scene":
        """The same with some acts, by their index, left out."""
        return replace(self, acts=tuple(act for i, act in enumerate(self.acts) if i not in gone))

    def text(self) -> str:
        """The scenario."""
        ruleset, terms = self.start.ruleset, self.terms
        lines = [f"game {ruleset.key}", f"clock {terms.control}", f"policy {terms.policy}"]
        if self.start != Position.start(ruleset):
            lines.append(f"fen {write_fen(self.start)}")
        lines += ["pace none", "start"]
        now_ms = self.acts[0].at_ms - FIRST_MS if self.acts else 0
        for timed in self.acts:
            if timed.at_ms > now_ms:
                lines.append(f"wait {timed.at_ms - now_ms}ms")
                now_ms = timed.at_ms
            lines += lines_of(timed.act, self._name)
        lines.append(f"wait {CALM_MS}ms")
        record = " ".join(self._texts())
        lines += [f"expect {line.format(record=record)}" for line in self.expect]
        return "\n".join(lines) + "\n"

    def _texts(self) -> list[str]:
        texts, position = [], self.start
        for move in self.moves:
            texts.append(move_text(position, move))
            position = position.after(move)
        return texts

    def _name(self, coord: str) -> str:
        """The game's own name of a square; of one outside the game its coordinate."""
        ruleset = self.start.ruleset
        square = ruleset.board.index.get(parse_coord(coord))
        return coord if square is None else square_name(ruleset, square)


def expectations(violation: Violation) -> tuple[str, ...]:
    """What a scenario can say of a violation; nothing of kinds that only the soak can tell."""
    match violation.kind:
        case "misread" | "missed":
            return ('record "{record}"',)
        case "alarms":
            said, _, _ = violation.detail.partition(" ")
            return (f"no event {said}",)
        case _:
            return ()


def scene(
    game: Game, acts: Sequence[Timed], terms: Terms, expect: tuple[str, ...], first: int
) -> Scene:
    """The end of a game, from ply `first` (counted from 1) on."""
    plies = tuple(ply for ply in game.plies[first - 1 :] if isinstance(ply, Move))
    kept = tuple(timed for timed in acts if timed.ply >= first)
    return Scene(game.positions[first - 1], plies, kept, terms, expect)


def is_play(found: Scene) -> bool:
    """Whether hands make the moves and nothing else: the men end where the moves take them."""
    ruleset, start = found.start.ruleset, found.start
    names = [coord_name(coord) for coord in ruleset.board.coords]
    stand = {names[square] for square in squares(start.occupied)}
    for timed in found.acts:
        match timed.act:
            case c.Lift(square) | c.Take(square):
                stand.discard(square)
            case c.Drop(square, _):
                stand.add(square)
            case c.Slide(path, _):
                stand.discard(path[0])
                stand.add(path[-1])
            case _:
                pass
    end = start
    for move in found.moves:
        end = end.after(move)
    presses = sum(isinstance(timed.act, c.Press) for timed in found.acts)
    made = presses >= len(found.moves) or found.terms.control == "none"
    return made and stand == {names[square] for square in squares(end.occupied)}


def broken(acts: Sequence[Timed]) -> frozenset[str]:
    """The squares whose contact or diode has failed and is not mended at the end."""
    found: set[str] = set()
    for timed in acts:
        match timed.act:
            case c.Stuck(square) | c.BadDiode(square, "open" | "shorted"):
                found.add(square)
            case c.Free(square) | c.BadDiode(square, "good"):
                found.discard(square)
            case _:
                pass
    return frozenset(found)


def has_power(acts: Sequence[Timed]) -> bool:
    """Whether the power is on at the end."""
    power = [timed.act for timed in acts if isinstance(timed.act, c.PowerOff | c.PowerOn)]
    return not power or isinstance(power[-1], c.PowerOn)
