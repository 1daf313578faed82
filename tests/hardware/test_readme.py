"""What hardware/README.md says of prices, sizes and files is so."""

import csv
import re
from pathlib import Path

import hardware
from firmware.station.doctor.finding import Finding
from hardware.gen.assembly import tiles
from hardware.gen.boards import wirings

FOLDER = Path(hardware.__file__).parent
TEXT = (FOLDER / "README.md").read_text(encoding="utf-8")


def test_totals_tiles_and_squares_are_those_of_the_list() -> None:
    total = list(csv.DictReader((FOLDER / "bom.csv").read_text(encoding="utf-8").splitlines()))[-1]
    for board, wiring in wirings().items():
        columns, rows = tiles(wiring)
        row = next(line for line in TEXT.splitlines() if line.startswith(f"| {board}"))
        assert f"| {columns * rows} | US$ {total[board]} |" in row
        assert f"| {len(wiring.squares)}" in row


def test_every_file_that_is_named_is_there() -> None:
    for name in re.findall(r"\]\(([\w./-]+)\)", TEXT):
        assert (FOLDER / name).is_file(), name


def test_tolerances_are_those_of_the_table() -> None:
    table = (FOLDER / "tolerances.csv").read_text(encoding="utf-8").splitlines()
    rows = {(row["case"], row["man"]): row for row in csv.DictReader(table)}
    weakest = rows["weakest", "flat, alone"]
    crowded = rows["weakest", "flat, men on all 8 squares around"]
    strongest = rows["strongest", "flat, alone"]
    assert f"up to {float(weakest['felt within mm']):.0f} mm off centre" in TEXT
    assert f"({float(crowded['felt within mm']):.0f} mm with men on all eight sides)" in TEXT
    assert f"let go before {float(strongest['held within mm']):.0f} mm" in TEXT.replace("\n", " ")


def test_what_doctor_prints_is_what_it_prints() -> None:
    for line in re.findall(r"`(OK    [^`]+)`", TEXT):
        what, detail = line[6:].split(": ", 1)
        assert str(Finding(True, what, detail)) == line
