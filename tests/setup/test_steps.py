"""Installing into a folder that stands for a system, with a stand-in for its programs."""

import hashlib
from pathlib import Path

import pytest

from firmware.errors import SetupError
from firmware.setup import steps
from firmware.setup.tree import Tree

BOOKWORM = (Path(__file__).parent / "config.txt").read_text("utf-8")


class FakeSystem:
    """Has the packages it was given, enables services, makes accounts and an empty environment."""

    running = True

    def __init__(self, root: Path, packages: set[str]) -> None:
        self.root = root
        self.packages = packages
        self.enabled: set[str] = set()
        self.commands: list[tuple[str, ...]] = []
        self.broken: str | None = None
        self.python = "Python 3.11.2"

    def succeeds(self, *command: str) -> bool:
        match command:
            case ("dpkg-query", "--show", name):
                return name in self.packages
            case ("systemctl", "is-enabled", "--quiet", service):
                return service in self.enabled
        raise AssertionError(command)

    def run(self, *command: str) -> str:
        self.commands.append(command)
        if self.broken is not None and self.broken in command:
            raise SetupError(f"`{' '.join(command)}` failed: no network")
        match command:
            case ("dpkg-query", *_):
                return "installed"
            case ("apt-get", "install", "--yes", "--no-install-recommends", *names):
                self.packages |= set(names)
            case ("/usr/bin/python3", "--version"):
                return self.python + "\n"
            case ("/usr/bin/python3", "-m", "venv", "--system-site-packages", place):
                (self.root / place.lstrip("/") / "bin").mkdir(parents=True)
            case (python, "-m", "pip", "install", *_, source):
                assert python.startswith(steps.PREFIX)
                copy = self.root / source.removesuffix("[console]").lstrip("/")
                assert (copy / "pyproject.toml").is_file()
                assert (copy / "firmware/setup/files/reedboard.service").is_file()
            case ("systemd-sysusers", _):
                text = "reedboard:x:999:\n"
                (self.root / "etc/passwd").write_text(text)
                (self.root / "etc/group").write_text(text)
            case ("systemctl", "enable", service):
                self.enabled.add(service)
            case ("systemctl", "disable", *services):
                self.enabled -= set(services)
            case ("systemctl", "daemon-reload" | "restart" | "stop", *_) | ("apt-get", "update"):
                pass
            case _:
                raise AssertionError(command)
        return ""


class Card:
    """A Raspberry Pi OS, as far as the installer looks at it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.put("boot/firmware/config.txt", BOOKWORM)
        self.put("etc/passwd", "")
        self.put("etc/group", "")
        self.system = FakeSystem(root, {"python3-venv"})

    def put(self, place: str, text: str) -> None:
        path = self.root / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def install(self) -> list[str]:
        told: list[str] = []
        steps.install(Tree(self.root, told.append), self.system)
        return told

    def uninstall(self) -> list[str]:
        told: list[str] = []
        steps.uninstall(Tree(self.root, told.append), self.system)
        return told

    def files(self) -> dict[str, str]:
        return {
            str(path.relative_to(self.root)): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in sorted(self.root.rglob("*"))
            if path.is_file()
        }


@pytest.fixture
def card(tmp_path: Path) -> Card:
    return Card(tmp_path)


def test_everything_that_is_changed_is_listed(card: Card) -> None:
    before = card.files()
    told = card.install()
    assert told == [
        "installed package python3-lgpio",
        "installed package avahi-daemon",
        "changed /boot/firmware/config.txt",
        "made /etc/modules-load.d/reedboard.conf",
        "made /etc/sysusers.d/reedboard.conf",
        "changed /etc/passwd",
        "changed /etc/group",
        "made /opt/reedboard",
        "made /usr/local/bin/reedboard",
        "made /etc/reedboard.toml",
        "made /etc/avahi/services/reedboard.service",
        "made /etc/systemd/system/reedboard.service",
        "made /etc/systemd/system/reedboard-console.service",
        "enabled reedboard.service",
        "enabled reedboard-console.service",
    ]
    listed = {line.split()[-1].lstrip("/") for line in told}
    after = card.files()
    changed = {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
    assert {name for name in changed if not name.startswith("opt/reedboard/")} <= listed


def test_a_second_run_changes_nothing(card: Card) -> None:
    card.install()
    before = card.files()
    card.system.commands.clear()
    assert card.install() == []
    assert card.files() == before
    assert not any("restart" in command or "apt-get" in command for command in card.system.commands)


def test_uninstalling_leaves_games_configuration_and_every_foreign_line(card: Card) -> None:
    card.install()
    card.put("var/lib/reedboard/games/game-00001.pdn", "[Result 1-0]")
    card.put("etc/reedboard.toml", '[board]\nwiring = "10x10"\n')
    told = card.uninstall()
    assert "removed /opt/reedboard" in told
    assert set(card.files()) == {
        "boot/firmware/config.txt",
        "etc/group",
        "etc/passwd",
        "etc/reedboard.toml",
        "var/lib/reedboard/games/game-00001.pdn",
    }
    assert Tree(card.root, print).text(steps.BOOT) == BOOKWORM
    assert card.system.enabled == set()
    assert card.uninstall() == []


def test_an_update_keeps_games_and_configuration(card: Card) -> None:
    card.install()
    card.put("var/lib/reedboard/journal.sqlite", "games")
    card.put("etc/reedboard.toml", "[console]\nport = 80\n")
    card.put("opt/reedboard/installed", "an older version\n")
    assert card.install() == [
        "made /opt/reedboard",
        "changed /etc/avahi/services/reedboard.service",
    ]
    kept = card.files()
    assert {"var/lib/reedboard/journal.sqlite", "etc/reedboard.toml"} <= set(kept)
    assert "<port>80</port>" in (Tree(card.root, print).text(steps.MDNS) or "")
    assert ("systemctl", "restart", "--no-block", *steps.SERVICES) in card.system.commands


def test_a_new_python_gets_a_new_environment(card: Card) -> None:
    """As after an upgrade of Bookworm (3.11) to Trixie (3.13)."""
    card.install()
    card.system.python = "Python 3.13.5"
    assert card.install() == ["made /opt/reedboard"]


def test_an_update_without_a_network_leaves_the_old_version_in_place(card: Card) -> None:
    card.install()
    card.put("opt/reedboard/installed", "an older version\n")
    card.system.broken = "pip"
    with pytest.raises(SetupError, match="no network"):
        card.install()
    assert (card.root / "opt/reedboard/installed").read_text() == "an older version\n"
    card.system.broken = None
    assert "made /opt/reedboard" in card.install()
    assert not (card.root / "opt/reedboard.new").exists()


def test_an_installation_that_broke_off_is_finished_by_the_next(card: Card) -> None:
    card.system.broken = "enable"
    with pytest.raises(SetupError):
        card.install()
    card.system.broken = None
    assert card.install() == ["enabled reedboard.service", "enabled reedboard-console.service"]


def test_a_system_that_is_no_raspberry_pi_os_is_left_alone(card: Card) -> None:
    (card.root / "boot/firmware/config.txt").unlink()
    before = card.files()
    with pytest.raises(SetupError, match="not Raspberry Pi OS Bookworm or newer"):
        card.install()
    assert card.files() == before


def test_a_configuration_that_is_no_toml_is_named(card: Card) -> None:
    card.put("etc/reedboard.toml", "port 80")
    with pytest.raises(SetupError, match=r"/etc/reedboard.toml: this is not TOML"):
        card.install()
