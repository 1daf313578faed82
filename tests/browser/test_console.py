"""The console's pages in a browser, with a simulated board that is really played on."""

import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Dialog, Page, expect

from firmware.rules import Color
from tests.browser.hands import carry
from tests.browser.test_simulator import is_set, press

pytestmark = pytest.mark.browser

PIN = "483920"
WHITE = "a1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3"
BLACK = "b8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6"


class Console:
    """A console as people start it, which can be killed and started again."""

    def __init__(self, folder: Path, socket: Path) -> None:
        from firmware.console.door import hash_pin

        self.config = folder / "reedboard.toml"
        self.config.write_text(
            f'[files]\ndata = "{folder}"\nsocket = "{socket}"\n'
            f'[console]\nhost = "127.0.0.1"\npin = "{hash_pin(PIN)}"\n'
        )
        self.port = 0
        self.options: list[str] = []
        self.start()

    def start(self) -> None:
        arguments = [sys.executable, "-m", "firmware", "console", "--config", str(self.config)]
        arguments += ["--port", str(self.port), *self.options]
        self.process = subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        found = re.search(r"http://[^:]+:(\d+)/", self.process.stdout.readline())
        assert found is not None
        self.address, self.port = found[0], int(found[1])

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(10)


@pytest.fixture
def table(
    page: Page, simulate: Callable[..., str], tmp_path: Path
) -> Iterator[tuple[Page, Console]]:
    """A page with a simulated board in a game, and a console beside it."""
    socket = tmp_path / "socket"
    is_set(page, simulate("--policy", "tournament", "--clock", "300", "--socket", str(socket)))
    console = Console(tmp_path, socket)
    yield page, console
    console.kill()


def spectator(browser: Browser, console: Console, width: int = 1280, height: int = 860) -> Page:
    """Somebody who looks at the console."""
    page = browser.new_page(viewport={"width": width, "height": height}, locale="en")
    page.goto(console.address)
    expect(page.locator(".diagram")).to_be_visible()
    return page


def test_a_move_is_seen_by_a_spectator_at_once(
    browser: Browser, table: tuple[Page, Console]
) -> None:
    board, console = table
    page = spectator(browser, console)
    carry(board, "c3", "d4")
    press(board, Color.WHITE)
    expect(board.locator("#log")).to_contain_text("c3-d4 is recorded")
    began_s = time.monotonic()
    expect(page.locator(".moves")).to_contain_text("c3-d4")
    assert time.monotonic() - began_s < 0.3
    expect(page.locator(".seat.black.running")).to_be_visible()
    page.close()


def test_report_06_the_page_s_clock_never_rises_and_is_that_of_the_display(
    browser: Browser, table: tuple[Page, Console]
) -> None:
    """Two clocks disagreed, and time jumped back (jromang/picochess#108)."""
    board, console = table
    page = spectator(browser, console)
    before_s = 300
    for _ in range(20):
        display = board.locator("#left-display").get_attribute("aria-label")
        shown_s = seconds(page.locator(".seat.white .time").inner_text())
        assert shown_s <= before_s
        assert display is not None
        assert abs(seconds(display.rstrip(".").split()[-1]) - shown_s) <= 1
        before_s = shown_s
        page.wait_for_timeout(150)
    assert before_s < 299
    page.close()


def seconds(text: str) -> int:
    """What `4:57` says."""
    minutes, seconds = text.split(":")
    return int(minutes) * 60 + int(seconds)


def enter(page: Page, console: Console) -> None:
    """The arbiter logs in and goes to the board."""
    page.goto(f"{console.address}#/arbiter")
    page.fill("input[name=pin]", PIN)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Calls")).to_be_visible()
    page.goto(f"{console.address}#/board/1")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()


def test_the_arbiter_sets_the_clock_and_takes_a_move_back(
    browser: Browser, table: tuple[Page, Console]
) -> None:
    board, console = table
    watching = spectator(browser, console)
    arbiter = spectator(browser, console)
    carry(board, "c3", "d4")
    press(board, Color.WHITE)
    expect(watching.locator(".moves")).to_contain_text("c3-d4")
    enter(arbiter, console)
    arbiter.get_by_role("button", name="Pause").click()
    expect(watching.locator(".state")).to_have_text("The game is paused.")
    arbiter.get_by_role("textbox", name="Time").first.fill("2:00")
    arbiter.get_by_role("button", name="Set the clock").click()
    expect(watching.locator(".seat.white .time")).to_have_text("2:00")
    arbiter.get_by_text("Another order").click()
    arbiter.get_by_label("Another order", exact=True).select_option("penalty")
    arbiter.get_by_label("Reason", exact=True).fill("talking")
    arbiter.get_by_role("button", name="Send").click()
    expect(arbiter.locator(".tools .answer")).to_have_text("Done.")
    arbiter.get_by_text("Interventions").click()
    expect(arbiter.get_by_text("talking")).to_be_visible()
    arbiter.get_by_role("button", name="Take back").click()
    expect(watching.locator(".moves")).not_to_contain_text("c3-d4")
    for page in (watching, arbiter):
        page.close()


def test_an_arbiter_s_slip_of_the_hand_ends_no_game_and_sends_no_nonsense(
    browser: Browser, table: tuple[Page, Console]
) -> None:
    board, console = table
    carry(board, "c3", "d4")
    press(board, Color.WHITE)
    page = spectator(browser, console)
    enter(page, console)
    for field, value in {"variant": "russian", "control": "300", "policy": "tournament"}.items():
        expect(page.locator(f"form [name={field}]")).to_have_value(value)
    asked: list[str] = []

    def dismiss(dialog: Dialog) -> None:
        asked.append(dialog.message)
        dialog.dismiss()

    page.on("dialog", dismiss)
    page.get_by_role("button", name="Begin").click()
    assert asked == ["The game is going on. New game?"]
    page.get_by_role("textbox", name="Time").first.fill("soon")
    page.get_by_role("button", name="Set the clock").click()
    expect(page.locator(".tools .answer")).to_have_text("")
    expect(page.locator(".moves")).to_contain_text("c3-d4")
    page.close()


def test_only_the_squares_of_the_last_move_are_marked(
    browser: Browser, table: tuple[Page, Console]
) -> None:
    board, console = table
    page = spectator(browser, console)
    carry(board, "c3", "d4")
    press(board, Color.WHITE)
    expect(page.locator(".diagram .fresh")).to_have_count(2)
    end_game(page, console)
    page.get_by_text("From a position").click()
    page.get_by_label("FEN").fill("W:WKa1:Bc7")
    page.get_by_label("FEN").press("Tab")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".state")).to_have_text("The men are being set up.")
    expect(page.locator(".diagram .fresh")).to_have_count(0)
    page.close()


def test_a_wrong_pin_is_told(browser: Browser, table: tuple[Page, Console]) -> None:
    _, console = table
    page = spectator(browser, console)
    page.goto(f"{console.address}#/arbiter")
    page.fill("input[name=pin]", "000000")
    page.keyboard.press("Enter")
    expect(page.locator(".answer")).to_have_text("wrong PIN")
    page.close()


def test_a_console_that_was_killed_is_found_again_and_nothing_is_missing(
    browser: Browser, table: tuple[Page, Console]
) -> None:
    board, console = table
    page = spectator(browser, console)
    console.kill()
    expect(page.locator("#link")).to_have_text(re.compile("Connection lost"))
    carry(board, "c3", "d4")
    press(board, Color.WHITE)
    carry(board, "f6", "g5")
    press(board, Color.BLACK)
    expect(board.locator("#log")).to_contain_text("f6-g5 is recorded")
    console.start()
    expect(page.locator(".moves")).to_contain_text("c3-d4")
    expect(page.locator(".moves")).to_contain_text("f6-g5")
    expect(page.locator(".moves li:not(.n)")).to_have_count(2)
    page.close()


def test_a_phone_shows_board_and_clocks_without_scrolling(
    browser: Browser, table: tuple[Page, Console]
) -> None:
    _, console = table
    page = spectator(browser, console, 390, 844)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    for side in ("white", "black"):
        box = page.locator(f".seat.{side}").bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 844
    page.close()


def test_the_page_speaks_russian(browser: Browser, table: tuple[Page, Console]) -> None:
    _, console = table
    page = spectator(browser, console)
    page.select_option("#language", "ru")
    expect(page.locator(".state")).to_have_text("Ход: Белые")
    expect(page.locator("html")).to_have_attribute("lang", "ru")
    page.close()


def test_script_in_a_player_s_name_is_shown_as_text(
    browser: Browser, table: tuple[Page, Console]
) -> None:
    _, console = table
    page = spectator(browser, console)
    end_game(page, console)
    name = "<img src=x onerror=alert(1)>"
    page.locator("input[name=white]").fill(name)
    page.on("dialog", lambda dialog: pytest.fail("a script ran"))
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".seat.white .who")).to_have_text(name)
    assert page.locator("img[src=x]").count() == 0
    page.close()


def test_script_in_the_tags_of_a_recorded_game_is_shown_as_text(
    browser: Browser, table: tuple[Page, Console]
) -> None:
    _, console = table
    name, event = "<img src=x onerror=alert(1)>", "<script>alert(2)</script>"
    games = console.config.parent / "games"
    games.mkdir(exist_ok=True)
    (games / "game-00007.pdn").write_text(
        f'[White "{name}"]\n[Black "javascript:alert(3)"]\n[Event "{event}"]\n[Result "*"]\n'
        f'[GameType "25"]\n\n1. c3-d4 {{{event}}} f6-g5 *\n'
    )
    page = spectator(browser, console)
    page.on("dialog", lambda dialog: pytest.fail("a script ran"))
    page.goto(f"{console.address}#/games")
    expect(page.get_by_role("cell", name=name)).to_be_visible()
    expect(page.get_by_role("cell", name=event)).to_be_visible()
    page.goto(f"{console.address}#/games/game-00007.pdn")
    expect(page.get_by_role("heading", name=name)).to_be_visible()
    expect(page.get_by_text(event).first).to_be_visible()
    assert page.locator("main img, main script, main a[href^=javascript]").count() == 0
    page.close()


def loaded(page: Page) -> tuple[float, int, set[str]]:
    """First paint in ms, all bytes that came, the hosts they came from."""
    paint_ms = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    got = page.evaluate(
        "['navigation', 'resource'].flatMap((kind) => performance.getEntriesByType(kind))"
        ".map((one) => [one.name, one.decodedBodySize])"
    )
    return paint_ms, sum(size for _, size in got), {urlsplit(name).netloc for name, _ in got}


def test_both_pages_paint_within_half_a_second_and_weigh_under_300_kb(
    browser: Browser, table: tuple[Page, Console]
) -> None:
    """On localhost, and without a byte from elsewhere."""
    board, console = table
    page = spectator(browser, console)
    page.select_option("#language", "ru")
    expect(page.locator("html")).to_have_attribute("lang", "ru")
    for one, shown in ((page, ".diagram"), (board, ".man")):
        one.reload()
        expect(one.locator(shown).first).to_be_visible()
        paint_ms, weight, hosts = loaded(one)
        assert paint_ms < 500
        assert 20_000 < weight < 300_000
        assert hosts == {urlsplit(one.url).netloc}
    page.close()


def test_with_several_boards_the_first_page_shows_them_all(
    browser: Browser, table: tuple[Page, Console], tmp_path: Path
) -> None:
    """The second of them is not there yet."""
    _, console = table
    console.kill()
    console.options = ["--board", f"A={tmp_path / 'socket'}", "--board", f"B={tmp_path / 'none'}"]
    console.start()
    page = spectator(browser, console)
    for _ in range(3):
        expect(page.locator(".hall .card")).to_have_count(2)
        page.reload()
    expect(page.locator(".clocks .running")).to_have_text(re.compile(r"4:\d\d"))
    page.get_by_role("link", name="Board A").click()
    expect(page.locator(".seat.white")).to_be_visible()
    page.close()


def test_a_game_is_printed_as_a_sheet(browser: Browser, table: tuple[Page, Console]) -> None:
    """Moves in pairs behind their numbers, nothing to click."""
    _, console = table
    games = console.config.parent / "games"
    games.mkdir(exist_ok=True)
    moves = "1. ... f6-g5 2. c3-d4 g7-f6 3. b2-c3"
    fen = f"B:W{WHITE}:B{BLACK}"
    (games / "game-00008.pdn").write_text(f'[GameType "25"]\n[FEN "{fen}"]\n\n{moves} *\n')
    page = spectator(browser, console)
    page.goto(f"{console.address}#/games/game-00008.pdn")
    page.emulate_media(media="print")
    shown = page.locator(".moves li:visible")
    expect(shown).to_have_text(["1.", "…", "f6-g5", "2.", "c3-d4", "g7-f6", "3.", "b2-c3"])
    lefts = [box["x"] for item in shown.all() if (box := item.bounding_box()) is not None]
    assert lefts[0] < lefts[1] < lefts[2] < lefts[3] < lefts[4] < lefts[5]
    assert lefts[6] == lefts[0]
    expect(page.get_by_role("button", name="Forward")).to_be_hidden()
    page.close()


def end_game(page: Page, console: Console) -> None:
    """The arbiter ends the game."""
    enter(page, console)
    page.get_by_label("Result").select_option("1-1")
    page.get_by_role("button", name="Set the result").click()
    expect(page.locator(".state")).to_contain_text("1/2-1/2")


def test_a_diagram_is_set_up_and_a_recorded_game_played_through_on_the_lights(
    browser: Browser, table: tuple[Page, Console]
) -> None:
    board, console = table
    games = console.config.parent / "games"
    games.mkdir(exist_ok=True)
    moves = '[White "Ann"]\n[GameType "25"]\n[Result "*"]\n\n1. c3-d4 f6-g5 *\n'
    (games / "game-00001.pdn").write_text(moves)
    arbiter = spectator(browser, console)
    end_game(arbiter, console)
    page = spectator(browser, console)
    page.get_by_text("From a position").click()
    page.get_by_label("FEN").fill("W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,h4:B" + BLACK)
    page.get_by_label("FEN").press("Tab")
    page.get_by_role("button", name="Only set it up").click()
    expect(page.locator(".state")).to_contain_text("The lights lead the men")
    expect(board.locator(".lamp.red, .lamp.green")).to_have_count(2)
    carry(board, "g3", "h4")
    expect(page.locator(".state")).to_have_text("The position is set up.")
    carry(board, "h4", "g3")

    page.goto(f"{console.address}#/games/game-00001.pdn")
    page.get_by_role("button", name="Play through on board 1").click()
    expect(page.locator(".state")).to_have_text("The lights show c3-d4: 1 of 2.")
    expect(board.locator("#left-display")).to_have_attribute("aria-label", re.compile(" 1$"))
    carry(board, "c3", "d4")
    expect(page.locator(".state")).to_have_text("The lights show f6-g5: 2 of 2.")
    page.get_by_role("button", name="Back").click()
    expect(page.locator(".state")).to_contain_text("0 of 2")
    carry(board, "d4", "c3")
    page.get_by_role("button", name="Forward").click()
    carry(board, "c3", "d4")
    carry(board, "f6", "g5")
    expect(page.locator(".state")).to_contain_text("nothing more to show")
    expect(board.locator(".lamp.red, .lamp.green")).to_have_count(0)
    page.get_by_role("button", name="End").click()
    expect(page.locator(".state")).to_have_text("No game yet.")
    for one in (page, arbiter):
        one.close()


def complaints(page: Page) -> list[str]:
    """What axe-core finds wrong for people with disabilities, serious or worse."""
    found = Axe().run(page).response["violations"]
    return [
        f"{one['id']}: {one['nodes'][0]['html']}"
        for one in found
        if one["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_serious_violation(
    browser: Browser, table: tuple[Page, Console], scheme: Literal["light", "dark"]
) -> None:
    board, console = table
    board.emulate_media(color_scheme=scheme)
    assert complaints(board) == []
    page = browser.new_page(color_scheme=scheme, locale="en", bypass_csp=True)
    page.goto(console.address)
    expect(page.locator(".diagram")).to_be_visible()
    assert complaints(page) == []
    enter(page, console)
    for hidden in ("Position", "Another order", "From a position"):
        page.get_by_text(hidden, exact=True).first.click()
    expect(page.locator(".diagram")).to_have_count(3)
    assert complaints(page) == []
    page.goto(f"{console.address}#/games")
    assert complaints(page) == []
    page.close()
