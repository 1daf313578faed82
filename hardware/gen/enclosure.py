"""The sizes that the enclosure shares with boards and magnets, for OpenSCAD, and the tolerances."""

import csv
import io
from math import sqrt

from hardware import physics
from hardware.gen import hub, tile
from hardware.physics import MAGNET, REED, SITE, STRONGEST, WEAKEST

STANDING: float = 3.0
"""The reed's lower lead, from the board to its lower pole."""
BOARD: float = 1.6
BELOW: float = 6.0
"""Room under a tile for its joints, and for a spacer and the head of a screw."""


def under_plate() -> float:
    """From the plate's underside to the top of the tiles, in mm."""
    return SITE.gap + SITE.stub + REED.length + STANDING


def sizes() -> str:
    """enclosure/sizes.scad."""
    values = {
        "square": SITE.square,
        "tile": tile.SIZE,
        "plate": SITE.plate,
        "reed_top": SITE.gap,
        "under_plate": under_plate(),
        "board": BOARD,
        "below": BELOW,
        "hub_width": hub.SIZE[0],
        "hub_length": hub.SIZE[1],
        "led_x": tile.RED_X + 1.27,
        "led_pitch": 4.0 * sqrt(2),
        "man": SITE.man_diameter,
        "man_height": SITE.man_height,
        "magnet": MAGNET.diameter,
        "magnet_height": MAGNET.thickness,
    }
    lines = [f"{name} = {value:g};" for name, value in values.items()]
    head = (
        "// Millimetres. Written by hardware/gen from boards and magnets; change those, not this."
    )
    return "\n".join((head, *lines)) + "\n"


def tolerances() -> str:
    """tolerances.csv: how far off centre a man may stand, and what its neighbours do."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("case", "man", "felt within mm", "held within mm"))
    for name, (magnet, reed, site) in _cases().items():
        around = physics.neighbours(magnet, reed, site, diagonal_only=False)
        corners = physics.neighbours(magnet, reed, site, diagonal_only=True)
        rows = (
            ("flat, alone", physics.ring(magnet, reed, site)),
            (
                "flat, men on the 4 dark squares around",
                physics.ring(magnet, reed, site, bias=corners),
            ),
            ("flat, men on all 8 squares around", physics.ring(magnet, reed, site, bias=around)),
            ("king upside down", physics.ring(magnet, reed, site, turned=True)),
            ("second man of a stack, by itself", physics.ring(magnet, reed, site, level=1)),
            ("third man of a stack, by itself", physics.ring(magnet, reed, site, level=2)),
        )
        for man, ring in rows:
            writer.writerow((name, man, f"{ring.operate:.1f}", f"{ring.release:.1f}"))
        for said, ampere_turns in (("4 dark", corners), ("all 8", around)):
            man = f"none, men on the {said} squares around: {abs(ampere_turns):.1f} AT"
            writer.writerow((name, f"{man} (closes at {reed.operate_at:g})", "", ""))
    return out.getvalue()


def _cases() -> dict[str, tuple[physics.Magnet, physics.Reed, physics.Site]]:
    return {"weakest": WEAKEST, "typical": (MAGNET, REED, SITE), "strongest": STRONGEST}
