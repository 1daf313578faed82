"""Positions as pictures."""

from xml.etree import ElementTree

import pytest

from firmware.notation.convert import Form, convert_pdn
from firmware.notation.diagram import SIZE, svg_diagram
from firmware.notation.fen import parse_fen
from firmware.rules import VARIANTS, Position, Ruleset, find_variant

SVG = "{http://www.w3.org/2000/svg}"


def circles(picture: ElementTree.Element) -> list[str]:
    """Where men are drawn: the places of the groups that hold circles."""
    groups = picture.iter(f"{SVG}g")
    return [g.attrib["transform"] for g in groups if g.find(f"{SVG}circle") is not None]


@pytest.mark.parametrize("ruleset", VARIANTS.values(), ids=list(VARIANTS))
def test_every_game_s_start_is_drawn_with_all_its_men(ruleset: Ruleset) -> None:
    start = Position.start(ruleset)
    picture = ElementTree.fromstring(svg_diagram(start))
    assert len(circles(picture)) == start.occupied.bit_count()
    board = ruleset.board
    assert len(list(picture.iter(f"{SVG}rect"))) == board.width * board.height


def test_white_is_at_the_bottom_and_a_is_at_the_left() -> None:
    position = parse_fen("W:Wa1:BKh8", find_variant("russian"))
    picture = ElementTree.fromstring(svg_diagram(position))
    places = {tuple(map(int, place[10:-1].split())) for place in circles(picture)}
    (a1, h8) = sorted(places)
    assert h8[0] - a1[0] == 7 * SIZE
    assert a1[1] - h8[1] == 7 * SIZE
    assert len(list(picture.iter(f"{SVG}path"))) == 1, "one crown"


def test_a_game_that_counts_its_squares_shows_the_numbers() -> None:
    numbers = ElementTree.fromstring(svg_diagram(Position.start(find_variant("international"))))
    texts = [text.text for text in numbers.iter(f"{SVG}text")]
    assert texts == [str(number) for number in range(1, 51)]


def test_games_are_converted_to_one_picture_with_names_as_text() -> None:
    game = '[White "A & <B>"]\n[Black "C"]\n[Result "*"]\n[GameType "25"]\n\n1. c3-d4 *\n\n'
    conversion = convert_pdn(game * 5, Form.SVG)
    picture = ElementTree.fromstring(conversion.text)
    captions = [text.text for text in picture.iter(f"{SVG}text") if text.get("class") == "caption"]
    assert captions == ["A & <B> – C  *"] * 5
    assert len(circles(picture)) == 5 * 24


def test_no_game_is_no_picture() -> None:
    assert convert_pdn("", Form.SVG).text == ""
