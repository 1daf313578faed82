"""The name of an irregular press, as far as the picture shows it."""

from firmware.rules import possible
from firmware.table.inference import Seen, Story


def irregularity(story: Story, seen: Seen) -> str | None:
    """What the rules call a picture that is no legal move's result; None if they have no word.

    Text 001, 5.4.6 (a quiet move while a capture was due) and 5.4.8 (another number of men
    captured than the rules demand).
    """
    if seen.picture == story.rest:
        return None
    moves = possible(story.game.position, seen.picture)
    if not moves:
        return None
    return "wrong_count_captured" if moves[0].captured else "quiet_when_capture_due"
