"""The games in words, made from their data: what the table of variants in the README says."""

from collections.abc import Iterable, Iterator, Mapping

from firmware.rules.board import DIAGONALS, ORTHOGONALS, Direction
from firmware.rules.ruleset import Crowning, Landing, Ruleset, Stuck

CROWNED = {
    Crowning.AT_ONCE: "at once, goes on as king",
    Crowning.AT_END: "if it ends there",
    Crowning.LEAVES: "never, leaves the board",
}


def axes(ruleset: Ruleset) -> Mapping[str, str]:
    """What tells this game from others, by column."""
    return {
        "key": ruleset.key,
        "game": ruleset.title,
        "board": _board(ruleset),
        "men": "/".join(str(count) for count in dict.fromkeys(ruleset.men)),
        "first": ruleset.first.name.capitalize(),
        "men go": _ways(ruleset.man_steps),
        "men capture": _ways(ruleset.man_jumps),
        "kings": _kings(ruleset),
        "crowned in a capture": CROWNED[ruleset.crowning],
        "first of captures": _precedence(ruleset),
        "besides": "; ".join(_besides(ruleset)),
    }


def draws(ruleset: Ruleset) -> Iterator[str]:
    """The draw rules: reason, limit in moves by each player or occurrences, article."""
    for rule in ruleset.draws:
        full = rule.counter(rule.limit * ruleset.plies_a_move, ruleset.plies_a_move)
        assert full is not None
        article = f" ({full.article})" if full.article else ""
        yield f"{full.reason.replace('_', ' ')}, {full.limit}{article}"


def table(rulesets: Iterable[Ruleset]) -> str:
    """The axes of some games as a table in Markdown."""
    rows = [axes(ruleset) for ruleset in rulesets]
    head = list(rows[0])
    lines = [head, ["---"] * len(head), *(list(row.values()) for row in rows)]
    return "".join(f"| {' | '.join(cells)} |\n".replace("  ", " ") for cells in lines)


def _board(ruleset: Ruleset) -> str:
    board = ruleset.board
    text = f"{board.width}x{board.height}"
    if board.size == board.width * board.height:
        return text + ", all"
    return text if (0, 0) in board.index else text + ", mirrored"


def _ways(directions: tuple[Direction, ...]) -> str:
    ways = set(directions)
    words = []
    for name, all_ways in (("diagonally", DIAGONALS), ("straight", ORTHOGONALS)):
        found = ways & set(all_ways)
        if found == set(all_ways):
            words.append(name)
        elif found:
            sideways = " or sideways" if any(ranks == 0 for _, ranks in found) else ""
            backward = " or backward" if any(ranks < 0 for _, ranks in found) else ""
            words.append(f"{name} forward{sideways}{backward}")
    return " and ".join(words)


def _kings(ruleset: Ruleset) -> str:
    if ruleset.crowning is Crowning.LEAVES:
        return "none"
    reach = "fly" if ruleset.flying_kings else "go one square"
    go, capture = _ways(ruleset.king_steps), _ways(ruleset.king_jumps)
    return f"{reach} {go}" if go == capture else f"{reach} {go}, capture {capture}"


def _precedence(ruleset: Ruleset) -> str:
    if not ruleset.compulsory:
        return "not compulsory"
    if ruleset.precedence is None:
        return "free"
    return str(ruleset.precedence.__doc__).partition(":")[0].lower()


def _besides(ruleset: Ruleset) -> Iterator[str]:
    """The rarer axes, where they are not as in most games."""
    rare = (
        (not ruleset.men_take_kings, "men do not take kings"),
        (ruleset.landing is Landing.BEHIND, "a king lands just behind what it takes"),
        (ruleset.landing is Landing.BEHIND_KINGS, "a king stops just behind a king it takes"),
        (ruleset.removed_at_once, "captured pieces leave at once"),
        (not ruleset.turns_back, "no turning back in a capture"),
        (ruleset.crown_squares is not None, "crowned on some squares of the row only"),
        (ruleset.captures_own, "own pieces are captured too"),
        (ruleset.kings_demoted, "a captured king stays as a man"),
        (ruleset.moves_foes, "the foe's pieces may be moved too"),
        (ruleset.turn_plies > 1, f"{ruleset.turn_plies} moves a turn"),
        (ruleset.opening_ply > 0, "fewer in the first turn"),
        (not ruleset.hand_shows, "only a press ends a turn"),
        (ruleset.king_run is not None, f"a king goes {ruleset.king_run} times in a row at most"),
        (ruleset.stuck is Stuck.WINS, "who cannot move has won"),
        (ruleset.stuck is Stuck.COUNTED, "who has captured more has won"),
    )
    yield from (words for holds, words in rare if holds)
    if ruleset.decided is not None:
        yield str(ruleset.decided.__doc__).rstrip(".").lower()
