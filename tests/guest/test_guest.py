"""The board as it is installed, in a machine with a kernel and a service manager of its own.

All is as on a Raspberry Pi with Bookworm, but for three things: the processor is emulated, the
adapter of the bus is one on USB, whose wires lead to the simulated chips, and the pin library is a
stand-in. So what is shown is the installation, the hardened services under systemd, its watchdog,
the firmware on i2c-dev and the kernel's I2C core, the journal on ext4.
"""

import re
import shutil
import time
from collections.abc import Iterator

import pytest

from firmware.notation.pdn_read import read_pdn
from firmware.notation.pdn_write import numbered_moves
from firmware.notation.replay import replay
from tests.guest.image import Image
from tests.guest.machine import Machine
from tests.setup.debian import Tree, needs_trees
from tests.station.short_game import short_game, turns

PROGRAMS = ("qemu-system-x86_64", "busybox", "mkfs.ext4")
WATCHDOG_S = 10

pytestmark = [
    *needs_trees,
    pytest.mark.skipif(
        not all(map(shutil.which, PROGRAMS)),
        reason="needs apt install qemu-system-x86 busybox-static e2fsprogs, on Debian for x86",
    ),
]


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    folder = tmp_path_factory.mktemp("guest")
    tree = Tree(folder / "bookworm", "bookworm")
    tree.make("install")
    machine = Machine(folder, Image(folder, tree))
    yield machine
    machine.close()


def test_both_services_run_hardened_and_the_doctor_finds_every_chip(machine: Machine) -> None:
    services = "reedboard reedboard-console"
    assert machine.run(f"systemctl is-active {services}") == "active\nactive\n"
    assert machine.run("cat /sys/class/i2c-adapter/i2c-0/name").startswith("i2c-tiny-usb")
    said = machine.run("cd / && runuser -u reedboard -- reedboard doctor")
    assert "FAIL" not in said
    for chip in ("0x20: MCP23017", "0x70: HT16K33", "0x71: HT16K33", "0x72: HT16K33"):
        assert f"OK    chip {chip}" in said
    assert "OK    runtime folder: /run/reedboard, in memory" in said
    memory = map(int, machine.run(f"systemctl show -P MemoryCurrent {services}").split())
    assert sum(memory) < 110_000_000


def test_a_whole_game_with_a_pulled_chip_a_watchdog_a_kill_and_an_update(machine: Machine) -> None:
    game = short_game()
    assert machine.talk.ask("new_game", control="300+3", immediate=True)["ok"]
    while machine.talk.state()["phase"] != "playing":
        pass
    for ply, text, lift, deeds, button in turns(game):
        machine.hand(lift)
        match ply:
            case 4:
                machine.hand("pull 0x20 3000")
                machine.talk.until("fault_over")
            case 9:
                stopped_s = time.monotonic()
                _begun_anew(machine, f"kill -STOP {machine.main_pid()}", ply)
                assert time.monotonic() - stopped_s > WATCHDOG_S - 2
            case 13:
                _begun_anew(machine, "systemctl kill -s KILL reedboard", ply)
            case 17:
                _begun_anew(machine, "systemctl restart reedboard", ply)
        machine.hand(*deeds)
        assert machine.talk.until("provisional")["text"] == text
        machine.press(button)
        assert machine.talk.until("move_made")["text"] == text

    state = machine.talk.recorded()
    assert (state["phase"], state["result"], state["reason"]) == ("over", "1-0", "no_pieces")
    assert state["moves"] == numbered_moves(game)
    assert "sensor" in machine.failed
    machine.run("systemctl stop reedboard")
    (record,) = read_pdn(machine.run(f"cat {state['file']}"))
    assert replay(record).plies == game.plies
    journal = machine.run("journalctl -u reedboard --no-pager -o cat")
    assert len(re.findall("Watchdog timeout", journal)) == 1
    assert journal.count("game 1 was not finished; it is taken up, paused") == 3
    assert "Traceback" not in journal


def _begun_anew(machine: Machine, command: str, ply: int) -> None:
    """The station ends by this command and comes back with the game, which then goes on."""
    machine.talk.recorded()
    before = machine.main_pid()
    machine.run(command)
    machine.talk.close()
    while machine.main_pid() in (before, "0"):
        pass
    state = machine.connect().state()
    assert (state["phase"], state["restored"], state["plies"]) == ("paused", True, ply - 1)
    assert machine.talk.ask("resume")["ok"]
