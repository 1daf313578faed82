"""Every exception this firmware raises, one line each.

Each is also a builtin kind, so that a caller who knows nothing of draughts or of chips can still
catch ``ValueError`` or ``OSError``. The message is always one whole sentence for the person who has
to act.
"""


class ReedboardError(Exception):
    """Base of every error that this package raises on purpose."""


# Rules


class InvalidPosition(ReedboardError, ValueError):
    """A diagram that no game of this variant allows; the message lists every reason."""


class IllegalMove(ReedboardError, ValueError):
    """A well-formed move that the rules do not allow in this position."""


class TooManyCaptures(ReedboardError, OverflowError):
    """A position with more ways to capture than any real game has; it is not worked out."""


class UnknownVariant(ReedboardError, LookupError):
    """A variant key that is not registered; the message names those that are."""


class InvalidOpening(ReedboardError, ValueError):
    """A table of drawn openings that cannot be read, or an opening that this game cannot have."""


# Notation


class InvalidSquare(ReedboardError, ValueError):
    """A text that names no square of this board."""


class InvalidMove(ReedboardError, ValueError):
    """A text that cannot be read as a move at all."""


class AmbiguousMove(ReedboardError, ValueError):
    """A move text that fits more than one legal move."""


class InvalidFen(ReedboardError, ValueError):
    """A FEN that cannot be read, or that describes an impossible position."""


class InvalidPdn(ReedboardError, ValueError):
    """A PDN text that cannot be read; the message says line, column and token."""


# Devices


class BusError(ReedboardError, OSError):
    """The I2C bus did not carry out a call."""


class NoAcknowledge(BusError):
    """No chip answered at the address."""


class BusTimeout(BusError, TimeoutError):
    """A bus line is held low, or a call took longer than the kernel allows."""


class ArbitrationLost(BusError):
    """Another master, or noise, took the bus in the middle of a call."""


class CallRefused(BusError):
    """The adapter cannot carry out a call of this form."""


class BusUnavailable(BusError):
    """The bus cannot be opened, or has gone."""


class ScanFault(ReedboardError, OSError):
    """A scan was carried out, but what was read cannot be a true picture of the board."""


class SettingsLost(ScanFault):
    """A chip's registers are not as they were set; most often its power failed for a moment."""


class PinError(ReedboardError, RuntimeError):
    """A GPIO pin that cannot be used."""


class PinLibraryError(PinError):
    """The library that should reach the GPIO pins does not work here."""


class WiringError(ReedboardError, ValueError):
    """A wiring file that cannot be used; the message names file, key and what to do."""


# Station


class ConfigError(ReedboardError, ValueError):
    """A configuration that cannot be used; the message names file, section and key."""


class JournalError(ReedboardError, OSError):
    """The journal cannot be opened, read or written."""


class SocketError(ReedboardError, OSError):
    """The local socket cannot be made."""


# Simulator


class ScriptError(ReedboardError, ValueError):
    """A scenario line that cannot be understood; the message names file and line."""


class HandError(ReedboardError, ValueError):
    """A simulated hand was told to do what no hand can do."""


# Table


class InputError(ReedboardError, ValueError):
    """A command or setting for the table that cannot be understood or is out of bounds."""


class OrderDeclined(ReedboardError, ValueError):
    """An order that cannot be carried out as things stand; `reason` is one word for it."""

    def __init__(self, reason: str, sentence: str) -> None:
        super().__init__(sentence)
        self.reason = reason


# Console


class StationAway(ReedboardError, ConnectionError):
    """The station of a board cannot be reached."""


class InvalidPairings(ReedboardError, ValueError):
    """A list of pairings that cannot be read; the message says line and column."""


# Set-up


class ExtraMissing(ReedboardError, ImportError):
    """A command needs an optional package that is not installed; the message says how to get it."""


class SetupError(ReedboardError, RuntimeError):
    """The system could not be set up; the message says which step failed."""
