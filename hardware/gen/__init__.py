"""From the wiring files to schematics, boards, lists and drawings; standard library only."""
