"""Corrections of the position and of the record.

A correction of the position is a `Put` ply like an accepted irregular move, so counting, taking
back and writing down go through it unchanged; a correction of the record is another game with the
same number of plies. Clocks are touched only where the order says so.
"""

from dataclasses import replace

from firmware.errors import IllegalMove, OrderDeclined
from firmware.notation.fen import parse_fen, write_fen
from firmware.notation.movetext import move_text, parse_move
from firmware.rules import Color, Game, Move, Position, Put
from firmware.table import events as ev
from firmware.table import inputs as inp
from firmware.table import orders as o
from firmware.table.belief import Belief
from firmware.table.clock import Clock
from firmware.table.desk import Stamp
from firmware.table.inference import Kind, Story
from firmware.table.ordering import Ordering
from firmware.table.phase import Phase

TIMES = ("keep", "restore", "set")
"""What a take-back can do with the clocks."""


class Corrections(Ordering):
    """The part of a session that carries out corrections."""

    # ------------------------------------------------------------------------------ position

    def _set_position(self, value: o.SetPosition) -> None:
        self._need_play()
        if self.dispute is not None:
            raise OrderDeclined("irregular_pending", "accept or reject the irregular move first")
        position = parse_fen(value.fen, self.ruleset)
        at_ms = value.at_ms
        self._pause(at_ms)
        game = self.belief.game if len(self.belief.stories) == 1 else self.recorded
        self._put(game, position, "position set", at_ms)
        self._stand_at(self.belief.game, at_ms)
        self._ordered("set_position", f"position set to {write_fen(position)}", value.by, at_ms)

    def _put(
        self, game: Game, position: Position, remark: str, at_ms: int, kind: str = "arbiter"
    ) -> None:
        """A correction is the next ply of this game."""
        kept = self.stamps[: len(game.plies)]
        corrected = game.put(position, game.turn)
        self.belief = Belief.of(corrected, self._picture_of(corrected))
        self.stamps = kept
        self._stamp(Stamp(settled=kind, remark=remark), at_ms)
        self._say_plies(at_ms)

    def _set_crown(self, value: o.SetCrown) -> None:
        self._need_play()
        self._need_decided()
        square = self._need_square(value.square)
        now, bit = self.belief.game.position, 1 << square
        name = self.name(square)
        if not now.occupied & bit:
            raise OrderDeclined("no_man_there", f"no piece stands on {name}")
        if now.is_king(square) is value.king:
            what = "a king" if value.king else "a man"
            raise OrderDeclined("so_already", f"the piece on {name} is {what} already")
        kings = now.kings ^ bit
        position = Position.setup(now.ruleset, now.white, now.black, kings, now.turn)
        what = f"{name} is {'a king' if value.king else 'a man'}"
        stood = self.belief
        self._put(stood.game, position, what, value.at_ms)
        self.belief = stood.accept((Story(self.belief.game, stood.ghosts),))
        self.crowns &= ~bit
        self._before = None
        self._track()
        self._ordered("set_crown", what, value.by, value.at_ms)
        self._check_outcome(value.at_ms)

    # ------------------------------------------------------------------------------- history

    def _take_back(self, value: inp.TakeBack) -> None:
        self._need_play()
        game = self.belief.game
        plies, at_ms = len(game.plies), value.at_ms
        if not 0 < value.plies <= plies:
            raise OrderDeclined(
                "no_such_ply", f"{plies} plies were played; {value.plies} cannot be taken back"
            )
        if any(isinstance(ply, Put) for ply in game.plies[plies - value.plies :]):
            self._need_arbiter(value.by, "take back past a position that was set up")
        left = plies - value.plies
        clock = self._clock_after(value, left)
        taken = " ".join(self._ply_text(game.plies[at], at) for at in range(left, plies))
        self._pause(at_ms)
        self.clock = clock
        self._stand_at(game.take_back(value.plies), at_ms)
        kept = (replace(one, ply=min(one.ply, left)) for one in self.interventions)
        self.interventions = tuple(kept)
        self._ordered("take_back", f"taken back {taken}", value.by, at_ms)
        self._say(ev.TakenBack(left, at_ms))

    def _clock_after(self, value: inp.TakeBack, left: int) -> Clock | None:
        """The clock after a take-back to `left` plies, standing still."""
        if value.times not in TIMES:
            raise OrderDeclined("no_such_times", f"times is one of {', '.join(TIMES)}")
        white_ms, black_ms, at_ms = value.white_ms, value.black_ms, value.at_ms
        if value.times != "set" and (white_ms, black_ms) != (None, None):
            raise OrderDeclined("no_such_times", "white_ms and black_ms go with times set only")
        if self.clock is None:
            if value.times != "keep":
                raise OrderDeclined("no_clock", "this game has no clock")
            return None
        if value.times == "restore":
            fresh = Clock.fresh(self.clock.control, self.setup.increment_first)
            then = self.stamps[left - 1].clock if left else fresh
            return then and replace(then, running=None, since_ms=at_ms)
        clock = self.clock.stop(at_ms)
        for before in self.belief.game.positions[left:-1]:
            clock = clock.retract(before.turn, 1, at_ms)
        if value.times == "set":
            if white_ms is None or black_ms is None:
                raise OrderDeclined("no_times", "times to be set are white_ms and black_ms")
            clock = clock.set_time(Color.WHITE, white_ms, at_ms)
            clock = clock.set_time(Color.BLACK, black_ms, at_ms)
        return clock

    def _enter_move(self, value: o.EnterMove) -> None:
        self._need_play()
        self._need_decided()
        move = parse_move(self.belief.game.position, value.move)
        game, at_ms, mover = self.belief.game, value.at_ms, self.belief.turn
        text = move_text(game.position, move)
        ghosts = move.captured & self.belief.seen.picture
        passes = self.phase is Phase.PLAYING and self._is_running(mover)
        self._accept((Story(game.play(move), ghosts),), at_ms, passes=passes)
        self._side = self.belief.turn
        self.restoring = self.belief.reading.kind is Kind.ASTRAY
        self._ordered("enter_move", f"{text} entered", value.by, at_ms)
        if self.restoring:
            self._alarm(at_ms)
        self._make_final(at_ms)

    def _replace_move(self, value: o.ReplaceMove) -> None:
        self._need_play()
        self._need_decided()
        old, at_ms = self.belief.game, value.at_ms
        if not 0 < value.ply <= len(old.plies):
            raise OrderDeclined("no_such_ply", f"there are {len(old.plies)} plies, from 1 on")
        index = value.ply - 1
        was = self._ply_text(old.plies[index], index)
        game = old.take_back(len(old.plies) - index)
        move = parse_move(game.position, value.move)
        text = move_text(game.position, move)
        game = self._followed(game.play(move), value.ply)
        if game == old:
            raise OrderDeclined("so_already", f"ply {value.ply} is {text} already")
        stamp = replace(self.stamps[index], settled="", name="", remark="")
        self.stamps = (*self.stamps[:index], stamp, *self.stamps[index + 1 :])
        self.belief = self.belief.accept((Story(game),))
        self.restoring = self.belief.reading.kind is Kind.ASTRAY
        self._before = self._made = self._undone = None
        self._say(ev.TakenBack(index, at_ms))
        self._final = index
        self._say_plies(at_ms)
        self._track()
        self._unsettle(at_ms)
        self._ordered("replace_move", f"ply {value.ply} was {was}, is {text}", value.by, at_ms)
        if self.restoring:
            self._alarm(at_ms)
        self._check_outcome(at_ms)

    def _followed(self, game: Game, since: int) -> Game:
        """The game with the plies from `since` on as they are in the record."""
        old = self.belief.game
        for index, ply in enumerate(old.plies[since:], since):
            try:
                match ply:
                    case Move():
                        game = game.play(ply)
                    case Put(position=position, by=by):
                        own = by is old.positions[index].turn
                        game = game.put(position, game.turn if own else game.turn.other)
            except IllegalMove:
                text = self._ply_text(ply, index)
                raise OrderDeclined(
                    "cannot_follow", f"ply {index + 1}, {text}, is not legal after that move"
                ) from None
        return game

    def _is_running(self, color: object) -> bool:
        return self.clock is not None and self.clock.running is color
