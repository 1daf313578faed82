"""Signals: irregularities named and said, alarms, refusals and hints."""

from firmware.rules import mask
from firmware.table import events as ev
from firmware.table.belief import Belief
from firmware.table.desk import Stamp
from firmware.table.dispute import Dispute
from firmware.table.inference import Story
from firmware.table.irregular import MEN_REMOVED, Facts, name_of_picture, wrongly_ranked
from firmware.table.moves import Moves
from firmware.table.phase import Phase


class Signals(Moves):
    """The part of a session that says what is wrong."""

    def _name(self, belief: Belief) -> str | None:
        """The name of what the board shows, if it is irregular and has one."""
        return None if belief.seen.doubted else name_of_picture(self._facts(belief))

    def _facts(self, belief: Belief) -> Facts:
        game, seen, full = belief.game, belief.seen, self.ruleset.board.full
        return Facts(
            game.position,
            game.moves,
            belief.rest & full,
            seen.picture & full,
            seen.picture & ~full & ~belief.rest,
            seen.lifted,
            seen.landed,
        )

    def _touched(self, captured: int = 0) -> int | None:
        """The first man touched that can move, or that can capture if that is due.

        Men that are captured are not touched to be moved.
        """
        game = self.belief.game
        return self.touches.first(mask(move.origin for move in game.moves) & ~captured)

    def _what(self, before: Belief) -> str:
        """The squares of an irregular move in words: `g3-f4`, or `gone d6, new e5`."""
        picture = self.belief.seen.picture
        gone, new = self.names(before.rest & ~picture), self.names(picture & ~before.rest)
        if len(gone) == len(new) == 1:
            return f"{gone[0]}-{new[0]}"
        parts = [f"gone {' '.join(gone)}"] if gone else []
        parts += [f"new {' '.join(new)}"] if new else []
        return ", ".join(parts)

    def _doubt(self, name: str | None) -> str:
        """What may explain it: a man out of the reeds' sight (001 5.3), or a crown (001 3.6)."""
        if name == MEN_REMOVED and not self.belief.extra & ~self.ruleset.board.full:
            return "; man missing" + (": light square?" if self.layout.has_blind_squares else "")
        square = wrongly_ranked(self._facts(self.belief))
        if square is None:
            return ""
        change = "lift" if self.belief.game.position.is_king(square) else "set"
        return f"; {change} the crown of {self.name(square)}?"

    def _settled_stamp(self, kind: str, name: str, what: str) -> Stamp:
        remark = f"{self.number(name) or name} {what} accepted"
        return Stamp(None, kind, name, remark)

    def _open(self, dispute: Dispute, what: str, at_ms: int, touched: int | None = None) -> None:
        loud = self.setup.announce == "players" and dispute.loud
        self.dispute = dispute
        picture, rest = self.belief.seen.picture, dispute.before.rest
        self._say(
            ev.Irregular(
                dispute.name,
                dispute.number,
                what,
                dispute.offender,
                self.names(rest & ~picture),
                self.names(picture & ~rest),
                None if touched is None else self.name(touched),
                loud,
                at_ms,
            )
        )
        self._make_final(at_ms)

    def _withdraw(self, at_ms: int) -> None:
        """The last final ply is out of the record."""
        game = self.belief.game.take_back(len(self.belief.game.plies) - self._final)
        self._say(ev.MoveWithdrawn(self.text(Story(game)), self._final, at_ms))
        self._final -= 1

    def _hand_of_mover(self) -> bool:
        """A man of the side on move is off its square."""
        return bool(self.belief.game.position.own & ~self.belief.seen.picture)

    def _show_hint(self) -> None:
        """The men that must or can capture; in the middle of a stroke, where it goes on."""
        belief = self.belief
        picture = belief.seen.picture
        on = 0
        for move in belief.game.moves:
            for here, there in zip(move.path[1:], move.path[2:], strict=False):
                if picture >> here & 1 and not belief.rest >> here & 1:
                    on |= 1 << there
        self.hint = on or mask(move.origin for move in belief.game.moves if move.captured)

    def _refuse(self, reason: str, detail: str, at_ms: int) -> None:
        self._say(ev.Refused(reason, detail, at_ms, self.number(reason)))
        if self._wrong and self.phase in (Phase.PLAYING, Phase.PAUSED):
            self._alarm(at_ms)

    def _alarm(self, at_ms: int) -> None:
        """The lights show what is wrong, now that it has stood for a while or was pressed."""
        missing, extra = self.belief.missing, self.belief.extra
        self.alarmed = True
        self._say(ev.Astray(self.names(missing), self.names(extra), at_ms))
        if (missing | extra).bit_count() >= 3:
            self._say(ev.Disturbed(at_ms))
