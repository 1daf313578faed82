"""Transfers with a simulated chip, byte by byte as they go over the bus."""

from host_sim.chips import Chip


def write(chip: Chip, *payload: int) -> None:
    chip.start(reading=False)
    for byte in payload:
        chip.receive(byte)
    chip.stop()


def read(chip: Chip, count: int) -> list[int]:
    chip.start(reading=True)
    data = [chip.send() for _ in range(count)]
    chip.stop()
    return data


def read_at(chip: Chip, register: int, count: int = 1) -> list[int]:
    write(chip, register)
    return read(chip, count)
