"""The simulator's page, played with as people do: with the mouse, a finger, the keyboard."""

import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, FilePayload, Page, expect

from firmware.notation.movetext import move_text
from firmware.rules import Color, Game, Move, find_variant, squares
from firmware.table.layout import coord_name
from host_sim.script.language import read_script
from host_sim.script.runner import run_script
from tests.browser.hands import carry, point, take_off

pytestmark = pytest.mark.browser


def is_set(page: Page, address: str, men: int = 24) -> None:
    """The page is there and the game has begun."""
    page.goto(address)
    expect(page.locator(".man")).to_have_count(men)
    expect(page.locator("#said")).to_have_text("The men stand right: the game has begun.")


def press(page: Page, color: Color) -> None:
    """White's button is F, Black's is J, pressed as fingers do, not for no time at all."""
    key = "f" if color is Color.WHITE else "j"
    page.keyboard.down(key)
    page.wait_for_timeout(60)
    page.keyboard.up(key)


def play(page: Page, game: Game, move: Move) -> None:
    """Make a move with the mouse and press."""
    names = [coord_name(coord) for coord in game.ruleset.board.coords]
    carry(page, *(names[square] for square in move.path))
    for square in squares(move.captured):
        take_off(page, names[square])
    press(page, game.turn)
    text = move_text(game.position, move)
    side = game.turn.name.capitalize()
    expect(page.locator("#log")).to_contain_text(f"{side}'s {text} is recorded.")


def short_game() -> list[Move]:
    """A legal game of 24 plies to the last man, with captures of several men and by a king."""
    random = Random(916)
    game = Game.start(find_variant("russian"))
    while game.moves:
        game = game.play(game.moves[int(random.random() * len(game.moves))])
    return [ply for ply in game.plies if isinstance(ply, Move)]


def test_a_whole_game_is_dragged_with_the_mouse(page: Page, simulator: str) -> None:
    is_set(page, simulator)
    game = Game.start(find_variant("russian"))
    by_kings = several = 0
    for move in short_game():
        by_kings += bool(game.position.is_king(move.origin) and move.captured)
        several += move.captured.bit_count() > 1
        play(page, game, move)
        game = game.play(move)
    assert by_kings
    assert several
    expect(page.locator("#log")).to_contain_text("The game is over")


def test_an_irregular_move_is_shown_and_the_reply_accepts_it(
    page: Page, simulate: Callable[..., str]
) -> None:
    is_set(page, simulate("--policy", "tournament"))
    carry(page, "c3", "d4")
    press(page, Color.WHITE)
    carry(page, "f6", "e5")
    press(page, Color.BLACK)
    expect(page.locator("#log")).to_contain_text("f6-e5 is recorded")
    carry(page, "g3", "h4")
    press(page, Color.WHITE)
    expect(page.locator("#log")).to_contain_text("irregular name=quiet_when_capture_due")
    expect(page.locator(".lamp.both")).not_to_have_count(0)
    carry(page, "e5", "c3")
    take_off(page, "d4")
    press(page, Color.BLACK)
    expect(page.locator("#log")).to_contain_text("settled how=accepted")
    expect(page.locator("#log")).to_contain_text("is recorded")


def test_a_move_is_made_with_the_keyboard_alone(page: Page, simulator: str) -> None:
    is_set(page, simulator)
    page.locator("#board").focus()
    expect(page.locator("#cursor-square")).to_be_visible()
    for key in ("ArrowUp", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("#cursor")).to_have_text("c3: white man")
    page.wait_for_timeout(300)
    for key in ("ArrowRight", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    page.wait_for_timeout(300)
    press(page, Color.WHITE)
    expect(page.locator("#log")).to_contain_text("White's c3-d4 is recorded.")


def test_a_game_that_is_set_up_again_as_it_stands_has_its_men(page: Page, simulator: str) -> None:
    is_set(page, simulator)
    page.get_by_text("Set up and start").click()
    expect(page.locator("#log")).to_contain_text("the game has begun")
    expect(page.locator(".man")).to_have_count(24)


def test_of_a_file_with_several_games_the_first_is_shown_and_said_so(
    page: Page, simulator: str
) -> None:
    is_set(page, simulator)
    games = "1. c3-d4 d6-c5 *\n\n1. c3-b4 *\n"
    file: FilePayload = {"name": "two.pdn", "mimeType": "text/plain", "buffer": games.encode()}
    page.set_input_files("#file", files=[file])
    expect(page.locator("#log")).to_contain_text("the file has 2 games; the first is shown")
    expect(page.locator("#said")).to_have_text("Now c3-d4: 1 of 2.")


def test_what_was_done_is_saved_and_played_again(
    page: Page, simulator: str, tmp_path: Path
) -> None:
    is_set(page, simulator)
    carry(page, "c3", "d4")
    press(page, Color.WHITE)
    expect(page.locator("#log")).to_contain_text("c3-d4 is recorded")
    with page.expect_download() as download:
        page.get_by_role("button", name="save as scenario").click()
    saved = tmp_path / "saved.scenario"
    download.value.save_as(saved)
    saved.write_text(saved.read_text() + "wait 1s\nexpect move c3-d4\n")
    assert run_script(read_script(saved.read_text(), "saved")).failures == ()
    page.set_input_files("#file", saved)
    expect(page.locator("#log")).to_contain_text("over: 1 of 1 expectations hold")


def test_the_plug_is_pulled_and_the_displays_go_dark(page: Page, simulator: str) -> None:
    is_set(page, simulator)
    carry(page, "c3", "d4")
    press(page, Color.WHITE)
    expect(page.locator("#log")).to_contain_text("c3-d4 is recorded")
    page.get_by_role("button", name="pull the plug").click()
    expect(page.locator("#left-display")).to_have_attribute("aria-label", "Left display: dark")
    page.get_by_role("button", name="power on").click()
    expect(page.locator("#left-display")).to_have_attribute(
        "aria-label", re.compile(r"display: \d:\d\d")
    )


def test_a_hand_replies_by_itself(page: Page, simulator: str) -> None:
    is_set(page, simulator)
    page.select_option("#black", "quick")
    carry(page, "c3", "d4")
    press(page, Color.WHITE)
    expect(page.locator("#log")).to_contain_text(re.compile(r"Black's \S+ is recorded"))


def test_a_phone_held_upright_shows_board_and_buttons(browser: Browser, simulator: str) -> None:
    phone = browser.new_page(viewport={"width": 390, "height": 844}, has_touch=True)
    is_set(phone, simulator)
    width = phone.evaluate("document.documentElement.scrollWidth")
    right = phone.locator("#right").bounding_box()
    assert width <= 390
    assert right is not None
    assert right["y"] + right["height"] <= 844
    x, y = point(phone, "c3")
    assert phone.evaluate(
        "([x, y]) => document.elementFromPoint(x, y).closest('.man') !== null", [x, y]
    )
    phone.close()
