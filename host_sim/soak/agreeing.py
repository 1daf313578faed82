"""What players say to each other by way of the board: offers, claims, and how games end by people.

Each is a command through the socket, made when the men are at rest. What must come of it follows
from the rules: when a text allows an offer, whether a repetition stands or can be brought about.
"""

from typing import Final

from firmware.rules import Color
from firmware.rules.articles import offer_times_of
from firmware.table import events as ev
from firmware.table.policy import find_policy
from host_sim.hands import Timed
from host_sim.match import Match
from host_sim.script import commands as c
from host_sim.soak.drawing import Draw
from host_sim.soak.tally import Tally
from host_sim.soak.watch import Watch

SPEAKS: Final = 0.02
"""Share of turns before which a draw is offered or claimed."""
SAID_MS: Final = 100
"""After a command the board has said what it has to say."""
WORDS: Final = (ev.DrawOffered, ev.OfferClosed, ev.DrawClaimed, ev.ClaimDecided, ev.Refused)


class Agreeing:
    """The words of one game's players."""

    def __init__(self, draw: Draw, match: Match, watch: Watch, tally: Tally) -> None:
        self._draw, self._match, self._watch, self._tally = draw, match, watch, tally
        self._offered: Color | None = None
        """Who offered a draw last; that side may not do so again before the other has."""
        self.claims = not find_policy(draw.terms.policy).draws_end
        """A draw rule that is reached ends nothing until it is claimed."""

    def speak(self, start_ms: int) -> None:
        """Perhaps say something before the turn that begins then."""
        random, match, watch = self._draw.random, self._match, self._watch
        clocked = self._draw.terms.control != "none"
        if self._draw.faults or not clocked or random.random() >= SPEAKS:
            return
        match.go_on(start_ms - SAID_MS - 1)
        watch.look()
        if len(watch.made) < len(match.played.plies) or match.machine.state()["irregular"]:
            return
        if random.getrandbits(1):
            self._offer()
        else:
            self._claim_wrongly()

    def _offer(self) -> None:
        """The side on move offers a draw before it moves; the other side's move will decline."""
        match = self._match
        color = match.played.turn
        if self._offered is color:
            self._say("offer", color, ["refused offer_again"])
        elif "offer_before_moving" not in offer_times_of(match.played.ruleset.text):
            self._say("offer", color, ["refused offer_before_moving"])
        else:
            self._say("offer", color, ["draw_offered"])
            self._offered = color
            self._say("decline", color.other, ["offer_closed declined"])

    def _claim_wrongly(self) -> None:
        """A claim where no draw stands; if a move would bring one, it has to be entered."""
        played = self._match.played
        after = [played.play(move).outcome for move in played.moves]
        drawn = any(outcome is not None and outcome.is_draw_rule for outcome in after)
        wrong = ["draw_claimed", "claim_decided wrong"]
        self._say("claim", played.turn, ["refused enter_move_first"] if drawn else wrong)

    def end(self, result: str, reason: str) -> None:
        """End the game as the players want it."""
        match, state = self._match, self._match.machine.state()
        turn = match.played.turn
        if state.get("result") is not None:
            return
        if reason == "resignation" and state["phase"] in ("playing", "paused"):
            self._do("resign", Color.BLACK if result == "1-0" else Color.WHITE)
        elif state["phase"] == "playing" and self._may_offer(turn):
            self._do("offer", turn)
            self._do("accept_draw", turn.other)
        else:
            match.agree(result, reason)

    def accept(self) -> None:
        """After the last move nobody is left to accept by a reply that another man was touched."""
        match = self._match
        irregular = match.machine.state().get("irregular")
        if irregular is not None:
            by = "black" if irregular["color"] == "white" else "white"
            act = c.Do("answer", (("yes", True), ("by", by)))
            match.add(Timed(match.now_ms, act, len(match.played.plies)))
            match.go_on(match.now_ms + SAID_MS)

    def claim(self) -> None:
        """The side on move claims the draw that stands."""
        self._say("claim", self._match.played.turn, ["draw_claimed", "claim_decided right"])

    def _may_offer(self, color: Color) -> bool:
        times = offer_times_of(self._match.played.ruleset.text)
        return self._offered is not color and "offer_before_moving" in times

    def _say(self, command: str, color: Color, wanted: list[str]) -> None:
        """A word of one side, and exactly what the board must say to it."""
        self._tally.row("word", command).plies += 1
        self._do(command, color)
        said = [_short(event) for event, _ in self._watch.news() if isinstance(event, WORDS)]
        if said != wanted:
            who = color.name.lower()
            self._watch.say("verdicts", f"{command} by {who}: {said} is said, should be {wanted}")

    def _do(self, command: str, color: Color) -> None:
        match = self._match
        act = c.Do(command, (("color", color.name.lower()),))
        match.add(Timed(match.now_ms, act, len(match.played.plies)))
        match.go_on(match.now_ms + SAID_MS // 2)


def _short(event: ev.Event) -> str:
    match event:
        case ev.DrawOffered():
            return "draw_offered"
        case ev.OfferClosed():
            return f"offer_closed {event.how}"
        case ev.DrawClaimed():
            return "draw_claimed"
        case ev.ClaimDecided():
            return f"claim_decided {'right' if event.right else 'wrong'}"
        case ev.Refused():
            return f"refused {event.reason}"
        case _:
            return ""
