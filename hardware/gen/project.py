"""What KiCad wants beside schematic and board: project, library tables, libraries."""

import json

from hardware.gen import pcb, schematic
from hardware.gen.model import Board, Footprint

Files = dict[str, str]
"""Path below ``hardware/`` -> text."""

_RULES = {
    "min_clearance": 0.2,
    "min_copper_edge_clearance": 0.3,
    "min_hole_clearance": 0.25,
    "min_hole_to_hole": 0.25,
    "min_through_hole_diameter": 0.3,
    "min_track_width": 0.2,
    "min_via_annular_width": 0.15,
    "min_via_diameter": 0.6,
    "min_text_height": 0.8,
    "min_text_thickness": 0.08,
}
"""What the cheapest makers of boards accept, with something to spare."""


def files(boards: list[Board]) -> Files:
    """Everything in ``kicad/``."""
    found: Files = {
        "kicad/reedboard.kicad_sym": schematic.library(boards),
        "kicad/sym-lib-table": _table("sym_lib_table", "reedboard.kicad_sym"),
        "kicad/fp-lib-table": _table("fp_lib_table", "reedboard.pretty"),
        "kicad/reedboard.pretty/Hole_M3.kicad_mod": pcb.hole_file(),
    }
    footprints: dict[str, Footprint] = {}
    for board in boards:
        found[f"kicad/{board.name}.kicad_sch"] = schematic.schematic(board)
        found[f"kicad/{board.name}.kicad_pcb"] = pcb.pcb(board)
        found[f"kicad/{board.name}.kicad_pro"] = _project(board)
        for component in board.components:
            footprint = component.part.footprint
            known = footprints.setdefault(footprint.name, footprint)
            assert known == footprint, f"two footprints are called {footprint.name}"
    for name, footprint in footprints.items():
        found[f"kicad/reedboard.pretty/{name}.kicad_mod"] = pcb.footprint_file(footprint)
    return found


def _table(kind: str, file: str) -> str:
    uri = "${KIPRJMOD}/" + file
    entry = f'(lib (name "reedboard")(type "KiCad")(uri "{uri}")(options "")(descr ""))'
    return f"({kind}\n  (version 7)\n  {entry}\n)\n"


def _project(board: Board) -> str:
    content = {
        "board": {"design_settings": {"rules": _RULES}},
        "meta": {"filename": f"{board.name}.kicad_pro", "version": 3},
        "net_settings": {
            "classes": [
                {
                    "name": "Default",
                    "clearance": 0.2,
                    "track_width": 0.3,
                    "via_diameter": 0.8,
                    "via_drill": 0.4,
                }
            ],
            "meta": {"version": 4},
        },
        "sheets": [[schematic.root(board), "Root"]],
    }
    return json.dumps(content, indent=2, sort_keys=True) + "\n"
