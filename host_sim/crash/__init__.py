"""Power cuts at random moments of simulated games, each followed by the start after it."""

from host_sim.crash.cli import add_parser, run

__all__ = ["add_parser", "run"]
