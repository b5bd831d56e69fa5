"""A real server, a real browser, and a player who clicks on what is offered."""

import os
import secrets
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from bench.browser import PROGRAM, launched
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

import pioche
from pioche import Match
from pioche.server.events import Moved, Opened, Seat
from pioche.server.store import Entry, Store, fresh_secret, hashed
from tests.e2e.windows import DESKTOP
from tests.server.conftest import Running

PAGE = Path(__file__).parents[2] / "src/pioche/server/page/index.html"
WAIT = 30_000 * (2 if os.environ.get("CI") else 1)
"""Milliseconds: everything expected comes at once, but the machine may be busy."""
PATIENCE = 180_000
"""A bot's first move waits until its loops are compiled."""
expect.set_options(timeout=WAIT)
TOLD = "() => [...document.querySelectorAll('.log li')].map((each) => each.innerText)"
ANSWERED = '.actions.turn:not([aria-busy="true"])'
"""It is the player's turn, and the server has answered the last move."""
NAMES = ("Ada", "Basile", "Cléo", "Dario", "Élise", "Félix")
OF_A_KIND = ("20-20", "drahtseilakt", "no-merci", "six-sequences")
"""The page knows no game: `make test` tries one of each kind, and `make test-all` every game."""
EVERY_GAME = [
    pytest.param(game.name, marks=() if game.name in OF_A_KIND else pytest.mark.long) for game in pioche.games()
]


def first_only(*cases):
    """Return cases of a test of which `make test` tries the first: the page treats all of them alike."""
    others = [case if isinstance(case, tuple) else (case,) for case in cases[1:]]
    return [cases[0], *(pytest.param(*case, marks=pytest.mark.long) for case in others)]


CLICK = """() => {
  if (document.querySelector('.end')) return 'end';
  const ready = document.querySelector('.next-game .button.main');
  if (ready) { ready.click(); return 'card'; }
  const draw = () => (window.drawn = ((window.drawn ?? 1) * 48271) % 2147483647) / 2147483647;
  const pick = (all) => all[Math.floor(draw() * all.length)];
  const find = (what) => [...document.querySelectorAll(what)];
  const buttons = find('.actions .buttons .button.main:not(:disabled)');
  const main = buttons.length ? buttons : find('.target');
  const cards = find('.card.usable:not(.selected):not(.apart)');
  const offered = find('.actions .buttons .button:not(.small, .clear, .absent, :disabled)');
  const chance = draw();
  const isAll = !cards.length && offered.length === main.length;
  if (main.length && (chance < 0.6 || isAll)) { pick(main).click(); return 'move'; }
  if (cards.length && (chance < 0.9 || !offered.length)) { pick(cards).click(); return 'card'; }
  if (offered.length) { pick(offered).click(); return 'move'; }
  return 'wait';
}"""
"""Click once on something that the page offers: a move, or a card of one. The clicks on a page are always the same."""


@pytest.fixture(scope="session")
def table_server(tmp_path_factory):
    if not PAGE.is_file():
        pytest.fail("the page is not built: make page")
    running = Running(
        f"sqlite:///{tmp_path_factory.mktemp('e2e') / 'tables.db'}",
        options=["--grace", "5", "--review-seconds", "2", "--no-limits"],
    ).start()
    yield running
    running.stop()


@pytest.fixture(scope="module")
def browser():
    """For one module only: while it is active, no other event loop can run in this process."""
    if PROGRAM is None:
        pytest.skip("Chromium is not installed; on Debian: apt-get install chromium-headless-shell")
    with sync_playwright() as playwright:
        made = launched(playwright)
        yield made
        made.close()


LANGUAGES = {"en": "en-GB", "fr": "fr-FR"}


@dataclass
class Visits:
    """Separate browsers at one server; their console errors are collected."""

    browser: Browser
    address: str
    contexts: list[BrowserContext] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def __call__(self, path="/", *, size=DESKTOP, language="en", dark=False, moving=False, forced=False) -> Page:
        """Open a page in a browser of its own; unless ``forced``, it makes no move by itself."""
        context = self.browser.new_context(
            viewport=size,
            locale=LANGUAGES[language],
            reduced_motion="no-preference" if moving else "reduce",
            color_scheme="dark" if dark else "light",
            base_url=self.address,
        )
        self.contexts.append(context)
        page = context.new_page()
        if not forced:
            page.add_init_script(
                "localStorage.getItem('pioche.forced') ?? localStorage.setItem('pioche.forced', 'off')"
            )
        page.set_default_timeout(WAIT)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)
        page.goto(path)
        return page

    def close(self) -> None:
        for context in self.contexts:
            context.close()

    def __enter__(self) -> "Visits":
        return self

    def __exit__(self, *_) -> None:
        self.close()
        assert not self.complaints


@pytest.fixture
def visit(browser, table_server):
    """A separate browser at the shelf; its console errors fail the test."""
    with Visits(browser, table_server.address) as visits:
        yield visits


def seated(server: Running, match: Match, *, first: int = 0) -> str:
    """Open a table at which people played this match so far; return the link to a seat."""
    return with_holders(server, match)[first]


def with_holders(server: Running, match: Match) -> list[str]:
    """Open a table at which people played this match so far; return the link to each seat."""
    store, table = Store(server.database), secrets.token_hex(8)
    tokens = [fresh_secret() for _ in range(match.players)]
    people = [Seat("person", name) for name in NAMES[: match.players]]
    setting = match.setting
    opened = Opened(match.game.name, match.players, setting.variant, dict(setting.options), people, match.seed.hex())
    store.open(table, match.game.name, opened, [(hashed(token), seat) for seat, token in enumerate(tokens)])
    store.append([Entry(table, number, Moved(*move)) for number, move in enumerate(match.moves, 1)])
    store.close()
    return [f"/table/{table}#{token}" for token in tokens]


def play_now(page: Page, game: str) -> None:
    """Go from the shelf to the first card: one click on the box opens a table."""
    box = page.locator("article", has=page.locator(f'a[href="/open/{game}"]'))
    box.locator(".button.main").click()
    page.wait_for_url("**/table/**")
    page.wait_for_selector(".actions")


def click_on(page: Page, until: str, most: int = 6000) -> int:
    """Click on what is offered until something appears; return how many moves were made."""
    moves = 0
    for _ in range(most):
        if page.locator(until).count():
            return moves
        done = page.evaluate(CLICK)
        moves += done == "move"
        page.wait_for_timeout(40 if done == "wait" else 10)
    raise AssertionError(f"{until} never came, after {moves} moves")


def play_some(page: Page, moves: int, most: int = 2000) -> None:
    """Make a number of the offered moves; fewer if the game ends first."""
    for _ in range(most):
        done = page.evaluate(CLICK)
        moves -= done == "move"
        if moves <= 0 or done == "end":
            return
        page.wait_for_timeout(40 if done == "wait" else 10)
    raise AssertionError(f"{moves} moves were not made")


def unfold_result(page: Page) -> None:
    """Show all of the result, where it begins with its headline."""
    page.locator(".end .fold[aria-expanded=false]").click()


def settled(page: Page) -> list[str]:
    """Return the log, once it is the player's turn and nothing is pending."""
    told = None
    while told is None or told != page.evaluate(TOLD):
        page.wait_for_selector(".actions.turn .buttons .button:enabled", timeout=PATIENCE)
        told = page.evaluate(TOLD)
        page.wait_for_timeout(700)
    return told


def play_together(*pages: Page, most: int = 6000) -> None:
    """Everybody clicks on what they are offered, to the end."""
    for _ in range(most):
        done = [page.evaluate(CLICK) for page in pages]
        if all(each == "end" for each in done):
            return
        pages[0].wait_for_timeout(40 if "move" not in done and "card" not in done else 10)
    raise AssertionError("it never ended")


def open_box(page: Page, game: str, *seats: str, name: str = "", variant: str = "", waits_for=".actions") -> None:
    """Set up a table: the opener's own seat first, then the given choice for each other seat."""
    page.goto(f"/open/{game}")
    page.wait_for_selector("form .button.main")
    if variant:
        page.locator("label.row select").first.select_option(variant)
    if page.locator("fieldset").count():
        page.locator("fieldset").get_by_role("button", name=str(len(seats) + 1), exact=True).click()
    if seats:  # alone, there is nothing to choose
        page.locator(".seat input.field").first.fill(name)
    for place, kind in enumerate(seats, 1):
        page.locator(".seat select").nth(place).select_option(kind)
    page.locator("form .button.main").click()
    page.wait_for_url("**/table/**")
    page.wait_for_selector(waits_for)
