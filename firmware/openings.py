"""The table of drawn openings that comes with the firmware, and tables in files."""

from importlib import resources
from pathlib import Path

from firmware.errors import InvalidOpening
from firmware.rules.openings import Opening, read_openings


def drawn_openings(table: Path | None = None) -> tuple[Opening, ...]:
    """The openings of a table file, or of the table that comes with the firmware.

    Raises ``InvalidOpening`` if the file cannot be read or is no such table.
    """
    source = table or resources.files("firmware.rules") / "openings.toml"
    try:
        text = source.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidOpening(f"{table}: the table of openings cannot be read: {error}") from error
    return read_openings(text)
