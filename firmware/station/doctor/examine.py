"""What the board needs to run, checked one by one, each failure with what to do about it.

The checks only look: no file is changed, no light is lit. Where a check needs what an earlier one
found missing, it is left out.
"""

import os
import shutil
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from firmware.devices.bus import I2CBus, Pins, probe
from firmware.devices.wiring import Wiring, load_wiring
from firmware.errors import BusError, ConfigError, JournalError, PinError, WiringError
from firmware.station.archive import inspect_journal
from firmware.station.calendar import today_here
from firmware.station.config import Config, load_config
from firmware.station.default_game import check_game
from firmware.station.doctor.finding import Finding
from firmware.station.doctor.throttling import answer_of, throttling
from firmware.station.places import JOURNAL, find_wiring
from firmware.station.storage import folder_is_claimed

FREE_MIN_MB: Final = 50
FAST_HZ: Final = 400_000


@dataclass(frozen=True)
class Host:
    """The computer that is examined: how its bus and its pins are opened, and its file system.

    `root` stands before every path of the system (``/proc``, ``/sys``); it is not ``/`` in tests.
    """

    open_bus: Callable[[str], I2CBus]
    open_pins: Callable[[str], Pins]
    ask: Callable[..., str] = answer_of
    """What a program prints, nothing where it cannot."""
    root: Path = Path("/")
    free_mb: Callable[[Path], int] = lambda folder: shutil.disk_usage(folder).free // 1_000_000
    today: Callable[[], str] = today_here
    """Date and time, empty while they are not known."""


def examine(config_path: Path | None, host: Host) -> Iterator[Finding]:
    """All findings, each as soon as it is known."""
    try:
        config = load_config(config_path)
    except ConfigError as error:
        yield Finding(False, "configuration", str(error))
        return
    yield Finding(True, "configuration", str(config_path or "no file; every key has its default"))
    running = folder_is_claimed(config.files.data_dir)
    yield from _machine(host)
    yield from _board(config, host, str(config_path or "configuration"))
    yield _pins(config, host, running)
    yield from _disk(config, host)
    yield _journal(config, running)
    yield _runtime(config, host.root)


def _machine(host: Host) -> Iterator[Finding]:
    root = host.root
    model = _system_text(root / "proc/device-tree/model")
    if "Raspberry Pi" not in model:
        yield Finding(
            False, "machine", "this is no Raspberry Pi; there is no board on it", hint=True
        )
    else:
        yield Finding(True, "machine", model)
        yield from throttling(root, host.ask)
    if not host.today():
        yield Finding(
            False,
            "date",
            "nobody has set the clock since the start, games are dated ????.??.??; connect a"
            " network, or fit a clock chip with a battery",
            hint=True,
        )


def _board(config: Config, host: Host, file: str) -> Iterator[Finding]:
    wiring = _wiring(config)
    if isinstance(wiring, Finding):
        yield wiring
    else:
        yield Finding(True, "wiring", wiring.title)
        yield _game(config, wiring, file)
    path = config.board.bus
    device = _device(path)
    yield device
    if device.ok:
        yield _speed(path, host.root)
        if not isinstance(wiring, Finding):
            yield from _chips(path, wiring, host)


def _wiring(config: Config) -> Wiring | Finding:
    try:
        return load_wiring(find_wiring(config.board.wiring))
    except WiringError as error:
        return Finding(False, "wiring", str(error))


def _game(config: Config, wiring: Wiring, file: str) -> Finding:
    try:
        check_game(config, wiring.squares, file)
    except ConfigError as error:
        return Finding(False, "game", str(error))
    return Finding(True, "game", f"{config.game.variant}, {config.game.policy}")


def _device(path: str) -> Finding:
    if not os.path.exists(path):
        return Finding(
            False,
            "bus",
            f"{path} is not there; switch I2C on (raspi-config, Interface Options, I2C) and start"
            " the machine anew, or name another with key bus in section [board]",
        )
    if not os.access(path, os.R_OK | os.W_OK):
        return Finding(
            False,
            "bus",
            f"{path} may not be used by this user; add it to the group i2c"
            " (sudo usermod -aG i2c,gpio $USER) and log in anew",
        )
    return Finding(True, "bus", path)


def _speed(bus: str, root: Path) -> Finding:
    adapter = root / "sys/class/i2c-adapter" / Path(bus).name / "of_node/clock-frequency"
    try:
        # A cell of the device tree: four bytes, the highest first.
        hertz = int.from_bytes(adapter.read_bytes()[:4], "big")
    except OSError:
        return Finding(False, "bus speed", "the kernel does not tell it", hint=True)
    if hertz < FAST_HZ:
        return Finding(
            False,
            "bus speed",
            f"{hertz // 1000} kHz, a scan takes longer than it need; put"
            " dtparam=i2c_arm_baudrate=400000 into /boot/firmware/config.txt",
            hint=True,
        )
    return Finding(True, "bus speed", f"{hertz // 1000} kHz")


def _chips(path: str, wiring: Wiring, host: Host) -> Iterator[Finding]:
    chips = {wiring.drive_chip: "MCP23017, matrix", wiring.read_chip: "MCP23017, matrix"}
    chips |= {led.address: "HT16K33, square lights" for led in (*wiring.red, *wiring.green)}
    chips[wiring.left_display] = "HT16K33, left display"
    chips[wiring.right_display] = "HT16K33, right display"
    try:
        bus = host.open_bus(path)
    except BusError as error:
        yield Finding(False, "chips", str(error))
        return
    for address, role in sorted(chips.items()):
        yield _chip(bus, address, role, chips.keys())
    bus.close()


def _chip(bus: I2CBus, address: int, role: str, known: Collection[int]) -> Finding:
    what = f"chip {address:#04x}"
    try:
        there = probe(bus, address)
    except BusError as error:
        return Finding(False, what, f"{role}: {error}; check SDA, SCL and the level shifter")
    if there:
        return Finding(True, what, role)
    return Finding(
        False,
        what,
        f"{role}: no answer; {_elsewhere(bus, address, known)}check its supply, its address pins A0"
        " to A2 and both bus wires",
    )


def _elsewhere(bus: I2CBus, address: int, known: Collection[int]) -> str:
    """A chip of the same kind that answers where the wiring file knows none."""
    family = range(address & ~7, (address & ~7) + 8)
    try:
        found = [each for each in family if each not in known and probe(bus, each)]
    except BusError:
        return ""
    return "".join(f"one answers at {each:#04x}, is it this one? " for each in found)


def _pins(config: Config, host: Host, running: bool) -> Finding:
    name = config.board.pins
    if running:
        return Finding(True, "pin library", f"{name}, in use by the running station")
    try:
        pins = host.open_pins(name)
    except PinError as error:
        return Finding(False, "pin library", str(error))
    pins.close()
    return Finding(True, "pin library", name)


def _disk(config: Config, host: Host) -> Iterator[Finding]:
    folder = config.files.data_dir
    parent = next(each for each in (folder, *folder.absolute().parents) if each.exists())
    if not os.access(parent, os.W_OK | os.X_OK) or not parent.is_dir():
        yield Finding(
            False,
            "data folder",
            f"{parent} cannot be written by this user; make it writable, or choose another folder"
            " with key data in section [files]",
        )
        return
    yield Finding(True, "data folder", f"{folder}{'' if folder.exists() else ', not made yet'}")
    free_mb = host.free_mb(parent)
    if free_mb < FREE_MIN_MB:
        yield Finding(
            False,
            "free disk",
            f"{free_mb} MB free on the disk of {folder}; free at least {FREE_MIN_MB} MB: old logs"
            " and downloads, games that were exported",
        )
    else:
        yield Finding(True, "free disk", f"{free_mb} MB")


def _journal(config: Config, running: bool) -> Finding:
    path = config.files.data_dir / JOURNAL
    try:
        detail = inspect_journal(path)
    except JournalError as error:
        return Finding(False, "journal", str(error))
    return Finding(True, "journal", detail + (", a station is running on it" if running else ""))


def _runtime(config: Config, root: Path) -> Finding:
    folder = config.files.runtime_dir.absolute()
    kinds = {}
    for line in _system_text(root / "proc/mounts").splitlines():
        _, place, kind, *_ = line.split(" ")
        kinds[Path(place)] = kind
    kind = next((kinds[each] for each in (folder, *folder.parents) if each in kinds), "unknown")
    if kind == "tmpfs":
        return Finding(True, "runtime folder", f"{folder}, in memory")
    return Finding(
        False,
        "runtime folder",
        f"{folder} is on {kind}, which wears out; choose a folder on tmpfs, such as one in /run,"
        " with key runtime in section [files]",
        hint=True,
    )


def _system_text(path: Path) -> str:
    """What the kernel says in a file; empty where there is no such file."""
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip("\0\n ")
    except OSError:
        return ""
