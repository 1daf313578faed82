"""A real browser and the pages as people start them: one process, one port, one address."""

import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
"""Without a screen, as any user, and without a word to the outside."""

expect.set_options(timeout=10_000)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.fail("these tests need Chromium; on Debian: apt install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield browser
        browser.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A desktop window. A script's error or a refused load fails the test."""
    page = browser.new_page(viewport={"width": 1280, "height": 860})
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda line: wrong.append(line.text) if line.type == "error" else None)
    yield page
    page.close()
    assert wrong == []


@pytest.fixture
def simulate() -> Iterator[Callable[..., str]]:
    """Starts a simulated board with more options; the address that its process prints."""
    started: list[subprocess.Popen[str]] = []

    def start(*options: str) -> str:
        arguments = [sys.executable, "-m", "host_sim", "--port", "0", *options]
        process = subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True)
        started.append(process)
        assert process.stdout is not None
        address = re.search(r"http://\S+", process.stdout.readline())
        assert address is not None
        return address[0]

    yield start
    for process in started:
        process.terminate()
        process.wait(10)


@pytest.fixture
def simulator(simulate: Callable[..., str]) -> str:
    """The address of a simulated board for Russian draughts."""
    return simulate()
