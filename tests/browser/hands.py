"""A hand in the browser: it moves the mouse over the board as a person does."""

import itertools

from playwright.sync_api import Page

SQUARE = 60


def point(page: Page, square: str) -> tuple[float, float]:
    """The middle of a square, in pixels of the window."""
    box = page.locator("#board").bounding_box()
    view = page.locator("#board").get_attribute("viewBox")
    assert box is not None
    assert view is not None
    left, top, width, height = map(float, view.split())
    ranks = page.locator("#board rect.light, #board rect.dark").count() ** 0.5
    scale = min(box["width"] / width, box["height"] / height)
    x = (ord(square[0]) - ord("a") + 0.5) * SQUARE - left
    y = (ranks - int(square[1:]) + 0.5) * SQUARE - top
    return (
        box["x"] + (box["width"] - width * scale) / 2 + x * scale,
        box["y"] + (box["height"] - height * scale) / 2 + y * scale,
    )


def carry(page: Page, *squares: str) -> None:
    """Take the man on the first square and put it down on each of the others in turn."""
    for origin, target in itertools.pairwise(squares):
        page.mouse.move(*point(page, origin))
        page.mouse.down()
        page.mouse.move(*point(page, target), steps=5)
        page.wait_for_timeout(150)
        page.mouse.up()
        page.wait_for_timeout(150)


def take_off(page: Page, square: str) -> None:
    """Take the man on a square and lay it beside the board."""
    x, y = point(page, square)
    beside = point(page, "a1")[1] + 1.4 * (point(page, "a1")[1] - point(page, "a2")[1])
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, beside, steps=5)
    page.wait_for_timeout(100)
    page.mouse.up()
    page.wait_for_timeout(150)
