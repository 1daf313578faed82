"""What goes wrong in one game, how the players help themselves, and whether the board comes back.

With a fault about, players wait for each other: after a press they look whether it was heard, wait
until all is calm, answer what the board asks after an outage, and press again. First safety (that
is the watch's affair), then liveness: after 5 s of calm the board is in step, or it shows exactly
what is to be put right.
"""

from collections.abc import Mapping
from typing import Any, Final

from firmware.notation.fen import parse_fen, write_fen
from firmware.notation.movetext import move_text
from firmware.rules import Move, Position, legal_moves, squares
from firmware.table import events as ev
from host_sim.hands import Plan, Timed
from host_sim.match import Match
from host_sim.script import commands as c
from host_sim.soak.drawing import Draw
from host_sim.soak.tally import Tally
from host_sim.soak.trouble import BUS, FOREVER_MS, Trouble, trouble
from host_sim.soak.truth import Truth
from host_sim.soak.watch import Watch

CALM_MS: Final = 5000
"""So long after the last fault the board is in step again, or shows what is to be put right."""
ATTEMPTS: Final = 4
"""So often a player presses anew before he calls the arbiter."""
WORDS: Final = (ev.Refused, ev.MoveMade, ev.Resumed)
"""What the board says to a press or a command that matters."""
LIFTED_MS: Final = 400
"""A man that is lifted and put down again is in the air for so long."""
HEARD_MS: Final = 150
"""After a press or a command the board has said what it has to say, unless it waits."""


class Repair:
    """The troubles of one game."""

    def __init__(self, draw: Draw, match: Match, truth: Truth, watch: Watch, tally: Tally) -> None:
        self.unreadable = False
        """The game was given up, paused and with a truthful message."""
        self._draw, self._match, self._truth = draw, match, truth
        self._watch, self._tally = watch, tally
        self._clocked = draw.terms.control != "none"
        self._size = draw.ruleset.board.size
        self._troubles: list[Trouble] = []
        self._powered_ms = 0
        """When the power was last switched on, or will be; 0: it has always been on."""

    @property
    def needed(self) -> bool:
        """Something has gone wrong in this game."""
        return bool(self._troubles)

    @property
    def calm(self) -> bool:
        """Whatever has failed works again, and has for a while."""
        return self._match.now_ms > self._watch.excused_ms

    def let_fail(self, plan: Plan) -> str:
        """Something goes wrong at any time from before the first lift until after the press."""
        random, match = self._draw.random, self._match
        first_ms = max(match.now_ms, min(timed.at_ms for timed in plan.acts) - 1000)
        at_ms = first_ms + int((plan.press_ms + 500 - first_ms) * random.random())
        wiring = match.machine.wiring
        reeds = [coord for coord in match.coords if coord in wiring.squares]
        found = trouble(random, wiring, reeds, at_ms, plan.ply)
        if found.kind == "power":
            if self._powered_ms > at_ms:
                return "none"
            self._powered_ms, self._watch.unplugged = found.ends_ms, True
        for timed in found.acts:
            match.add(timed)
        self._troubles.append(found)
        if found.kind in BUS:
            self._watch.failing_ms = found.ends_ms
        ends_ms = match.now_ms if found.lasts else found.ends_ms
        self._watch.excused_ms = (
            FOREVER_MS if found.lasts else max(self._watch.excused_ms, ends_ms + CALM_MS)
        )
        return found.kind

    def recovered(self, plan: Plan) -> bool:
        """Wait for the board, press again if a press was not heard; False if it is no use."""
        match = self._match
        match.go_on(max(plan.over_ms, plan.press_ms) + HEARD_MS)
        for _ in range(ATTEMPTS):
            self._watch.look()
            if self._watch.violations:
                return False
            if match.machine.station is not None and self._in_step():
                return True
            ends_ms = [one.ends_ms for one in self._troubles if not one.lasts]
            match.go_on(max([match.now_ms, *ends_ms]) + CALM_MS)
            self._watch.look()
            if match.machine.state()["phase"] == "idle":
                return self._given_up()  # nothing of the game is left that could be mended
            self._live()
            self._resume()
            self._tell_which()
            self._lift_again()
            if self._clocked and not self._in_step():
                mover = match.mover
                match.add(Timed(match.now_ms, c.Press(mover), plan.ply))
                match.go_on(match.now_ms + HEARD_MS)
        return self._given_up()

    def _in_step(self) -> bool:
        """The board holds what was played, or shows the last move as made but for time."""
        state, played = self._match.machine.state(), self._match.played
        if state["phase"] in ("over", "idle"):
            return played.outcome is not None
        if state["phase"] != "playing" or state["sensor"] != "ok":
            return False
        if state["fen"] == write_fen(played.position):
            return not self._behind(state["plies"])
        last = played.plies[-1]
        assert isinstance(last, Move)
        made = state["fen"] == write_fen(played.positions[-2])
        return not self._clocked and made and state["missing"] == state["extra"] == []

    def _live(self) -> None:
        """After 5 s of calm: nothing is shown wrong but what is wrong, and all of that."""
        if any(one.lasts for one in self._troubles):
            return
        state = self._match.machine.state()
        shown = (set(state["missing"]), set(state["extra"]))
        if state["sensor"] != "ok":
            self._watch.say("stuck", "the board cannot be read, 5 s after the last fault")
        elif any(shown) and not self._shows_what_is_wrong(state):
            self._watch.say("stuck", f"shown as wrong {shown}, which is not so")

    def _shows_what_is_wrong(self, state: Mapping[str, Any]) -> bool:
        """The squares shown are those that differ from what the board believes.

        A move that stands and waits for its press is not asked back.
        """
        believed = parse_fen(state["fen"], self._draw.ruleset)
        shown = (set(state["missing"]), set(state["extra"]))
        rests = [believed, *(believed.after(move) for move in legal_moves(believed))]
        return shown in [self._difference(rest) for rest in rests]

    def _tell_which(self) -> None:
        """The board asks which of several moves it was."""
        state, played = self._match.machine.state(), self._match.played
        if state["ask"] != "which":
            return
        for ply, before in zip(played.plies[-2:], played.positions[-3:], strict=False):
            text = move_text(before, ply) if isinstance(ply, Move) else ""
            if text in state["choices"]:
                self._do("answer", yes=True, choice=state["choices"].index(text))
                return

    def _lift_again(self) -> None:
        """A man that is shown as one too many is lifted and put down again, as one would."""
        match, ply = self._match, len(self._match.played.plies)
        state = match.machine.state()
        for name in state["extra"] if state["phase"] == "playing" else ():
            square = next(s for s in range(self._size) if match.name(s) == name)
            if not self._truth.picture() >> square & 1:
                continue
            spot = match.coord(square)
            match.add(Timed(match.now_ms, c.Lift(spot), ply))
            match.add(Timed(match.now_ms + LIFTED_MS, c.Drop(spot, spot), ply))
            match.go_on(match.now_ms + LIFTED_MS + HEARD_MS)

    def _difference(self, rest: Position) -> tuple[set[str], set[str]]:
        """Names of the squares that should be filled, and empty, if this position stood."""
        stands, names = self._truth.picture(), self._match.name
        missing, extra = rest.occupied & ~stands, stands & ~rest.occupied
        return {names(square) for square in squares(missing)}, {names(s) for s in squares(extra)}

    def calm_down(self) -> None:
        """The game is over on the board; what still goes wrong passes first."""
        match = self._match
        ends_ms = [one.ends_ms for one in self._troubles if not one.lasts]
        match.go_on(max([match.now_ms, *ends_ms]) + CALM_MS)
        self._resume()
        if not self._in_step():
            self._given_up()

    def _behind(self, plies: int) -> bool:
        """The board has the right position, but by fewer moves: it stood there before.

        When the power fails while the disk is slow, moves are lost that were never shown as
        recorded. If they led back to a position, nobody can see by the men that they are missing.
        """
        return plies < len(self._match.played.plies) - 2

    def _given_up(self) -> bool:
        """The board cannot follow; that is in order if it says why, and then the game is paused."""
        state = self._match.machine.state()
        if state["phase"] == "idle":
            # The power failed before anything of the game had reached the disk.
            if self._watch.safe:
                self._watch.say("lost", f"{self._watch.safe} plies were recorded, no game is left")
            self.unreadable = True
            self._tally.unreadable += 1
            return False
        shown = any((state["missing"], state["extra"]))
        lasting = any(one.lasts for one in self._troubles)
        told = (
            (shown and self._shows_what_is_wrong(state))
            or (lasting and shown)
            or any(state[part] for part in ("ask", "provisional", "pending", "irregular"))
            or state["sensor"] != "ok"
            or self._refused()
            or self._behind(state["plies"])
            # Without a press a hand at work is waited for in silence, as long as it takes.
            or (lasting and not self._clocked)
        )
        if not told:
            self._watch.say("stuck", f"cannot follow and does not say why: {state['phase']}")
            return False
        if state["phase"] == "playing":
            self._do("pause")
        self.unreadable = True
        self._tally.lasting += lasting
        self._tally.unreadable += not lasting
        return False

    def _refused(self) -> bool:
        """The last press was refused, and what is wrong was said with it."""
        events = self._match.machine.events
        last = next((event for event in reversed(events) if isinstance(event, WORDS)), None)
        return isinstance(last, ev.Refused)

    def _resume(self) -> None:
        """After an outage: answer what the board asks, and let the game go on."""
        state = self._match.machine.state()
        if state["phase"] != "paused":
            return
        if state["ask"] == "story":
            story = self._story(state["plies"])
            if story in state["choices"]:
                self._do("answer", yes=True, choice=state["choices"].index(story))
            else:
                self._do("answer", yes=False)
            state = self._match.machine.state()
        over = state["phase"] == "over"  # the story told ended the game
        if not (over or state["missing"] or state["extra"]):
            self._do("resume")

    def _do(self, command: str, **fields: object) -> None:
        match = self._match
        act = c.Do(command, tuple(fields.items()))
        match.add(Timed(match.now_ms, act, len(match.played.plies)))
        match.go_on(match.now_ms + HEARD_MS)

    def _story(self, plies: int) -> str:
        """The moves since so many plies, as one text."""
        played, texts = self._match.played, []
        for ply, before in zip(played.plies[plies:], played.positions[plies:], strict=False):
            assert isinstance(ply, Move)
            texts.append(move_text(before, ply))
        return " ".join(texts)
