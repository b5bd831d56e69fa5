"""Screenshots of every game for the README and the docs: ``make pictures``.

A server is started on a free port of loopback with an empty database; a browser opens each game from the shelf, makes
moves by what the page offers (its hint, or a legal move) until the table is in mid-game, and is photographed.
"""

from __future__ import annotations

import argparse
import io
import shutil
from dataclasses import dataclass
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from .live import QUIET, live

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
SIZES: dict[str, ViewportSize] = {"desktop": {"width": 1280, "height": 800}, "phone": {"width": 390, "height": 844}}
LOCALES = {"en": "en-GB", "fr": "fr-FR"}
NAME = "Ada"
COLOURS = 192
"""Enough colours for flat drawings, at a third of the file size."""
MOST_TRIES, MOST_CLICKS = 400, 12

CLICK = """() => {
  const pick = (all) => all[Math.floor(Math.random() ** 3 * all.length)];
  const made = [...document.querySelectorAll('.actions .buttons .button.main:not(:disabled), .board .target')];
  const offered = [...document.querySelectorAll('.actions .buttons .button:not(.small):not(:disabled)')];
  const cards = [...document.querySelectorAll('.hand .usable:not(.selected):not(.apart)')];
  const table = [...document.querySelectorAll('.felt .usable:not(.selected):not(.apart)')];
  const chosen = [made, offered, cards, table].find((each) => each.length > 0);
  if (chosen) pick(chosen).click();
  return chosen === made || chosen === offered;
}"""
"""Click on something that is offered; return whether it was a move."""

SMALL_STEP = """async () => {
  const seen = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  let best = { step: Infinity };
  for (const name of [...document.querySelectorAll('.hand .usable')].map((each) => each.dataset.card)) {
    const card = () => document.querySelector(`.hand [data-card="${name}"]`);
    card().click();
    await seen();
    for (const target of document.querySelectorAll('.target')) {
      const zone = target.closest('[data-zone]');
      const last = [...zone.querySelectorAll('[data-card]')].at(-1);
      const top = last?.dataset.card ?? zone.querySelector('.empty').innerText;
      const step = Math.abs(Number(name) - Number(top));
      if (step < best.step) best = { step, card, zone: zone.dataset.zone };
    }
    card().click();
    await seen();
  }
  const stop = document.querySelector('.actions .buttons .button:not(.small):not(:disabled)');
  if (stop && (best.step > 6 || !best.card)) return stop.click();
  best.card().click();
  await seen();
  document.querySelector(`[data-zone="${best.zone}"] .target`).click();
}"""
"""Return the card that is nearest to a pile, or a stop if that is far and stopping is allowed."""


@dataclass(frozen=True)
class Picture:
    """A picture of a game after a number of one's own moves, or of a page."""

    name: str
    path: str
    moves: int = 0
    size: str = "desktop"
    language: str = "en"
    dark: bool = False

    @property
    def game(self) -> str:
        return self.path.rpartition("/")[2]


MOVES = {
    "20-20": 10,
    "a-moins": 3,
    "determiner-la-couleur": 3,
    "drahtseilakt": 5,
    "fournir-des-series": 3,
    "l-un-apres-l-autre": 4,
    "montees-et-descentes": 4,
    "no-merci": 14,
    "permis-de-refuser": 3,
    "six-sequences": 36,
    "the-game": 16,
    "xxl-pur": 2,
}
"""After how many of one's own moves a table looks typical."""
ON_PHONE = ("20-20", "no-merci", "six-sequences", "the-game")
IN_FRENCH, DARK = "fr", True
PICTURES = [
    Picture("shelf", "/"),
    Picture("shelf-phone", "/", size="phone"),
    Picture("set-up", "/open/the-game"),
    *(Picture(game, f"/play/{game}", moves) for game, moves in MOVES.items()),
    *(Picture(f"{game}-phone", f"/play/{game}", MOVES[game] + 2, size="phone") for game in ON_PHONE),
    Picture("montees-et-descentes-dark", "/play/montees-et-descentes", 4, language=IN_FRENCH, dark=DARK),
    Picture("drahtseilakt-dark", "/play/drahtseilakt", 4, language=IN_FRENCH, dark=DARK),
    Picture("the-game-phone-dark", "/play/the-game", 12, size="phone", language=IN_FRENCH, dark=DARK),
]


def visit(browser: Browser, address: str, picture: Picture) -> Page:
    context = browser.new_context(
        base_url=address,
        viewport=SIZES[picture.size],
        locale=LOCALES[picture.language],
        color_scheme="dark" if picture.dark else "light",
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.add_init_script(f"localStorage.setItem('pioche.name', '{NAME}')")
    page.goto("/" if picture.path.startswith("/play/") else picture.path)
    page.wait_for_selector("main")
    return page


def sit_down(page: Page, game: str) -> None:
    """Open a table from the shelf, against bots."""
    box = page.locator("article", has=page.locator(f'a[href="/open/{game}"]'))
    box.locator(".button.main").click()
    page.wait_for_selector(".actions")


def make_a_move(page: Page, picture: Picture) -> None:
    """Make an offered move; in The Game, which random play soon loses, the smallest step."""
    if picture.game == "the-game":
        page.evaluate(SMALL_STEP)
        return
    for _ in range(MOST_CLICKS):
        if page.evaluate(CLICK):
            return
        page.wait_for_timeout(50)


def play(page: Page, picture: Picture) -> None:
    """Make a number of moves, then wait until it is one's own turn again."""
    sit_down(page, picture.game)
    made = 0
    for _ in range(MOST_TRIES):
        if page.locator(".end").count():
            raise RuntimeError(f"{picture.name}: over before the picture was taken")
        if page.locator(".actions.turn").count():
            if made == picture.moves:
                return
            make_a_move(page, picture)
            made += 1
        page.wait_for_timeout(150)
    raise RuntimeError(f"{picture.name}: stuck after {made} moves")


def tidy(page: Page) -> None:
    """Remove what is visible only for a moment: the end of a round, the pointer, the focus."""
    if page.locator(".round button").count():
        page.locator(".round button").first.click()
    page.evaluate("() => { document.activeElement?.blur(); scrollTo(0, 0); }")
    page.mouse.move(0, 0)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(400)


def save(page: Page, name: str) -> None:
    drawn = Image.open(io.BytesIO(page.screenshot(scale="css"))).convert("RGB")
    few = drawn.quantize(COLOURS, dither=Image.Dither.NONE)
    path = FOLDER / f"{name}.png"
    few.save(path, optimize=True)
    print(f"{path.name:36} {path.stat().st_size / 1000:6.0f} kB", flush=True)


def take(browser: Browser, address: str, picture: Picture) -> None:
    page = visit(browser, address, picture)
    if picture.path.startswith("/play/"):
        play(page, picture)
    tidy(page)
    save(page, picture.name)
    page.context.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="only these pictures")
    chosen = parser.parse_args().names
    FOLDER.mkdir(exist_ok=True)
    with live("--pause", "0") as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=QUIET)
        for picture in PICTURES:
            if not chosen or picture.name in chosen:
                take(browser, server.address, picture)
        browser.close()


if __name__ == "__main__":
    main()
