"""What the page says, language by language: one JSON file each, all with the same keys."""

import json
from functools import cache
from pathlib import Path
from typing import Final

MESSAGES: Final = Path(__file__).parent / "messages"
LANGUAGES: Final = {
    "en": "English",
    "ru": "Русский",
    "lt": "Lietuvių",
    "hy": "Հայերեն",
    "nl": "Nederlands",
    "fr": "Français",
}
"""Code -> its own name."""
UNPROOFREAD: Final = frozenset(("lt", "hy", "nl", "fr"))
"""Languages whose words no native speaker has read yet; the page says so."""


@cache
def words_of(language: str) -> dict[str, str]:
    """Key -> text; `unproofread` is not empty where it has to be said."""
    words: dict[str, str] = json.loads((MESSAGES / f"{language}.json").read_text("utf-8"))
    return words
