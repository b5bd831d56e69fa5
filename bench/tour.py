"""A tour of every game by pictures: ``make tour``, or ``python -m bench.tour [GAME …] [--folder FOLDER]``.

For each game a contact sheet (the table in mid-game: by day and by night, on a desktop and a phone, in English and
French) and a film strip of its motion: the deal, and a move of one's own with what follows.
"""

from __future__ import annotations

import base64
import io
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, CDPSession, Page

from .live import Live, live
from .staging import (
    MOVES,
    PATIENCE,
    Look,
    NeverHappened,
    after,
    before,
    browsing,
    chosen,
    is_held,
    is_played,
    new_match,
    photograph,
    play_on,
    sit_down,
    tidy,
    visit,
)

LOOKS = (Look(), Look(language="fr", dark=True), Look("phone", "fr"), Look("phone", dark=True))
FILMED = Look(moving=True)
FRAMES, IN_A_ROW = 8, 4
GAP, GROUND = 12, (90, 90, 90)
STRIP_WIDTH = 480
FLYING = "() => document.querySelectorAll('.flights > *').length > 0"
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


def contact_sheet(browser: Browser, server: Live, game: str) -> Image.Image:
    """Return the table in mid-game in every look."""
    pictures = []
    for look in LOOKS:
        page = visit(browser, server, look, sit_down(server, after(MOVES[game])(new_match(game)).match))
        page.wait_for_selector(".actions.turn")
        tidy(page)
        pictures.append(photograph(page))
        page.context.close()
    desktops, phones = pictures[:2], pictures[2:]
    return side_by_side([one_below_another(desktops), *phones])


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


def film(page: Page, act: Callable[[], object], takes: Sequence[Take]) -> Image.Image:
    """Return the frames of what an act sets in motion, cropped to the table."""
    shooting = Film(page)
    act()
    page.wait_for_function(FLYING, timeout=PATIENCE)
    begun = page.evaluate("() => Date.now()") / 1000
    page.wait_for_timeout(LENGTH * 1000)
    shooting.end()
    edges = tuple(page.evaluate(EDGES))
    frames = [
        frame.crop(edges).resize((STRIP_WIDTH, int(STRIP_WIDTH * (edges[3] - edges[1]) / (edges[2] - edges[0]))))
        for take in takes
        for frame in shooting.every(take.step, begun + take.since, FRAMES)
    ]
    rows = [frames[first : first + IN_A_ROW] for first in range(0, len(frames), IN_A_ROW)]
    return one_below_another([side_by_side(row) for row in rows])


def film_deal(browser: Browser, server: Live, game: str) -> Image.Image:
    page = visit(browser, server, FILMED, "/")
    page.wait_for_selector("article")
    filmed = film(page, lambda: page.goto(sit_down(server, new_match(game))), [DEAL])
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
    filmed = film(page, lambda: play_on(page, staged, FILMED.language), takes)
    page.context.close()
    return filmed


def film_strip(browser: Browser, server: Live, game: str) -> Image.Image:
    return one_below_another([film_deal(browser, server, game), film_move(browser, server, game)])


def main() -> None:
    games, wanted = chosen(__doc__, MOVES, None)
    folder = wanted or Path(tempfile.mkdtemp(prefix="pioche-tour-"))
    folder.mkdir(parents=True, exist_ok=True)
    with live() as server, browsing() as browser:
        for game in games:
            contact_sheet(browser, server, game).save(folder / f"{game}.png")
            film_strip(browser, server, game).save(folder / f"{game}-film.png")
            print(folder / f"{game}.png", folder / f"{game}-film.png", flush=True)


if __name__ == "__main__":
    main()
