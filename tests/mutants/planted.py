"""Bugs to be planted, one at a time, into a copy of the firmware, and what must find each.

A soak that finds nothing proves nothing until it is known to find something. Each bug is a small
slip that a person could make and that still runs; `finds` is the check that must turn red.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, order=True)
class Soak:
    """So many games by seeded hands."""

    games: int = 30
    seed: int = 1
    faults: bool = False
    policy: str = "casual"


@dataclass(frozen=True, slots=True)
class Suite:
    """A file of the suite."""

    path: str


@dataclass(frozen=True, slots=True)
class Bug:
    """One slip: in `file`, `right` (which stands there once) becomes `wrong`."""

    name: str
    file: str
    right: str
    wrong: str
    finds: Soak | Suite = Soak()


TABLE: Final = "firmware/table/"
DEVICES: Final = "firmware/devices/"
STATION: Final = "firmware/station/"

BUGS: Final = (
    # Debounce
    Bug(
        "one sample is enough",
        TABLE + "debounce.py",
        "ripe = change if len(samples) == self._wanted else 0",
        "ripe = change",
        Suite("tests/table/test_debounce.py"),
    ),
    Bug(
        "a change is stamped when it is certain, not when it began",
        TABLE + "debounce.py",
        "return self.steady, samples[0][1]",
        "return self.steady, at_ms",
        Suite("tests/table/test_debounce.py"),
    ),
    Bug(
        "a square that falls back is forgotten too late",
        TABLE + "debounce.py",
        "            ripe &= differed\n",
        "            ripe |= differed\n",
        Suite("tests/table/test_debounce.py"),
    ),
    Bug(
        "the picture is called calm while it changes",
        TABLE + "debounce.py",
        "return self.steady is not None and not (self._recent and self._recent[-1][0])",
        "return self.steady is not None",
        Suite("tests/table/test_debounce.py"),
    ),
    # Inference
    Bug(
        "captured men still standing make a move illegal",
        TABLE + "inference.py",
        "if not extra & ~(move.captured | story.ghosts):",
        "if not extra & ~story.ghosts:",
    ),
    Bug(
        "squares seen empty do not tell two captures apart",
        TABLE + "inference.py",
        "fitting = [s for s in stories if not s.last.clears & ~seen.vacated] or stories",
        "fitting = stories[:1]",
        Suite("tests/table"),
    ),
    Bug(
        "men that were put back count as gone",
        TABLE + "inference.py",
        "return Seen(picture, lifted=self.lifted, spare=self.spare)",
        "return replace(self, picture=picture)",
        Suite("tests/table/test_inference.py"),
    ),
    Bug(
        "a reply cannot begin before the press",
        TABLE + "inference.py",
        "if not replies and begun and on_the_way(first, picture):",
        "if not replies and not begun and on_the_way(first, picture):",
    ),
    Bug(
        "a reply that takes men off first is not seen",
        TABLE + "inference.py",
        "on_the_way(standing, seen.picture):\n        return Reading",
        "not seen.picture:\n        return Reading",
        Suite("tests/table/test_standing.py"),
    ),
    Bug(
        "a man on the way may still stand where it came from",
        TABLE + "inference.py",
        "and (not extra or (missing >> move.origin & 1 and not extra & ~mask(move.path)))",
        "and not extra & ~mask(move.path)",
        Suite("tests/table/test_standing.py"),
    ),
    Bug(
        "ghosts come back to life",
        TABLE + "inference.py",
        "return replace(story, ghosts=story.ghosts ^ gone) if gone else story",
        "return story",
    ),
    Bug(
        "a round trip needs no lifted man",
        TABLE + "inference.py",
        "return bool(seen.lifted >> move.origin & 1)",
        "return not seen.lifted >> move.origin & 1",
        Suite("tests/table/test_inference.py"),
    ),
    Bug(
        "a man more than there can be is believed in",
        TABLE + "inference.py",
        "if (more := picture.bit_count() - self._most(picture, rest) - others) > surplus:",
        "if (more := picture.bit_count() - self._most(picture, rest) - others) > 99:",
        Suite("tests/table/test_standing.py"),
    ),
    Bug(
        "who has moved is forgotten when his man is off for a moment",
        TABLE + "inference.py",
        "return [pair for pair in pairs if seen.moved in (None, pair[0].last.origin)]",
        "return pairs",
        Suite("tests/table/test_standing.py"),
    ),
    Bug(
        "a captured man that is put back is taken for a reply",
        TABLE + "inference.py",
        "        if not second.last.fills & seen.returned\n",
        "",
        Suite("tests/sim/test_scenarios.py"),
    ),
    # Irregular moves
    Bug(
        "a man lifted after it was left on the board counts as taken off",
        TABLE + "session.py",
        "yield self._since_ms + self.timing.in_hand_ms, self._taken_off_late",
        "yield self._since_ms + self.timing.grace_ms, self._taken_off_late",
        Suite("tests/sim/test_scenarios.py"),
    ),
    Bug(
        "a stroke that is stopped goes by the name of a quiet move",
        TABLE + "irregular.py",
        "        if not foe_gone & ~jumped:\n            return STROKE_STOPPED",
        "        if not foe_gone & ~jumped:\n            return QUIET_WHEN_CAPTURE_DUE",
        Soak(games=90, policy="training"),
    ),
    Bug(
        "a wrong man taken off is not told from an own one",
        TABLE + "irregular.py",
        "            return WRONG_MAN_REMOVED",
        "            return OWN_MAN_REMOVED",
        Soak(policy="tournament"),
    ),
    Bug(
        "two men moved are a disturbance",
        TABLE + "irregular.py",
        "    if _two_moves(facts):\n        return TWO_MOVES\n",
        "",
        Soak(policy="training"),
    ),
    Bug(
        "a captured man taken off first counts as touched",
        TABLE + "signals.py",
        "& ~captured)",
        ")",
        Suite("tests/sim/test_scenarios.py"),
    ),
    Bug(
        "after a rejection the time of the other side runs on",
        TABLE + "disputes.py",
        "        self._run(dispute.offender, pressed_ms)\n",
        "",
        Soak(policy="tournament"),
    ),
    Bug(
        "a touched man is never spoken of",
        TABLE + "irregular.py",
        "    if touched is not None and touched != move.origin:\n",
        "    if False:\n",
        Soak(policy="tournament"),
    ),
    Bug(
        "a claim without a repetition is right",
        TABLE + "claims.py",
        'self._decide_claim(evidence.outcome is not None, "board", at_ms)\n\n',
        'self._decide_claim(True, "board", at_ms)\n\n',
        Soak(policy="training"),
    ),
    # Belief
    Bug(
        "a pending capture is called final",
        TABLE + "belief.py",
        "return plies[:-1] if self.stories[0].owed else plies",
        "return plies",
        Suite("tests/table/test_belief.py"),
    ),
    # Press
    Bug(
        "a pending capture is refused",
        TABLE + "press.py",
        "if reading.kind is Kind.PENDING and strict_removal:",
        "if reading.kind is Kind.PENDING:",
    ),
    Bug(
        "a press is decided before the man has landed",
        TABLE + "press.py",
        "    if not expired:\n        return Wait()\n    if len(reading.after) == 1:",
        "    if len(reading.after) == 1:",
    ),
    Bug(
        "a press while the reply is begun is refused",
        TABLE + "press.py",
        "    if len(reading.after) == 1:\n        return Accept(reading.after)\n",
        "",
    ),
    # Clock
    Bug(
        "the increment goes to the other side",
        TABLE + "clock.py",
        "        return clock._put(color, account)\n\n    def withdraw",
        "        return clock._put(color.other, account)\n\n    def withdraw",
    ),
    Bug(
        "the clock passes when the press is dealt with, not at its stamp",
        TABLE + "presses.py",
        "self._accept_shown(verdict.stories, press.at_ms, at_ms)",
        "self._accept_shown(verdict.stories, at_ms, at_ms)",
    ),
    # Session
    Bug(
        "a wrong board is shown at once",
        TABLE + "policy.py",
        "grace_ms: int = 700",
        "grace_ms: int = 100",
    ),
    Bug(
        "a wrong board is shown too late",
        TABLE + "policy.py",
        "grace_ms: int = 700",
        "grace_ms: int = 1900",
        Soak(games=60),
    ),
    Bug(
        "a man may land no later than the press",
        TABLE + "policy.py",
        "landing_ms: int = 60",
        "landing_ms: int = -40",
    ),
    # Matrix driver and buttons
    Bug(
        "a line's answer is not checked for its echo",
        DEVICES + "matrix.py",
        "if picture < 0:",
        "if picture < -(1 << 200):",
        Suite("tests/devices/test_matrix.py"),
    ),
    Bug(
        "a chip that lost its settings is not set up again",
        DEVICES + "matrix.py",
        "            self._set_up = False\n            raise",
        "            raise",
        Soak(games=60, faults=True),
    ),
    Bug(
        "the picture of the first line alone is looked at",
        DEVICES + "matrix.py",
        "            picture |= port_a[a] | port_b[b]",
        "            picture = port_a[a] | port_b[b]",
    ),
    Bug(
        "a button's bounce is a second press",
        DEVICES + "buttons.py",
        "if closed and not self._pressed:",
        "if closed:",
        Suite("tests/devices/test_buttons.py"),
    ),
    Bug(
        "a press is stamped when it is polled",
        DEVICES + "buttons.py",
        "edges += self._contacts[side].changed(at_ms, closed)",
        "edges += self._contacts[side].changed(now_ms, closed)",
        Suite("tests/devices/test_buttons.py"),
    ),
    # Station
    Bug(
        "what was handed over counts as recorded",
        STATION + "journal.py",
        "return self.writer.committed >= self.last",
        "return True",
        Soak(games=120, faults=True),
    ),
    Bug(
        "the journal does not say when a late judgement was made",
        STATION + "play.py",
        "if any(one.at_ms < self._reached_ms for one in followed_by):",
        "if any(one.at_ms > self._reached_ms for one in followed_by):",
        Suite("tests/sim/test_scenarios.py"),
    ),
    Bug(
        "a sensor is called lost at its first failed scan",
        DEVICES + "sensor.py",
        "return since_ms is not None and now_ms - since_ms >= LOST_AFTER_MS",
        "return since_ms is not None",
        Suite("tests/devices/test_sensor.py"),
    ),
)
