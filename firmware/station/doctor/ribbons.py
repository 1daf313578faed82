"""Where the project's own hub brings a chip's pin out: the plug, and the pin of the plug.

The hub's ribbons carry the chips' pins in the chips' order (hardware/gen/hub.py); the tables in
hardware/wires say the same, square by square. A board without a hub is wired pin by pin.
"""

from typing import Final, NamedTuple

from firmware.devices.wiring import Led


class Socket(NamedTuple):
    """One pin of a plug on the hub."""

    plug: str
    number: int

    def __str__(self) -> str:
        return f"{self.plug} pin {self.number} on the hub"


_EXPANDERS: Final = {0x20: ("J2", "J1"), 0x21: ("J4", "J3")}
"""By address, the plugs of port A and of port B."""
_DRIVERS: Final = {0x70: ("J5", "J6"), 0x71: ("J7", "J8")}
_COM: Final = (1, 4, 3, 6, 5, 8, 7, 10)
_FAR_ROW: Final = {11: 13, 12: 14, 13: 11, 14: 12, 15: 9}
"""ROW11 to ROW15 share a plug with the COMs; ROW0 to ROW10 have the other one."""


def port_socket(address: int, pin: int) -> Socket | None:
    """Where an MCP23017's pin comes out, GPA0 = 0 to GPB7 = 15; None if the hub has no such chip.

    A signal and a ground in turn: port B upwards at the even pins, port A downwards at the odd.
    """
    if address not in _EXPANDERS:
        return None
    port, number = divmod(pin, 8)
    return Socket(_EXPANDERS[address][port], 2 * number + 2 if port else 15 - 2 * number)


def cathode_socket(led: Led) -> Socket | None:
    """Where the COM of an LED comes out."""
    plugs = _DRIVERS.get(led.address)
    return None if plugs is None else Socket(plugs[0], _COM[led.com])


def anode_socket(led: Led) -> Socket | None:
    """Where the ROW of an LED comes out."""
    plugs = _DRIVERS.get(led.address)
    if plugs is None:
        return None
    if led.row in _FAR_ROW:
        return Socket(plugs[0], _FAR_ROW[led.row])
    return Socket(plugs[1], led.row + 1)
