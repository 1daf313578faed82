"""The doctor finds each thing that can be missing, and says what to do about it."""

import errno
import os
import struct
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from firmware.devices.bus import I2CBus, Pins
from firmware.devices.linux import GpiozeroPins, open_bus
from firmware.errors import BusUnavailable, PinLibraryError
from firmware.station.doctor.examine import Host, examine
from firmware.station.doctor.finding import Finding
from firmware.station.doctor.throttling import answer_of
from firmware.station.journal import open_journal
from firmware.station.storage import claim_folder
from host_sim.adapter import Adapter
from host_sim.chips.ht16k33 import Ht16k33
from host_sim.chips.mcp23017 import Mcp23017
from host_sim.clock import VirtualClock
from host_sim.faults import Faults, StuckSda
from host_sim.kernel import Kernel
from host_sim.pins import SimFactory

THROTTLED = "sys/bus/platform/drivers/raspberrypi-firmware/soc:firmware/get_throttled"


class Bench:
    """A healthy Raspberry Pi with an 8x8 board on it, in which a test breaks something."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.bus = folder / "i2c-1"
        self.bus.write_bytes(b"")
        self.clock = VirtualClock()
        self.chips = {0x20: Mcp23017()} | {
            address: Ht16k33(self.clock, Random(address)) for address in (0x70, 0x71, 0x72)
        }
        self.faults = Faults(self.chips, {})
        self.open_bus: Callable[[str], I2CBus] = open_bus
        self.open_pins: Callable[[str], Pins] = lambda name: GpiozeroPins(
            SimFactory(self.clock, Random(1))
        )
        self.tell("proc/device-tree/model", b"Raspberry Pi 4 Model B Rev 1.5\0")
        self.tell(
            f"sys/class/i2c-adapter/{self.bus.name}/of_node/clock-frequency",
            struct.pack(">I", 400_000),
        )
        self.tell("proc/mounts", f"none / ext4 rw 0 0\nnone {folder}/run tmpfs rw 0 0\n".encode())
        self.tell(THROTTLED, b"0\n")
        self.programs: dict[tuple[str, ...], str] = {}
        """What programs print; any other is not there."""
        self.free_mb = 5000
        self.date = "2026-06-01T10:30:00"
        self.config = folder / "reedboard.toml"
        self.configure()

    def tell(self, path: str, data: bytes) -> None:
        """What the system says in one of its files."""
        file = self.folder / "root" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)

    def configure(self, board: str = "", data: str = "data") -> None:
        self.config.write_text(
            f'[board]\nbus = "{self.bus}"\n{board}\n'
            f'[files]\ndata = "{self.folder / data}"\nruntime = "{self.folder / "run"}"\n'
        )

    def examine(self) -> list[Finding]:
        adapter = Adapter(self.clock, self.chips, self.faults)
        with Kernel({str(self.bus): adapter}).installed():
            host = Host(
                self.open_bus,
                self.open_pins,
                lambda *command: self.programs.get(command, ""),
                self.folder / "root",
                lambda folder: self.free_mb,
                lambda: self.date,
            )
            return list(examine(self.config, host))

    def failures(self) -> dict[str, str]:
        """What is wrong, by the thing that is."""
        return {finding.what: finding.detail for finding in self.examine() if not finding.ok}


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


def test_a_healthy_board_is_found_healthy(bench: Bench) -> None:
    findings = bench.examine()
    assert [f"{finding}" for finding in findings if not finding.ok] == []
    assert [finding.what for finding in findings] == [
        "configuration",
        "machine",
        "supply",
        "heat",
        "wiring",
        "game",
        "bus",
        "bus speed",
        "chip 0x20",
        "chip 0x70",
        "chip 0x71",
        "chip 0x72",
        "pin library",
        "data folder",
        "free disk",
        "journal",
        "runtime folder",
    ]


def test_looking_changes_nothing(bench: Bench) -> None:
    before = sorted(path for path in bench.folder.rglob("*"))
    bench.examine()
    assert sorted(path for path in bench.folder.rglob("*")) == before


def test_a_wrong_configuration_ends_the_examination(bench: Bench) -> None:
    bench.config.write_text("[bord]\n")
    (finding,) = bench.examine()
    assert str(finding).startswith("FAIL  configuration: ")
    assert "did you mean board?" in finding.detail


def test_a_board_that_is_not_known_names_those_that_are(bench: Bench) -> None:
    bench.configure('wiring = "9x9"')
    failures = bench.failures()
    assert list(failures) == ["wiring"]
    assert "(10x10, 10x8, 12x12, 8x8)" in failures["wiring"]


def test_a_missing_bus_says_how_to_switch_it_on_and_leaves_the_chips_out(bench: Bench) -> None:
    bench.bus.unlink()
    assert list(bench.failures()) == ["bus"]
    assert "raspi-config" in bench.failures()["bus"]


def test_a_chip_that_does_not_answer_is_named_with_its_part(bench: Bench) -> None:
    del bench.chips[0x71]
    failures = bench.failures()
    assert list(failures) == ["chip 0x71"]
    assert "display: no answer; check its supply, its address pins" in failures["chip 0x71"]


def test_a_stuck_bus_is_told_from_a_missing_chip(bench: Bench) -> None:
    bench.faults.plan(StuckSda(0, 10**12))
    failures = bench.failures()
    assert list(failures) == ["chip 0x20", "chip 0x70", "chip 0x71", "chip 0x72"]
    assert "held low" in failures["chip 0x20"]


def test_a_slow_bus_is_a_hint_with_the_line_to_write(bench: Bench) -> None:
    bench.tell(
        f"sys/class/i2c-adapter/{bench.bus.name}/of_node/clock-frequency",
        struct.pack(">I", 100_000),
    )
    (hint,) = [finding for finding in bench.examine() if not finding.ok]
    assert hint.hint
    assert str(hint).startswith("HINT  bus speed: 100 kHz")
    assert "dtparam=i2c_arm_baudrate=400000" in hint.detail


def test_a_pin_library_that_does_not_work_says_why(bench: Bench) -> None:
    def broken(name: str) -> Pins:
        raise PinLibraryError(f"the pin library {name} does not work here")

    bench.open_pins = broken
    assert bench.failures() == {"pin library": "the pin library lgpio does not work here"}


def test_a_data_folder_that_cannot_be_made_is_named(bench: Bench) -> None:
    (bench.folder / "file").write_text("")
    bench.configure(data="file/data")
    assert "key data in section [files]" in bench.failures()["data folder"]


def test_a_full_disk_is_named_with_what_may_go(bench: Bench) -> None:
    bench.free_mb = 12
    (finding,) = [finding for finding in bench.examine() if not finding.ok]
    assert str(finding) == (
        f"FAIL  free disk: 12 MB free on the disk of {bench.folder / 'data'}; free at least 50 MB:"
        " old logs and downloads, games that were exported"
    )


def test_a_foreign_journal_is_named(bench: Bench) -> None:
    (bench.folder / "data").mkdir()
    (bench.folder / "data" / "journal.sqlite").write_text("dear diary " * 100)
    assert "this is not a journal" in bench.failures()["journal"]


def test_a_runtime_folder_on_a_card_is_a_hint(bench: Bench) -> None:
    bench.tell("proc/mounts", b"none / ext4 rw 0 0\n")
    assert "is on ext4, which wears out" in bench.failures()["runtime folder"]


def test_any_other_computer_gets_hints_only_for_what_it_is_not(bench: Bench) -> None:
    for path in ("proc/device-tree/model", THROTTLED):
        (bench.folder / "root" / path).unlink()
    findings = [finding for finding in bench.examine() if not finding.ok]
    assert [(finding.what, finding.hint) for finding in findings] == [("machine", True)]


def test_a_running_station_keeps_its_pins_and_its_journal(bench: Bench) -> None:
    data = bench.folder / "data"
    data.mkdir()
    open_journal(data / "journal.sqlite", boot="b", started="s")

    def busy(name: str) -> Pins:
        raise AssertionError("the pins belong to the running station")

    bench.open_pins = busy
    with claim_folder(data):
        findings = {finding.what: finding.detail for finding in bench.examine()}
    assert findings["pin library"] == "lgpio, in use by the running station"
    assert findings["journal"] == "0 games, a station is running on it"


def test_a_game_that_cannot_be_played_is_named_with_its_key(bench: Bench) -> None:
    bench.configure('[game]\npolicy = "kind"\n')
    assert bench.failures()["game"].startswith(
        f"{bench.config}, section [game], key policy: policy 'kind'"
    )


def test_an_unknown_date_is_a_hint(bench: Bench) -> None:
    bench.date = ""
    (finding,) = [finding for finding in bench.examine() if finding.what == "date"]
    assert finding.hint
    assert "fit a clock chip" in finding.detail


def test_a_chip_with_a_wrong_address_is_found_where_it_answers(bench: Bench) -> None:
    bench.chips[0x21] = bench.chips.pop(0x20)
    failures = bench.failures()
    assert list(failures) == ["chip 0x20"]
    assert "one answers at 0x21, is it this one? check its supply, its" in failures["chip 0x20"]


def test_a_bus_that_this_user_may_not_open_names_the_group(bench: Bench) -> None:
    def refused(path: str) -> I2CBus:
        with Kernel({}, refused={path: errno.EACCES}).installed():
            return open_bus(path)

    bench.open_bus = refused
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "access", lambda path, mode: path != str(bench.bus))
        assert "sudo usermod -aG i2c,gpio $USER" in bench.failures()["bus"]
    with pytest.raises(BusUnavailable, match="permission denied; add this user to the group i2c"):
        refused(str(bench.bus))


# Bits of get_throttled (Raspberry Pi documentation): 0 under-voltage, 1 frequency capped,
# 2 throttled, 3 soft limit of temperature; 16 to 19 the same since the start.
@pytest.mark.parametrize(
    ("word", "wrong"),
    [
        (0x0, set()),
        (0x1, {"supply"}),
        (0x1_0000, {"supply"}),
        (0x5_0005, {"supply", "heat"}),
        (0x8_0000, {"heat"}),
        (0x2_0002, set()),
    ],
)
@pytest.mark.parametrize("way", ["the kernel's file", "on a Raspberry Pi 5", "vcgencmd"])
def test_supply_and_heat_are_told_by_the_kernel_or_by_vcgencmd(
    bench: Bench, way: str, word: int, wrong: set[str]
) -> None:
    (bench.folder / "root" / THROTTLED).unlink()
    if way == "vcgencmd":
        bench.programs["vcgencmd", "get_throttled"] = f"throttled={word:#x}\n"
    else:
        folder = "soc@107c000000:firmware" if "5" in way else "soc:firmware"
        bench.tell(THROTTLED.replace("soc:firmware", folder), f"{word:x}\n".encode())
    failures = bench.failures()
    assert failures.keys() == wrong
    assert all("stronger supply" in failures[what] for what in wrong & {"supply"})
    assert all("air or a heat sink" in failures[what] for what in wrong & {"heat"})


@pytest.mark.parametrize("said", ["", "VCHI initialization failed\n", "throttled=\n"])
def test_a_supply_that_nobody_can_tell_of_is_a_hint_with_the_question_to_ask(
    bench: Bench, said: str
) -> None:
    (bench.folder / "root" / THROTTLED).unlink()
    bench.programs["vcgencmd", "get_throttled"] = said
    assert bench.failures() == {
        "supply": "neither the kernel nor vcgencmd tells this user whether it is enough; let"
        " sudo vcgencmd get_throttled say it: 0x0 is good"
    }


def test_a_program_that_is_not_there_or_fails_says_nothing(tmp_path: Path) -> None:
    assert answer_of("echo", "throttled=0x0") == "throttled=0x0\n"
    assert answer_of(str(tmp_path / "vcgencmd")) == ""
    assert answer_of("sh", "-c", "echo throttled=0x1; exit 255") == ""
