"""Many games by seeded hands, each checked against what was really played.

One seed draws everything: the game, the style of each hand, the clock, and what goes wrong. While
a game is played the board is checked against what the hands know: the record is what was played,
nothing before it was possible, nothing lost, no false alarm and no missing one, clocks and lights
as they must be. First safety, then liveness: when faults have stopped, the board is in step again
or shows what is to be put right. The output has no times of this machine in it, so that the same
seed gives the same bytes anywhere.
"""

from host_sim.soak.cli import add_parser, run
from host_sim.soak.run import play_one, soak
from host_sim.soak.tally import Tally

__all__ = ["Tally", "add_parser", "play_one", "run", "soak"]
