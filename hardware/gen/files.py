"""All that is generated: path below ``hardware/`` -> text, the same on every machine."""

from functools import cache

from hardware.gen import bom, drawing, enclosure, project, spice, wires
from hardware.gen.boards import wirings
from hardware.gen.hub import hub
from hardware.gen.tile import tile


@cache
def everything() -> project.Files:
    """Every generated file."""
    found = dict(project.files([tile(), hub()]))
    for name, wiring in wirings().items():
        found[f"wires/{name}.csv"] = wires.to_tiles(wiring)
        found[f"wires/{name}-hand.csv"] = wires.by_hand(wiring)
    found["bom.csv"] = bom.table(wirings())
    found["enclosure/sizes.scad"] = enclosure.sizes()
    found["pictures/section.svg"] = drawing.section()
    found["pictures/by-hand.svg"] = drawing.by_hand()
    found["tolerances.csv"] = enclosure.tolerances()
    found |= spice.files()
    return found
