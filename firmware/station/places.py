"""Where the files of an installation are found."""

from pathlib import Path
from typing import Final

import hardware
from firmware.errors import WiringError

DEFAULT_CONFIG: Final = Path("/etc/reedboard.toml")
JOURNAL: Final = "journal.sqlite"
"""In the data folder."""
GAMES: Final = "games"
"""In the data folder: one PDN file a game."""
HEARTBEAT: Final = "heartbeat.json"
"""In the runtime folder."""


def pdn_name(game: int) -> str:
    """The name of a game's file in the folder `GAMES`."""
    return f"game-{game:05}.pdn"


def find_wiring(name: str) -> Path:
    """The wiring file meant by the configuration: a path, or the name of a board that is known.

    Raises WiringError naming the known boards.
    """
    if "/" in name or name.endswith(".toml"):
        return Path(name).expanduser()
    path = hardware.WIRING / f"{name}.toml"
    if not path.is_file():
        known = ", ".join(sorted(each.stem for each in hardware.WIRING.glob("*.toml")))
        raise WiringError(
            f"{name}: no board of this name is in {hardware.WIRING}; key wiring in section [board]"
            f" names one of them ({known}) or the path of a file."
        )
    return path
