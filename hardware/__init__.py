"""The hardware's data: which wire goes where, one TOML file a board in ``wiring``."""

from pathlib import Path
from typing import Final

WIRING: Final = Path(__file__).parent / "wiring"
"""The folder of the wiring files; ``firmware.devices.wiring`` reads them."""
