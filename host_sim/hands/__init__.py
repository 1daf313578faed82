"""Hands that play legal moves as people do.

A *style* (`styles`) says what a kind of player does, from a table of ranges (`ranges`); a *hand* is
one player with habits of his own, and plans each turn as acts in time (`plan`).
"""

from host_sim.hands.choice import prudent
from host_sim.hands.hand import Hand, Turn
from host_sim.hands.offences import Offence
from host_sim.hands.plan import Plan, Timed, lasts_ms
from host_sim.hands.styles import STYLES, TIDY, Fidget, Removal, Style

__all__ = [
    "STYLES",
    "TIDY",
    "Fidget",
    "Hand",
    "Offence",
    "Plan",
    "Removal",
    "Style",
    "Timed",
    "Turn",
    "lasts_ms",
    "prudent",
]
