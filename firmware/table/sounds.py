"""Which signal the buzzer gives for an event: a pure table. Silence when all is well."""

from typing import Final

from firmware.table import events as ev

Beeps = tuple[int, ...]
"""Milliseconds on, off, on, ..."""

START: Final[Beeps] = (120,)
NO: Final[Beeps] = (60, 60, 60)
WRONG: Final[Beeps] = (250,)
IRREGULAR: Final[Beeps] = (250, 100, 250)
ASK: Final[Beeps] = (60, 60, 60, 60, 250)
TICK: Final[Beeps] = (30,)
CHOSEN: Final[Beeps] = (30, 60, 120)
END: Final[Beeps] = (400, 150, 400)


def beeps(event: ev.Event) -> Beeps:
    """The signal for an event; empty for most."""
    match event:
        case ev.GameStarted():
            return START
        case ev.Refused() | ev.ClaimDecided(right=False):
            return NO
        case ev.Astray() | ev.Pending():
            return WRONG
        case ev.Irregular() if event.loud:
            return IRREGULAR
        case ev.Rejected():
            return IRREGULAR
        case ev.OfferClosed(how="declined") | ev.ProposalClosed(agreed=False):
            return NO
        case ev.Gestured() | ev.MenuShown() | ev.LedTo(done=False):
            return TICK
        case ev.Chosen() | ev.LedTo():
            return CHOSEN
        case ev.Asked() | ev.DrawNotice() | ev.DrawOffered() | ev.DrawClaimed() | ev.Proposed():
            return ASK
        case ev.Flag() | ev.GameOver():
            return END
        case _:
            return ()
