"""The I2C adapter: what the kernel's bus driver and the two wires do with one transfer.

Each bit takes 2.5 us at 400 kHz. A message is a start (1 bit), the address with its direction and
acknowledge (9) and nine bits a byte; one stop (1) ends the transfer. So `write 3, read 2` is
1 + 9 + 27 + 1 + 9 + 18 + 1 = 66 bits. Reading advances the clock byte by byte, so that the two
bytes of a scan see the reeds at two different moments, as on the board.

The two drivers found on Raspberry Pis refuse different things, and a firmware that works under one
only has not been tested:

* `bcm2835` (Pi 1-4): one read in a transfer, and it must be the last message, or EOPNOTSUPP.
* `designware` (Pi 5): all messages of a transfer to one address, or EINVAL; no empty messages.

With SDA held low a transfer blocks for the adapter's time-out and fails with ETIMEDOUT. The
designware driver then finds the bus still taken and gives up at once with EAGAIN, which the I2C
core repeats as often as I2C_RETRIES allows.
"""

import errno
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, NoReturn

from host_sim.chips import Chip
from host_sim.clock import SECOND, Clock
from host_sim.faults import Faults, Noise

MESSAGES_MAX = 42
"""I2C_RDWR_IOCTL_MAX_MSGS of <linux/i2c-dev.h>."""
BYTES_MAX = 8192
"""The longest message that i2c-dev passes on."""
TIMEOUT_NS = 1 * SECOND
"""The adapters' time-out until I2C_TIMEOUT changes it."""

# Functionality bits of <linux/i2c.h>.
_FUNC_I2C = 0x00000001
_FUNC_SMBUS_EMUL = 0x0EFF0008
# Byte, byte data, word data and blocks; no quick command, no calls. Block reads whose length the
# chip itself states are left out: no chip here does them.
_FUNC_SMBUS_PLAIN = 0x0E7E0000


@dataclass(frozen=True, slots=True)
class Profile:
    """What one bus driver of Linux can do and how it fails."""

    name: str
    functions: int
    """The answer to I2C_FUNCS."""
    one_read_last: bool
    one_address: bool
    empty_messages: bool
    gives_up_errno: int
    """What a transfer fails with after an earlier one has already timed out on a stuck bus."""


BCM2835 = Profile(
    name="bcm2835",
    functions=_FUNC_I2C | _FUNC_SMBUS_EMUL,
    one_read_last=True,
    one_address=False,
    empty_messages=True,
    gives_up_errno=errno.ETIMEDOUT,
)
DESIGNWARE = Profile(
    name="designware",
    functions=_FUNC_I2C | _FUNC_SMBUS_PLAIN,
    one_read_last=False,
    one_address=True,
    empty_messages=False,
    gives_up_errno=errno.EAGAIN,
)
PROFILES = {profile.name: profile for profile in (BCM2835, DESIGNWARE)}


class Message(NamedTuple):
    """One message of a transfer: `data` is written, or `size` bytes are read when it is None."""

    address: int
    data: bytes | None
    size: int = 0


class Adapter:
    """One bus: the chips on it, what is wrong with it, and how it has been used."""

    def __init__(
        self,
        clock: Clock,
        chips: Mapping[int, Chip],
        faults: Faults,
        profile: Profile = BCM2835,
        bit_ns: int = 2500,
        claimed: Iterable[int] = (),
    ) -> None:
        self.clock = clock
        self.chips = chips
        self.faults = faults
        self.profile = profile
        self.bit_ns = bit_ns
        self.claimed = frozenset(claimed)
        """Addresses that belong to a driver in the kernel: I2C_SLAVE is refused with EBUSY."""
        self.timeout_ns = TIMEOUT_NS
        self.retries = 0
        self.calls = 0
        """Transfers asked for, good or bad."""
        self.bits = 0
        """Bits on the wires, starts and stops included."""
        self.errors = 0
        """Transfers that failed."""
        self._timed_out = False

    def transfer(self, messages: Sequence[Message]) -> list[bytearray]:
        """Carry out messages as one transfer; the bytes of every message read, in order.

        Raises OSError as the kernel would: EOPNOTSUPP or EINVAL for what the driver refuses,
        EREMOTEIO when a chip does not acknowledge, ETIMEDOUT and EAGAIN when the bus is stuck.
        """
        self.calls += 1
        try:
            self._judge(messages)
            for _ in range(self.retries):
                try:
                    return self._run(messages)
                except BlockingIOError:  # EAGAIN, the only failure that the I2C core repeats
                    continue
            return self._run(messages)
        except OSError:
            self.errors += 1
            raise

    def power_off(self) -> None:
        """The supply of the whole bus fails: every chip falls to its power-on values."""
        for chip in self.chips.values():
            chip.reset()

    def _judge(self, messages: Sequence[Message]) -> None:
        """Refuse what i2c-dev or this driver would not even start."""
        if not 0 < len(messages) <= MESSAGES_MAX:
            raise error(errno.EINVAL)
        profile = self.profile
        last = messages[-1]
        for message in messages:
            address, data, size = message
            if data is not None:
                size = len(data)
            if size > BYTES_MAX:
                raise error(errno.EINVAL)
            if size == 0 and not profile.empty_messages:
                raise error(errno.EOPNOTSUPP)
            if data is None and message is not last and profile.one_read_last:
                raise error(errno.EOPNOTSUPP)
            if address != last[0] and profile.one_address:
                raise error(errno.EINVAL)

    def _run(self, messages: Sequence[Message]) -> list[bytearray]:
        replies = []
        chip: Chip | None = None
        noise: Noise | None = None
        bits = self.bits
        try:
            for address, data, size in messages:
                addressed = self._address(address)
                if addressed is not chip:
                    if chip is not None:
                        chip.stop()
                    chip, noise = addressed, self.faults.noise_on(address)
                chip.start(data is None)
                if data is None:
                    replies.append(self._read(chip, size, noise))
                else:
                    self._write(chip, data, noise)
        finally:
            if chip is not None:
                chip.stop()
            if self.bits != bits:
                self._spend(1)
        return replies

    def _address(self, address: int) -> Chip:
        """Send a start and an address, and get it acknowledged."""
        faults = self.faults
        if self.clock.now_ns >= faults.next_ns:
            faults.advance_to(self.clock.now_ns)
        if faults.sda_stuck:
            self._fail_on_stuck_bus()
        self._timed_out = False
        self._spend(10)
        chip = self.chips.get(address)
        if chip is None or address in faults.silent:
            raise error(errno.EREMOTEIO)
        return chip

    def _write(self, chip: Chip, data: bytes, noise: Noise | None) -> None:
        # Nobody looks at a chip's pins between two bytes of a write: time may pass in one piece.
        self._spend(9 * len(data))
        for byte in data:
            chip.receive(byte if noise is None else noise.written(byte))

    def _read(self, chip: Chip, size: int, noise: Noise | None) -> bytearray:
        reply = bytearray()
        for _ in range(size):
            byte = chip.send()
            reply.append(byte if noise is None else noise.read(byte))
            self._spend(9)
        return reply

    def _spend(self, bits: int) -> None:
        self.bits += bits
        self.clock.advance(bits * self.bit_ns)

    def _fail_on_stuck_bus(self) -> NoReturn:
        if self._timed_out and self.profile.gives_up_errno != errno.ETIMEDOUT:
            raise error(self.profile.gives_up_errno)
        self._timed_out = True
        self.clock.advance(self.timeout_ns)
        raise error(errno.ETIMEDOUT)


def error(number: int) -> OSError:
    """The OSError that an ioctl failing with this errno raises."""
    return OSError(number, os.strerror(number))
