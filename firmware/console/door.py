"""Who may do what: the arbiter's PIN, its sessions, and the limit on guesses.

The PIN is kept as an scrypt hash. Its six digits are few, so guesses are limited for everybody
together: after `TRIES` wrong ones the door stays shut for `SHUT_S`, whoever comes. A session is a
random token in a cookie that scripts cannot read; a request that changes something must also carry
a second token in a header, which no other site's page can know.
"""

import hashlib
import hmac
import re
import secrets
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from firmware.errors import ConfigError

TRIES: Final = 5
SHUT_S: Final = 60.0
SESSION_S: Final = 12 * 3600.0
"""A long day at a tournament."""
PIN: Final = re.compile(r"\d{4,12}")
_N, _R, _P = 2**14, 8, 1
"""Cost of scrypt: 16 MB and some tens of milliseconds (RFC 7914)."""


def hash_pin(pin: str, salt: bytes | None = None) -> str:
    """The hash of a PIN, as the configuration keeps it: `scrypt:SALT:HASH` in hexadecimal.

    Raises ConfigError for a PIN that is not 4 to 12 digits.
    """
    if not PIN.fullmatch(pin):
        raise ConfigError("a PIN is 4 to 12 digits")
    salt = secrets.token_bytes(16) if salt is None else salt
    return f"scrypt:{salt.hex()}:{_scrypt(pin, salt).hex()}"


def new_pin() -> str:
    """Six random digits."""
    return f"{secrets.randbelow(10**6):06}"


def _scrypt(pin: str, salt: bytes) -> bytes:
    return hashlib.scrypt(pin.encode(), salt=salt, n=_N, r=_R, p=_P, dklen=32)


@dataclass(frozen=True, slots=True)
class Pass:
    """An arbiter's session."""

    until_s: float
    token: str
    """To be sent in a header with every request that changes something."""


@dataclass
class Door:
    """The arbiter's door. `pin_hash` is as `hash_pin` gives it."""

    pin_hash: str
    now_s: Callable[[], float] = time.monotonic
    _wrong_s: deque[float] = field(default_factory=lambda: deque(maxlen=TRIES))
    _passes: dict[str, Pass] = field(default_factory=dict)

    @property
    def shut_for_s(self) -> float:
        """How long nobody is let in; 0 while the door can be tried."""
        if len(self._wrong_s) < TRIES:
            return 0.0
        return max(0.0, self._wrong_s[0] + SHUT_S - self.now_s())

    def enter(self, pin: str) -> str | None:
        """A session's secret for the right PIN; None for a wrong one or while the door is shut."""
        if self.shut_for_s:
            return None
        _, salt, right = self.pin_hash.split(":")
        known = PIN.fullmatch(pin) is not None
        given = _scrypt(pin if known else "", bytes.fromhex(salt))
        if not (known and hmac.compare_digest(given.hex(), right)):
            self._wrong_s.append(self.now_s())
            return None
        self._wrong_s.clear()
        secret = secrets.token_urlsafe(32)
        self._passes[_digest(secret)] = Pass(self.now_s() + SESSION_S, secrets.token_urlsafe(24))
        return secret

    def leave(self, secret: str) -> None:
        """The session is over."""
        self._passes.pop(_digest(secret), None)

    def of(self, secret: str | None) -> Pass | None:
        """The session behind a cookie, if there is one and it has not run out."""
        if not secret:
            return None
        found = self._passes.get(_digest(secret))
        if found is not None and found.until_s <= self.now_s():
            self.leave(secret)
            return None
        return found


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
