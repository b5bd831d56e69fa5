"""Tables for pictures: bots play a match to a moment, and a browser opens it as a player with bots as the others.

The same seed makes the same table: nothing is clicked to get there, and nothing is compiled.
"""

from __future__ import annotations

import argparse
import io
import json
import secrets
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize

import pioche
from pioche.bots import find_bot
from pioche.core.chance import new_random
from pioche.core.compiled.compile import without_compiling
from pioche.core.match import Match
from pioche.core.table import Move
from pioche.core.think.think import Budget
from pioche.server.events import Moved, Opened, Seat
from pioche.server.store import Entry, Store, fresh_secret, hashed

from .live import Live

SIZES: dict[str, ViewportSize] = {
    "desktop": {"width": 1280, "height": 800},
    "phone": {"width": 390, "height": 844},
    "small phone": {"width": 360, "height": 640},
}
LOCALES = {"en": "en-GB", "fr": "fr-FR"}
NAME = "Ada"
OWN = 0
"""The seat whose eyes the browser has."""
PLAYER, LEVEL = "strong", "casual"
"""The bot that plays up to the moment, and the level of those at the table."""
QUICK = Budget(simulations=0)
USUAL_PLAYERS = 3
PATIENCE = 120_000
"""Milliseconds: a bot's first move waits until its loops are compiled."""

MOVES = {
    "20-20": 10,
    "a-moins": 3,
    "determiner-la-couleur": 5,
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


@dataclass(frozen=True)
class Look:
    """How the page is shown."""

    size: str = "desktop"
    language: str = "en"
    dark: bool = False
    moving: bool = False

    def __str__(self) -> str:
        return f"{self.size}-{'dark' if self.dark else 'light'}-{self.language}"


class NeverHappened(Exception):
    """A match was over before the moment came."""


@dataclass(frozen=True)
class Staged:
    """A match at a moment, and the moves of one's own that are yet to be made at the table: none or one."""

    match: Match
    moves: tuple[Move, ...] = ()


Moment = Callable[[Match], Staged]
"""Plays a new match to a moment."""


def new_match(game: str, players: int | None = None, seed: int = 1) -> Match:
    """Return a new match; the number of players is the one the shelf offers, unless it is given."""
    possible = next(each for each in pioche.games() if each.name == game).players
    usual = USUAL_PLAYERS if USUAL_PLAYERS in possible else possible[0]
    return pioche.open(game, players or usual, seed=seed, dealer=OWN)


def bots_play(match: Match) -> Iterator[int]:
    """Play a match to its end with bots; yield the seat after each of its moves."""
    bot = find_bot(PLAYER)
    with without_compiling():
        while not match.over:
            seat = match.to_move[0]
            match.play(seat, bot.choose(match.situation(seat, budget=QUICK, rng=new_random(1, len(match.moves)))))
            yield seat


def after(moves: int) -> Moment:
    """The first choice after a number of one's own moves."""

    def play(match: Match) -> Staged:
        made = 0
        for seat in bots_play(match):
            made += seat == OWN
            if made >= moves and match.to_move == (OWN,) and len(match.legal(OWN)) > 1:
                return Staged(match)
        raise NeverHappened(match.game.name)

    return play


def when(is_so: Callable[[Match], bool]) -> Moment:
    """The first moment at which something is so."""

    def play(match: Match) -> Staged:
        if is_so(match) or any(is_so(match) for _ in bots_play(match)):
            return Staged(match)
        raise NeverHappened(match.game.name)

    return play


def before(is_done: Callable[[Match], bool], moves: int = 0) -> Moment:
    """The moment before a move of one's own that does something, after a number of moves."""

    def play(match: Match) -> Staged:
        made = 0
        for seat in bots_play(match):
            made += seat == OWN
            if seat == OWN and made > moves and is_done(match):
                _, name = match.moves[-1]
                match.undo()
                return Staged(match, tuple(move for move in match.legal(OWN) if move.name == name))
        raise NeverHappened(match.game.name)

    return play


def is_held(match: Match) -> bool:
    """Whether the last move ended something that the page holds for a moment, such as a trick."""
    return bool(match.moments(OWN, len(match.moves) - 1))


def is_next_game(match: Match) -> bool:
    """Whether the last move ended one game of the match, and another one begins."""
    in_round, *_ = match.move_made(len(match.moves) - 1)
    return in_round < match.round and not match.over


def is_played(match: Match) -> bool:
    """Whether the last move was made with cards, and the match goes on."""
    *_, move = match.move_made(len(match.moves) - 1)
    return bool(move.cards) and not match.over


def finish(match: Match) -> Staged:
    for _ in bots_play(match):
        pass
    return Staged(match)


def sit_down(server: Live, match: Match) -> str:
    """Store a table with this match; return the link to one's own seat."""
    store, table, token = Store(server.database), secrets.token_hex(8), fresh_secret()
    seats = [Seat("person", NAME), *[Seat("bot", "", LEVEL)] * (match.players - 1)]
    setting = match.setting
    opened = Opened(
        match.game.name,
        match.players,
        setting.variant,
        dict(setting.options),
        seats,
        match.seed.hex(),
        dealer=OWN,
    )
    store.open(table, match.game.name, opened, [(hashed(token), OWN)])
    store.append([Entry(table, number, Moved(*move)) for number, move in enumerate(match.moves, 1)])
    store.close()
    return f"/table/{table}#{token}"


def play_on(page: Page, staged: Staged, language: str) -> None:
    """Make the moves that are left."""
    for move in staged.moves:
        make_move(page, move, language, is_alone=staged.match.players == 1)


def make_move(page: Page, move: Move, language: str, *, is_alone: bool) -> None:
    """Make a move as a player does: by its button, or select its cards, and then click on where they go.

    If the player is alone, several cards are a move as soon as they are selected.
    """
    page.wait_for_selector('.actions.turn:not([aria-busy="true"])', timeout=PATIENCE)
    text = move.message.text(language)
    button = page.locator(".actions .buttons .button").get_by_text(text[:1].upper() + text[1:], exact=True)
    if not button.count():
        for card in move.cards:
            page.locator(f'.usable[data-card="{card}"]:not(.selected)').first.click()
        if is_alone and len(move.cards) > 1:
            return
    (button if button.count() else page.locator(f'[data-zone="{move.target}"] .target')).click()


def visit(browser: Browser, server: Live, look: Look, path: str) -> Page:
    """Open a page in a new browser context, which makes no move by itself and has met every game before."""
    context = browser.new_context(
        base_url=server.address,
        viewport=SIZES[look.size],
        locale=LOCALES[look.language],
        color_scheme="dark" if look.dark else "light",
        reduced_motion="no-preference" if look.moving else "reduce",
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    stored = {"name": NAME, "forced": "off", "sound": "off", **{f"met.{game.name}": "yes" for game in pioche.games()}}
    if look.moving:
        stored["pace"] = "calm"
    page.add_init_script(
        f"for (const [key, value] of {json.dumps(list(stored.items()))}) localStorage.setItem('pioche.' + key, value)"
    )
    page.goto(path)
    return page


def tidy(page: Page) -> None:
    """Remove what is visible only by chance: the end of a round, the pointer, the focus; wait for fonts."""
    if page.locator(".round[role=status] button").count():
        page.locator(".round[role=status] button").first.click()
    page.evaluate(
        "() => { document.activeElement?.blur(); scrollTo(0, 0); return document.fonts.ready.then(() => {}); }"
    )
    page.mouse.move(0, 0)
    page.wait_for_timeout(400)


def photograph(page: Page) -> Image.Image:
    return Image.open(io.BytesIO(page.screenshot(scale="css"))).convert("RGB")


def chosen(parser: argparse.ArgumentParser, known: Collection[str], folder: Path | None) -> argparse.Namespace:
    """Read from the command line which ``names`` of the known pictures are wanted, and the ``folder`` they go to."""
    parser.add_argument("names", nargs="*", help="only these", metavar="NAME")
    parser.add_argument("--folder", type=Path, default=folder, help="where the pictures go")
    arguments = parser.parse_args()
    if unknown := set(arguments.names) - set(known):
        parser.error(f"there is no {', '.join(sorted(unknown))}")
    arguments.names = [name for name in known if not arguments.names or name in arguments.names]
    return arguments
