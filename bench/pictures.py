"""Pictures of the shelf, the set-up and every game for the README and the docs: ``make pictures``.

A server is started on a free port of loopback with an empty database. Bots play each match to the moment of its
picture; a browser opens the table there, and is photographed.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page

from .browser import browsing
from .live import Live, live
from .staging import (
    MOVES,
    Look,
    Moment,
    after,
    before,
    chosen,
    finish,
    is_held,
    is_next_game,
    new_match,
    photograph,
    play_on,
    sit_down,
    tidy,
    visit,
)

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
SHADES, HUES = 64, 128
"""Colours of a picture: the most frequent shades, of felt and wood, and the most different ones, of cards."""
DESKTOP, PHONE, IN_FRENCH = Look(), Look("phone"), Look(language="fr", dark=True)


@dataclass(frozen=True)
class Picture:
    """A picture of a page, or of a game at a moment."""

    name: str
    path: str = ""
    game: str = ""
    moment: Moment | None = None
    look: Look = DESKTOP
    players: int | None = None
    shows: str = ".actions"
    """What is in the picture, to wait for."""
    key: str = ""
    """The key that is pressed before."""
    brief: bool = False
    """Whether it is seen only for a moment."""


def at_table(name: str, game: str, look: Look = DESKTOP, moves: int = 0, players: int | None = None) -> Picture:
    """A table in mid-game."""
    return Picture(name, game=game, moment=after(moves or MOVES[game]), look=look, players=players)


PICTURES = [
    Picture("shelf", "/", shows="article"),
    Picture("shelf-phone", "/", shows="article", look=PHONE),
    Picture("set-up", "/open/the-game", shows="form .seat"),
    *(at_table(game, game) for game in MOVES),
    *(at_table(f"{game}-phone", game, PHONE) for game in ("20-20", "no-merci", "six-sequences", "the-game")),
    at_table("montees-et-descentes-dark", "montees-et-descentes", IN_FRENCH),
    at_table("drahtseilakt-dark", "drahtseilakt", IN_FRENCH),
    at_table("the-game-phone-dark", "the-game", Look("phone", "fr", dark=True), 12),
    at_table("four-at-the-table", "six-sequences", moves=20, players=4),
    at_table("six-at-the-table", "permis-de-refuser", players=6),
    Picture("trick", game="permis-de-refuser", moment=before(is_held, 1), players=4, shows=".trick .best", brief=True),
    Picture("next-game", game="xxl-pur", moment=before(is_next_game), shows=".next-game"),
    Picture("end", game="no-merci", moment=finish, shows=".end"),
    Picture("hints", game="no-merci", moment=after(6), key="h", shows=".hints li"),
]


def with_few_colours(picture: Image.Image) -> Image.Image:
    """Return a picture of a third of the file size."""
    shades = picture.quantize(SHADES, Image.Quantize.MEDIANCUT).getpalette() or []
    hues = picture.quantize(HUES, Image.Quantize.MAXCOVERAGE).getpalette() or []
    both = Image.new("P", (1, 1))
    both.putpalette(shades[: 3 * SHADES] + hues[: 3 * HUES])
    return picture.quantize(palette=both, dither=Image.Dither.NONE)


def save(page: Page, path: Path) -> None:
    few = with_few_colours(photograph(page))
    few.save(path, optimize=True)
    print(f"{path.name:36} {path.stat().st_size / 1000:6.0f} kB", flush=True)


def take(browser: Browser, server: Live, picture: Picture, folder: Path) -> None:
    staged = picture.moment(new_match(picture.game, picture.players)) if picture.moment else None
    page = visit(browser, server, picture.look, sit_down(server, staged.match) if staged else picture.path)
    if staged:
        play_on(page, staged, picture.look.language)
    if picture.key:
        page.wait_for_selector(".actions.turn")
        page.keyboard.press(picture.key)
    page.wait_for_selector(picture.shows)
    if not picture.brief:
        tidy(page)
    save(page, folder / f"{picture.name}.png")
    page.context.close()


def main() -> None:
    pictures = {picture.name: picture for picture in PICTURES}
    arguments = chosen(argparse.ArgumentParser(description=__doc__), pictures, FOLDER)
    folder: Path = arguments.folder
    folder.mkdir(parents=True, exist_ok=True)
    with live("--pause", "0") as server, browsing() as browser:
        for name in arguments.names:
            take(browser, server, pictures[name], folder)


if __name__ == "__main__":
    main()
