"""Games of a PDN file, made ready to be played by hand, and what the board then made of them.

A file tells more, and less, than hands can do: a position set up in the middle of a game is no
move, and a game that nobody finished has no result. What can be played is a start and legal moves;
what is told at the end is the file's result, for players agree and resign away from the board.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Final

from firmware.errors import InputError, InvalidPdn, ReedboardError
from firmware.notation.follow import follow
from firmware.notation.movetext import move_text
from firmware.notation.pdn import (
    UNFINISHED,
    PdnGame,
    decode_pdn,
    guess_ruleset,
    named_ruleset,
    read_games,
    read_pdn,
    replay,
    result_text,
)
from firmware.rules import Color, Game, Move, Position, Ruleset
from firmware.table import events as ev
from firmware.table.controls import parse_control
from firmware.table.session import RESULTS, UNDECIDED
from host_sim.match import Match, Terms

KEPT_TAGS: Final = ("Event", "Site", "Date", "Round", "White", "Black")
GENEROUS: Final = "7200"
"""The time control where a file has none that is known here, or one too short for these hands."""
MOVE_MS: Final = 10_000
"""What a move may take: hands need a second or two, a long capture some more."""
ALARMS: Final = (ev.Refused, ev.Astray, ev.Disturbed, ev.Asked, ev.SensorLost, ev.Flag)
"""What the board must not say to legal play in good time."""


@dataclass(frozen=True)
class FiledGame:
    """A game of a file as hands can play it."""

    game: Game
    moves: tuple[Move, ...]
    """Its plies, none of which is a position set up."""
    result: str
    """As the file has it, in any style; ``*`` where nobody knows."""
    terms: Terms

    @property
    def start(self) -> Position | None:
        """Where it begins; None for the ruleset's own start."""
        first = self.game.first
        return None if first == Position.start(self.game.ruleset) else first

    @property
    def expected_result(self) -> str:
        """What the board has to write: what the board itself decides, else what the file says."""
        outcome, ruleset = self.game.outcome, self.game.ruleset
        if outcome is not None and not outcome.is_draw_rule:
            return result_text(ruleset, outcome.winner)
        if self.result in RESULTS:
            return result_text(ruleset, RESULTS[self.result])
        return self.result


class GameFile:
    """A PDN file. `ruleset` says what is played, whatever the file says.

    Raises InvalidPdn if there is no such file, or no game in it.
    """

    def __init__(self, path: Path, ruleset: Ruleset | None = None) -> None:
        self.path = path
        self._ruleset = ruleset
        try:
            self._games = tuple(read_games(decode_pdn(path.read_bytes())))
        except OSError as error:
            raise InvalidPdn(f"{path}: the file cannot be read ({error.strerror})") from None
        if not self._games:
            raise InvalidPdn(f"{path}: there is no game in this file")

    def __len__(self) -> int:
        return len(self._games)

    def game(self, index: int) -> FiledGame:
        """The game with this index, from 0.

        Raises a ReedboardError that names file, game and, where there is one, the ply at fault.
        """
        if not 0 <= index < len(self):
            raise InputError(
                f"{self.path}: there is no game {index}; the {len(self)} of this file are counted "
                f"from 0 to {len(self) - 1}"
            )
        found = self._games[index]
        try:
            if isinstance(found, InvalidPdn):
                raise found
            return self._filed(found)
        except ReedboardError as error:
            raise type(error)(f"{self.path}: game {index + 1} cannot be played: {error}") from error

    def _filed(self, found: PdnGame) -> FiledGame:
        ruleset = self._ruleset or named_ruleset(found) or self._guess
        line = follow(found, ruleset)
        number = len(line.game.plies) + 1
        if line.error is not None:
            raise type(line.error)(f"ply {number}, {line.error}")
        moves = tuple(ply for ply in line.game.plies if isinstance(ply, Move))
        if len(moves) < len(line.game.plies):
            number = 1 + [isinstance(ply, Move) for ply in line.game.plies].index(False)
            raise InvalidPdn(f"ply {number} is a position set up, which no move of a hand brings")
        known = found.result in RESULTS or found.result in UNDECIDED
        tags = tuple((name, value) for name in KEPT_TAGS if (value := found.value(name)))
        terms = Terms(_control(found.value("TimeControl"), len(moves)), draws="claim", tags=tags)
        return FiledGame(line.game, moves, found.result if known else UNFINISHED, terms)

    @cached_property
    def _guess(self) -> Ruleset:
        """What is played in games that do not say so: the same in the whole file."""
        return guess_ruleset([game for game in self._games if isinstance(game, PdnGame)])


def _control(text: str, plies: int) -> str:
    try:
        control = parse_control(text)
    except InputError:
        return GENEROUS
    moves = (plies + 1) // 2
    if control is None:
        return GENEROUS
    stage = control.white.stages[0]
    if stage.time_ms + moves * stage.bonus_ms < moves * MOVE_MS:
        return GENEROUS
    return control.text


def play_filed(match: Match, filed: FiledGame, random: Random, think_ms: tuple[int, int]) -> None:
    """Play a game to its end at a board where its men stand and its clock runs."""
    low_ms, high_ms = think_ms
    for move in filed.moves:
        match.move(move, low_ms + int((high_ms - low_ms) * random.random()))
    conclude(match, filed.result)


def conclude(match: Match, result: str) -> None:
    """Wait until the board has ended the game, or tell it the result that players have reached."""
    match.finish(match.played.outcome)
    winner = RESULTS.get(result)
    if result in UNDECIDED:
        reason = "abandoned"
    else:
        reason = "agreement" if winner is None else "resignation"
    match.agree(result, reason)
    match.machine.run_for_ms(100)


def differences(match: Match, filed: FiledGame) -> Iterator[str]:
    """How the PDN file that the board has written differs from the game; nothing if it does not.

    An alarm is a difference too: the play was legal.
    """
    path = Path(match.machine.state()["file"])
    written = read_pdn(path.read_text(encoding="utf-8"))[0]
    yield from _differing_plies(filed.game, replay(written, filed.game.ruleset))
    if written.result != filed.expected_result:
        yield f"the result is {written.result}, it should be {filed.expected_result}"
    for event in match.machine.events:
        if isinstance(event, ALARMS):
            yield f"an alarm, though the play was legal: {event}"


def _differing_plies(game: Game, written: Game) -> Iterator[str]:
    """The first ply that differs: what follows it says nothing more."""
    for ply, (one, other) in enumerate(zip(game.plies, written.plies, strict=False)):
        if one != other:
            texts = (_text(game, ply), _text(written, ply))
            yield f"ply {ply + 1} was {texts[0]}, the record has {texts[1]}"
            return
    if len(written.plies) < len(game.plies):
        yield (
            f"the record ends after ply {len(written.plies)} of {len(game.plies)}: "
            f"{_text(game, len(written.plies))} is missing"
        )
    elif len(written.plies) > len(game.plies):
        yield f"the record goes on after ply {len(game.plies)}: {_text(written, len(game.plies))}"
    if written.first != game.first:
        yield "the record begins with another position"


def _text(game: Game, ply: int) -> str:
    move, before = game.plies[ply], game.positions[ply]
    side = "White's" if before.turn is Color.WHITE else "Black's"
    return f"{side} {move_text(before, move)}" if isinstance(move, Move) else f"{side} set-up"
