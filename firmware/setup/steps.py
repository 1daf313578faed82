"""The steps of an installation, each of which looks first and changes only what is not yet so.

What is installed:

* ``/opt/reedboard``: a virtual environment with this package. It sees the system's packages,
  because Raspberry Pi OS has the pin library lgpio as one. It is made beside the old one and takes
  its place when it is whole, so a failed update leaves what was there;
* two services of systemd, two accounts, a name in the local network, and the I2C bus switched on.

Games (``/var/lib/reedboard``) and configuration (``/etc/reedboard.toml``) are never touched once
they are there, neither by an update nor by `uninstall`.
"""

import hashlib
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from firmware.errors import SetupError
from firmware.setup.boot import with_i2c, without_i2c
from firmware.setup.system import System
from firmware.setup.tree import Tree

PACKAGES: Final = ("python3-venv", "python3-lgpio", "avahi-daemon")
SERVICES: Final = ("reedboard.service", "reedboard-console.service")
BOOT: Final = "/boot/firmware/config.txt"
CONFIG: Final = "/etc/reedboard.toml"
GAMES: Final = "/var/lib/reedboard"
PREFIX: Final = "/opt/reedboard"
STAMP: Final = f"{PREFIX}/installed"
COMMAND: Final = "/usr/local/bin/reedboard"
USERS: Final = "/etc/sysusers.d/reedboard.conf"
MODULES: Final = "/etc/modules-load.d/reedboard.conf"
MDNS: Final = "/etc/avahi/services/reedboard.service"
ACCOUNTS: Final = ("/etc/passwd", "/etc/group")

SOURCE: Final = Path(__file__).resolve().parents[2]
PARTS: Final = ("firmware", "hardware", "host_sim", "pyproject.toml", "README.md", "LICENSE")
_FILES: Final = Path(__file__).parent / "files"


def install(tree: Tree, system: System) -> None:
    """Install or update. Raises SetupError."""
    boot = tree.text(BOOT)
    if boot is None:
        raise SetupError(
            f"{tree.path(BOOT)} is not there: this is not Raspberry Pi OS Bookworm or newer; "
            "on another system run the board by hand, as firmware/README.md says."
        )
    _packages(tree, system)
    tree.write(BOOT, with_i2c(boot))
    tree.write(MODULES, _file("modules.conf"))
    _accounts(tree, system)
    _environment(tree, system)
    tree.write(COMMAND, _file("reedboard"), 0o755)
    if tree.text(CONFIG) is None:
        tree.write(CONFIG, _file("reedboard.toml"))
    tree.write(MDNS, _file("avahi.service").replace("8080", str(_port(tree))))
    _services(tree, system)


def uninstall(tree: Tree, system: System) -> None:
    """Take out what `install` put in, but for games, configuration, accounts and packages."""
    if any(tree.text(_unit(service)) is not None for service in SERVICES):
        system.run("systemctl", "disable", *SERVICES)
        if system.running:
            system.run("systemctl", "stop", *SERVICES)
    for service in SERVICES:
        tree.remove(_unit(service))
    if tree.changed and system.running:
        system.run("systemctl", "daemon-reload")
    for place in (MDNS, COMMAND, PREFIX, MODULES, USERS):
        tree.remove(place)
    boot = tree.text(BOOT)
    if boot is not None:
        tree.write(BOOT, without_i2c(boot))


def _file(name: str) -> str:
    return (_FILES / name).read_text(encoding="utf-8")


def _unit(service: str) -> str:
    return f"/etc/systemd/system/{service}"


def _packages(tree: Tree, system: System) -> None:
    missing = [name for name in PACKAGES if not _has(system, name)]
    if missing:
        system.run("apt-get", "update")
        system.run("apt-get", "install", "--yes", "--no-install-recommends", *missing)
        for name in missing:
            tree.note("installed package", name)


def _has(system: System, package: str) -> bool:
    if not system.succeeds("dpkg-query", "--show", package):
        return False
    state = system.run("dpkg-query", "--show", "--showformat=${db:Status-Status}", package)
    return state == "installed"


def _accounts(tree: Tree, system: System) -> None:
    tree.write(USERS, _file("users.conf"))
    before = [tree.text(place) for place in ACCOUNTS]
    system.run("systemd-sysusers", USERS)
    for place, text in zip(ACCOUNTS, before, strict=True):
        if tree.text(place) != text:
            tree.note("changed", place)


def _environment(tree: Tree, system: System) -> None:
    python = system.run("/usr/bin/python3", "--version").strip()
    stamp = f"{python}\n{_digest()}\n"
    if tree.text(STAMP) == stamp:
        return
    fresh = f"{PREFIX}.new"
    shutil.rmtree(tree.path(fresh), ignore_errors=True)
    system.run("/usr/bin/python3", "-m", "venv", "--system-site-packages", fresh)
    source = tree.path(fresh) / "source"
    for path in _sources():
        target = source / path.relative_to(SOURCE)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
    system.run(
        *(f"{fresh}/bin/python", "-m", "pip", "install", "--quiet", "--no-cache-dir"),
        *("--disable-pip-version-check", f"{fresh}/source[console]"),
    )
    shutil.rmtree(source)
    shutil.copyfile(SOURCE / "firmware/README.md", tree.path(fresh) / "README.md")
    (tree.path(fresh) / "installed").write_text(stamp, encoding="utf-8")
    shutil.rmtree(tree.path(PREFIX), ignore_errors=True)
    tree.path(fresh).rename(tree.path(PREFIX))
    tree.note("made", PREFIX)


def _sources() -> Iterator[Path]:
    for part in PARTS:
        top = SOURCE / part
        for path in sorted(top.rglob("*")) if top.is_dir() else (top,):
            if path.is_file() and "__pycache__" not in path.parts:
                yield path


def _digest() -> str:
    """What tells one version of the sources from any other."""
    digest = hashlib.sha256()
    for path in _sources():
        data = path.read_bytes()
        digest.update(f"{path.relative_to(SOURCE)} {len(data)}\n".encode())
        digest.update(data)
    return digest.hexdigest()


def _port(tree: Tree) -> int:
    try:
        section = tomllib.loads(tree.text(CONFIG) or "").get("console", {})
    except tomllib.TOMLDecodeError as error:
        raise SetupError(f"{CONFIG}: this is not TOML ({error}); correct that line.") from error
    port = section.get("port", 8080) if isinstance(section, dict) else None
    if not isinstance(port, int):
        raise SetupError(f"{CONFIG}, section [console], key port: {port!r} must be a whole number.")
    return port


def _services(tree: Tree, system: System) -> None:
    for service in SERVICES:
        tree.write(_unit(service), _file(service))
    if tree.changed and system.running:
        system.run("systemctl", "daemon-reload")
    for service in SERVICES:
        if not system.succeeds("systemctl", "is-enabled", "--quiet", service):
            system.run("systemctl", "enable", service)
            tree.note("enabled", service)
    if tree.changed and system.running:
        # Nobody waits: before the machine has been started anew there may be no bus.
        system.run("systemctl", "restart", "--no-block", *SERVICES)
