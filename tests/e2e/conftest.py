"""A real server, a real browser, and a player who clicks what is offered."""

import os
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Page, sync_playwright

from tests.server.conftest import Running

CHROMIUM = shutil.which("chromium")
PAGE = Path(__file__).parents[2] / "src/pioche/server/page/index.html"
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
DESKTOP, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}

CLICK = """() => {
  if (document.querySelector('.end')) return 'end';
  const pick = (all) => all[Math.floor(Math.random() * all.length)];
  const buttons = [...document.querySelectorAll('.actions .buttons .button.main:not(:disabled)')];
  const cards = [...document.querySelectorAll('.card.usable:not(.selected):not(.apart)')];
  if (buttons.length && (Math.random() < 0.8 || !cards.length)) { pick(buttons).click(); return 'move'; }
  if (cards.length) { pick(cards).click(); return 'card'; }
  const others = [...document.querySelectorAll('.actions .buttons .button:not(.small):not(:disabled)')];
  if (others.length) { pick(others).click(); return 'move'; }
  return 'wait';
}"""
"""One click on something that the page offers: a move, or a card of one."""


@pytest.fixture(scope="session")
def table_server(tmp_path_factory):
    if not PAGE.is_file():
        pytest.fail("the page is not built: make page")
    running = Running(f"sqlite:///{tmp_path_factory.mktemp('e2e') / 'tables.db'}").start()
    yield running
    running.stop()


@pytest.fixture(scope="module")
def browser():
    """For one module only: while it is there, no other event loop can run in this process."""
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed; on Debian: apt-get install chromium")
    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield made
        made.close()


@pytest.fixture
def visit(browser, table_server):
    """A browser of one's own at the shelf; what it complains about fails the test."""
    contexts, complaints = [], []

    def open_page(path="/", *, size=DESKTOP, language="en", dark=False) -> Page:
        context = browser.new_context(
            viewport=size,
            locale={"en": "en-GB", "fr": "fr-FR"}[language],
            reduced_motion="reduce",
            color_scheme="dark" if dark else "light",
            base_url=table_server.address,
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(30_000 * (2 if os.environ.get("CI") else 1))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not complaints


def play_now(page: Page, game: str) -> None:
    """From the shelf to the first card: one click on the box, and the table is there."""
    box = page.locator("article", has=page.locator(f'a[href="/open/{game}"]'))
    box.locator(".button.main").click()
    page.wait_for_url("**/table/**")
    page.wait_for_selector(".actions")


def click_on(page: Page, until: str, most: int = 6000) -> int:
    """Click what is offered until something is there; returns how many moves were made."""
    moves = 0
    for _ in range(most):
        if page.locator(until).count():
            return moves
        done = page.evaluate(CLICK)
        moves += done == "move"
        page.wait_for_timeout(40 if done == "wait" else 10)
    raise AssertionError(f"{until} never came, after {moves} moves")
