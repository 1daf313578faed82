"""Draws that are offered, and games that are given up (Codex 1.9.3 to 1.9.6, 1.8).

A draw is best offered with the own move, before the press; then it goes over with the clock. Where
the rule text allows it, it may also be offered before the move or in the other side's time, and
who does that is warned. It stays open until it is answered or the other side has made its move. Who
has offered may do so again only after the other side has. No offer delays the clock.
"""

from dataclasses import replace
from typing import Final

from firmware.rules import Color, Outcome, Reason
from firmware.rules.articles import offer_times_of
from firmware.table import events as ev
from firmware.table import inputs as inp
from firmware.table.belief import Belief
from firmware.table.disputes import Disputes
from firmware.table.draw import Offer
from firmware.table.inference import Kind
from firmware.table.phase import Phase

OFFERED: Final = "(=)"
"""How the record says that a draw was offered with a move."""


class Offers(Disputes):
    """The part of a session that deals with agreements."""

    def _offer_draw(self, value: inp.OfferDraw) -> None:
        at_ms = value.at_ms
        color = self._player(value.color, "offer a draw", at_ms)
        if color is None:
            return
        when = self._offer_time(color)
        if self.offer is not None:
            self._refuse("offer_open", "a draw is offered already; it waits for its answer", at_ms)
        elif (why := self._may_not_offer(color, when)) is not None:
            self._refuse(*why, at_ms)
        else:
            self._open_offer(color, when, at_ms)

    def _may_not_offer(self, color: Color, when: str) -> tuple[str, str] | None:
        """Why this side may not offer a draw now: a word and a sentence."""
        if self.last_offerer is color:
            return "offer_again", "the other side has not offered a draw since the last time"
        if when not in offer_times_of(self.ruleset.text):
            return when, "by this rule text a draw is offered with the move, before the press"
        return None

    def _offer_time(self, color: Color) -> str:
        """Where in the turns an offer falls, as a subject of the rule texts."""
        kind = self.belief.reading.kind
        if color is self.belief.turn:
            made = kind in (Kind.LEGAL, Kind.PENDING)
            return "offer" if made else "offer_before_moving"
        if kind in (Kind.REPLYING, Kind.REPLIED):
            return "offer_in_foes_time"
        with_move = self.clock is None and self.fresh and bool(self.belief.game.plies)
        return "offer" if with_move else "offer_in_foes_time"

    def _open_offer(self, color: Color, when: str, at_ms: int) -> None:
        self.offer, self.last_offerer = Offer(color, when), color
        self._say(ev.DrawOffered(color, when, self.ruleset.articles.get(when, ""), at_ms))
        if when == "offer_in_foes_time":
            self._note("offer_warned", color.name.lower(), at_ms)
        elif color is not self.belief.turn:
            self._remark(OFFERED)

    def _remark(self, text: str) -> None:
        """The last ply bears a remark."""
        if self.stamps:
            stamp = self.stamps[-1]
            remark = " ".join(part for part in (stamp.remark, text) if part)
            self.stamps = (*self.stamps[:-1], replace(stamp, remark=remark))

    def _turn_over(self, before: Belief, at_ms: int) -> None:
        """A move answers the other side's offer, and carries the own one."""
        super()._turn_over(before, at_ms)
        offer = self.offer
        if offer is None:
            return
        if before.turn is not offer.color:
            self._close_offer("moved", at_ms)
        elif offer.when != "offer_in_foes_time":
            self._remark(OFFERED)

    def _close_offer(self, how: str, at_ms: int) -> None:
        offer, self.offer = self.offer, None
        if offer is not None:
            self._say(ev.OfferClosed(offer.color, how, at_ms))

    def _answer_draw(self, value: inp.AnswerDraw) -> None:
        at_ms, offer = value.at_ms, self.offer
        if self.phase is Phase.OVER:
            self._refuse("game_over", "after the end of the game nothing is agreed on", at_ms)
        elif offer is None:
            self._refuse("no_offer", "no draw is offered", at_ms)
        elif value.color and self._side_of(value.color) is not offer.color.other:
            self._refuse("not_yours", "the other side answers the offer", at_ms)
        elif value.yes:
            self._close_offer("accepted", at_ms)
            self._finish(Outcome(None, Reason.AGREEMENT), at_ms)
        else:
            self._close_offer("declined", at_ms)

    def _resign(self, value: inp.Resign) -> None:
        color = self._player(value.color, "resign", value.at_ms, Phase.SETUP, Phase.PAUSED)
        if color is not None:
            self._finish(Outcome(color.other, Reason.RESIGNATION), value.at_ms)

    def _player(self, word: str, what: str, at_ms: int, *also: Phase) -> Color | None:
        """The side of that word, if it may act now; otherwise it is said why not.

        `also`: phases in which it may act besides while the game is played.
        """
        color = self._side_of(word)
        if self.phase is Phase.OVER:
            self._refuse("game_over", f"the game is over; it is too late to {what}", at_ms)
        elif self.phase not in (Phase.PLAYING, *also):
            self._refuse("not_playing", f"no game goes on in which to {what}", at_ms)
        elif color is None:
            self._refuse("no_such_side", f"{word!r} is no side: white or black", at_ms)
        else:
            return color
        return None
