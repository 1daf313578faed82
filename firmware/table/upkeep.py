"""Orders about the board as a thing: squares that are not believed, and trying all of them."""

from firmware.errors import InvalidSquare, OrderDeclined
from firmware.table import orders as o
from firmware.table.belief import Belief
from firmware.table.layout import coord_name
from firmware.table.masking import MOST
from firmware.table.ordering import Ordering
from firmware.table.phase import Phase
from firmware.table.walk import Walk


class Upkeep(Ordering):
    """The part of a session that lives with a defective board."""

    def _mask_square(self, value: o.MaskSquare) -> None:
        square = self._need_contact(value.square)
        bit = self.layout.to_physical(1 << square)
        name = self.name(square)
        if bool(self.masked & bit) is value.masked:
            how = "masked" if value.masked else "not masked"
            raise OrderDeclined("so_already", f"{name} is {how} already")
        masked = self.masked ^ bit
        if masked.bit_count() > MOST:
            raise OrderDeclined("too_many", f"at most {MOST} squares are masked")
        self.masked = masked
        self._look_again(value.at_ms)
        detail = f"{name} is {'masked' if value.masked else 'believed again'}"
        self._ordered("mask_square", detail, value.by, value.at_ms)

    def _need_contact(self, text: str) -> int:
        """The square, of the game or beside it, as a bit of the game's pictures."""
        try:
            return self._need_square(text)
        except InvalidSquare:
            named = {
                coord_name(self.layout.coord(square)): square
                for square in range(len(self.layout.wired))
            }
            if text not in named:
                raise
            return named[text]

    def _look_again(self, at_ms: int) -> None:
        """The same contacts, believed otherwise."""
        if self.phase in (Phase.PLAYING, Phase.PAUSED):
            self.belief = self.belief.saw(self._completed(self.layout.to_game(self._physical)))
            self._unsettle(at_ms)
        else:
            self.belief = Belief.of(self.belief.game, self._picture_of(self.belief.game))
        if self.phase is Phase.SETUP:
            self._start_if_set(at_ms)

    def _try_board(self, value: o.TryBoard) -> None:
        if value.on is (self.testing is not None):
            raise OrderDeclined("so_already", f"the board is {'' if value.on else 'not '}tried")
        if value.on and self.phase not in (Phase.IDLE, Phase.PAUSED, Phase.OVER):
            raise OrderDeclined("not_paused", "pause the game first")
        walk, detail = self.testing, "the board is tried"
        self.testing = Walk((1 << len(self._wired)) - 1, self._physical) if value.on else None
        if walk is not None:
            left = " ".join(self.names(self.layout.to_game(walk.left)))
            detail = f"the board was tried; not felt: {left or 'none'}"
        self._ordered("try_board", detail, value.by, value.at_ms)
