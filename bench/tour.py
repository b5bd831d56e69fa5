"""A tour of every game by pictures: ``make tour``, or ``python -m bench.tour [NAME …] [--all] [--folder FOLDER]``.

For each game two contact sheets (the table in mid-game and at the end: by day and by night, on a desktop, a phone and
a small phone, in English and French) and a film strip of its motion: the deal, on a desktop and on a phone by night,
and a move of one's own with what follows. Then a contact sheet of the shelf, of the card between two games, of hints
and of a "why not". With ``--all`` a sheet has every combination of size, language and light.
"""

from __future__ import annotations

import argparse
import base64
import io
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, CDPSession, Page

from pioche.core.match import Match

from .browser import browsing
from .live import Live, live
from .staging import (
    LOCALES,
    MOVES,
    OWN,
    PATIENCE,
    SIZES,
    Look,
    Moment,
    NeverHappened,
    after,
    before,
    chosen,
    finish,
    is_held,
    is_next_game,
    is_played,
    new_match,
    photograph,
    play_on,
    sit_down,
    tidy,
    visit,
    when,
)

DESKTOPS = (Look(), Look(language="fr", dark=True))
PHONES = (Look("phone", "fr"), Look("phone", dark=True), Look("small phone", "fr"), Look("small phone", dark=True))
SOME = (*DESKTOPS, *PHONES)
ALL = tuple(Look(size, language, dark) for size in SIZES for language in LOCALES for dark in (False, True))
FILMED, FILMED_ON_PHONE = Look(moving=True), Look("phone", "fr", dark=True, moving=True)
FRAMES = 8
GAP, GROUND = 12, (90, 90, 90)
STRIP_WIDTH = {"desktop": (480, 4), "phone": (240, 8)}
"""The width of a frame and how many are in a row, by the size of the screen."""
WATCH = """() => {
  window.flown_at = 0;
  const look = () => {
    if (document.querySelector('.flights > *')) window.flown_at = Date.now();
    else requestAnimationFrame(look);
  };
  look();
}"""
"""Note when the first thing flies: on a busy machine it may have landed before anybody asks."""
EDGES = """() => {
  const box = document.querySelector('.main').getBoundingClientRect();
  return [box.left, box.top, Math.min(box.right, innerWidth), Math.min(box.bottom, innerHeight)];
}"""


@dataclass(frozen=True)
class Take:
    """A part of a film: its start, in seconds after the first thing flies, and the seconds between its frames."""

    since: float
    step: float


DEAL = Take(0.06, 0.2)
MOVE = Take(-0.08, 0.12)
SWEEP = Take(1.3, 0.12)
"""A full trick is held for 1.2 seconds, and then taken."""
LENGTH = 3.0
"""Seconds that are filmed: a browser without a display is late."""


def side_by_side(pictures: list[Image.Image]) -> Image.Image:
    """Return pictures of any sizes in one row."""
    width = sum(each.width for each in pictures) + GAP * (len(pictures) + 1)
    sheet = Image.new("RGB", (width, max(each.height for each in pictures) + 2 * GAP), GROUND)
    left = GAP
    for each in pictures:
        sheet.paste(each, (left, GAP))
        left += each.width + GAP
    return sheet


def one_below_another(rows: list[Image.Image]) -> Image.Image:
    height = sum(each.height for each in rows) + GAP * (len(rows) - 1)
    sheet = Image.new("RGB", (max(each.width for each in rows), height), GROUND)
    top = 0
    for each in rows:
        sheet.paste(each, (0, top))
        top += each.height + GAP
    return sheet


@dataclass(frozen=True)
class Stop:
    """A page of the tour, or a game at a moment, and what is done there before it is photographed."""

    shows: str
    """What is in the picture, to wait for."""
    path: str = "/"
    game: str = ""
    moment: Moment | None = None
    act: Callable[[Page], object] | None = None


def ask_why_not(page: Page) -> None:
    page.locator(".hand .why").first.click(position={"x": 9, "y": 20})


def has_a_choice_of_cards(match: Match) -> bool:
    """Whether some cards of one's own hand can be played, and others cannot."""
    usable = {card for move in match.legal(OWN) for card in move.cards} if match.to_move == (OWN,) else set()
    return 0 < len(usable) < len(match.hands()[OWN])


STOPS = {
    "shelf": Stop("article"),
    "next-game": Stop(".next-game", game="xxl-pur", moment=before(is_next_game)),
    "hints": Stop(".hints li", game="no-merci", moment=after(6), act=lambda page: page.keyboard.press("h")),
    "why-not": Stop(".notice", game="determiner-la-couleur", moment=when(has_a_choice_of_cards), act=ask_why_not),
}


def picture(browser: Browser, server: Live, stop: Stop, look: Look) -> Image.Image:
    staged = stop.moment(new_match(stop.game)) if stop.moment else None
    page = visit(browser, server, look, sit_down(server, staged.match) if staged else stop.path)
    if staged:
        play_on(page, staged, look.language)
    if stop.act:
        page.wait_for_selector(".actions.turn")
        stop.act(page)
    page.wait_for_selector(stop.shows)
    tidy(page)
    made = photograph(page)
    page.context.close()
    return made


def contact_sheet(browser: Browser, server: Live, stop: Stop, looks: Sequence[Look]) -> Image.Image:
    """Return a stop in some looks: desktops one below another, two in a column, beside the phones."""
    pictures = {look: picture(browser, server, stop, look) for look in looks}
    desktops = [made for look, made in pictures.items() if look.size == "desktop"]
    columns = [one_below_another(desktops[first : first + 2]) for first in range(0, len(desktops), 2)]
    return side_by_side([*columns, *(made for look, made in pictures.items() if look.size != "desktop")])


@dataclass(frozen=True)
class Frame:
    at: float
    picture: bytes


class Film:
    """What a browser draws, each picture with its time."""

    def __init__(self, page: Page) -> None:
        self.frames: list[Frame] = []
        self._session: CDPSession = page.context.new_cdp_session(page)
        self._session.on("Page.screencastFrame", self._receive)
        self._session.send("Page.startScreencast", {"format": "jpeg", "quality": 85, "everyNthFrame": 1})

    def _receive(self, sent: dict[str, Any]) -> None:
        self.frames.append(Frame(sent["metadata"]["timestamp"], base64.b64decode(sent["data"])))
        self._session.send("Page.screencastFrameAck", {"sessionId": sent["sessionId"]})

    def end(self) -> None:
        self._session.send("Page.stopScreencast")

    def every(self, step: float, since: float, count: int) -> list[Image.Image]:
        """Return what was seen at equal steps of time."""
        seen = []
        for number in range(count):
            until = since + number * step
            shown = [frame for frame in self.frames if frame.at <= until] or self.frames[:1]
            seen.append(Image.open(io.BytesIO(shown[-1].picture)).convert("RGB"))
        return seen


def film(page: Page, look: Look, act: Callable[[], object], takes: Sequence[Take]) -> Image.Image:
    """Return the frames of what an act sets in motion, cropped to the table."""
    shooting = Film(page)
    page.add_init_script(f"({WATCH})()")
    page.evaluate(WATCH)
    act()
    page.wait_for_function("() => window.flown_at > 0", timeout=PATIENCE)
    begun = page.evaluate("() => window.flown_at") / 1000
    page.wait_for_timeout(LENGTH * 1000)
    shooting.end()
    edges = tuple(page.evaluate(EDGES))
    width, in_a_row = STRIP_WIDTH[look.size]
    frames = [
        frame.crop(edges).resize((width, int(width * (edges[3] - edges[1]) / (edges[2] - edges[0]))))
        for take in takes
        for frame in shooting.every(take.step, begun + take.since, FRAMES)
    ]
    rows = [frames[first : first + in_a_row] for first in range(0, len(frames), in_a_row)]
    return one_below_another([side_by_side(row) for row in rows])


def film_deal(browser: Browser, server: Live, game: str, look: Look) -> Image.Image:
    page = visit(browser, server, look, "/")
    page.wait_for_selector("article")
    filmed = film(page, look, lambda: page.goto(sit_down(server, new_match(game))), [DEAL])
    page.context.close()
    return filmed


def film_move(browser: Browser, server: Live, game: str) -> Image.Image:
    """Film a move of one's own, and what bots do next; where the game has tricks, one that completes a trick."""
    try:
        staged, takes = before(is_held, 1)(new_match(game)), [MOVE, SWEEP]
    except NeverHappened:
        staged, takes = before(is_played, MOVES[game] - 1)(new_match(game)), [MOVE]
    page = visit(browser, server, FILMED, sit_down(server, staged.match))
    page.wait_for_selector(".actions.turn")
    tidy(page)
    filmed = film(page, FILMED, lambda: play_on(page, staged, FILMED.language), takes)
    page.context.close()
    return filmed


def film_strip(browser: Browser, server: Live, game: str) -> Image.Image:
    deals = [film_deal(browser, server, game, look) for look in (FILMED, FILMED_ON_PHONE)]
    return one_below_another([*deals, film_move(browser, server, game)])


def show_game(browser: Browser, server: Live, game: str, looks: Sequence[Look], folder: Path) -> None:
    in_play = Stop(".actions.turn", game=game, moment=after(MOVES[game]))
    at_end = Stop(".end", game=game, moment=finish)
    contact_sheet(browser, server, in_play, looks).save(folder / f"{game}.png")
    contact_sheet(browser, server, at_end, looks).save(folder / f"{game}-end.png")
    film_strip(browser, server, game).save(folder / f"{game}-film.png")
    print(*(folder / f"{game}{part}.png" for part in ("", "-end", "-film")), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--all", action="store_true", help="in every combination of size, language and light")
    arguments = chosen(parser, (*MOVES, *STOPS), None)
    folder: Path = arguments.folder or Path(tempfile.mkdtemp(prefix="pioche-tour-"))
    folder.mkdir(parents=True, exist_ok=True)
    looks = ALL if arguments.all else SOME
    with live() as server, browsing() as browser:
        for name in arguments.names:
            if name in MOVES:
                show_game(browser, server, name, looks, folder)
            else:
                contact_sheet(browser, server, STOPS[name], looks).save(folder / f"{name}.png")
                print(folder / f"{name}.png", flush=True)


if __name__ == "__main__":
    main()
